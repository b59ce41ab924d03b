/**
 * Measures search quality over all open sets of questions together, worst set first: file questions, pasted issues, questions with
 * lines and questions about repositories. Also what each part of the ranking contributes, and what a question costs.
 *
 *     npm run bench:search -- --questions DIR --snapshots DIR [--quick] [--sets files,issues,…]
 *                             [--context llm --provider P --model M [--endpoint URL]]
 *
 * DIR of the questions has code-search-dev, issues-dev and questions-dev; DIR of the snapshots has what `npm run bench:checkout` makes
 * (checkout.ts). Repositories that are missing there are named and left out. `--quick` measures the product and its parts alone:
 * three minutes instead of twelve. A full run over all sets writes bench/results/search.md. With `--context llm`, a language model
 * first writes notes about every chunk of the file questions' repositories (docs/enrich.md), and the results with and without them are
 * compared.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { errorMessage } from '../src/shared/error-message';
import { productFile } from '../src/shared/product';
import { describeRun } from './chunks/run-chunkers';
import { dataFlags, dataUsage } from './code-search/require-checkouts';
import { askQuestions } from './search/ask-questions';
import { measureConfidence } from './search/measure-confidence';
import { type Asked, readQuestionSets, type SetName, setNames } from './search/question-sets';
import {
  confidenceGoal,
  confidenceParts,
  costParts,
  groupParts,
  languageParts,
  setParts,
  shortParts,
  tokenGoals,
  tokenParts,
} from './search/report-sections';
import { goalsOf, goalTable, worstFirst, worthTable } from './search/search-tables';
import { Snapshots } from './search/snapshots';
import { measureTokens } from './search/token-recall';
import { ablations, parts, product, systems, withNotes } from './search/variants';

const method = `Each repository is indexed with the default options at the commit the question is about, including documents, and asked with the
text as it was written. Every question has the same weight. nDCG@10: over the 10 best hits; a file has the rank of its first hit. Acc@k:
every changed file is among the first k different files of 50 hits; any@k: one of them is. Hit@k: one of the first k hits overlaps the
lines that answer. MRR: of the first right hit or file. "Against its best part": hybrid search less the better of keyword and
semantic mode, by the main number of the set. Sets come in the order of their distance to what is to be reached, the worst first.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      ...dataFlags,
      quick: { type: 'boolean', default: false },
      sets: { type: 'string' },
      context: { type: 'string' },
      provider: { type: 'string' },
      model: { type: 'string' },
      endpoint: { type: 'string' },
    },
  });
  if (!values.questions || !values.snapshots) throw new Error(`usage: ${dataUsage}`);
  if (values.context !== undefined && (values.context !== 'llm' || !values.provider || !values.model))
    throw new Error('usage: --context llm --provider ollama|openai --model M');
  const modelFlags = (['provider', 'model', 'endpoint'] as const).flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [`--${name}`, value];
  });
  const chosen = setsOf(values.sets);
  const snapshots = await Snapshots.in(values.snapshots);
  // Read before measuring, because the commit may change meanwhile.
  const run = describeRun();
  const open = readQuestionSets(values.questions);
  const all = open.filter(({ set }) => chosen.includes(set));
  const isReady = ({ snapshot }: Asked): boolean => snapshots.isReady(snapshot);
  const questions = all.filter(isReady);
  const leftOut = leftOutText(all, questions);
  process.stderr.write(leftOut);
  if (questions.length === 0) throw new Error('no repository is ready: see bench/checkout.ts');

  const asked = values.quick ? [product, ...parts] : [...systems, ...(values.context === 'llm' ? [withNotes] : [])];
  const answers = await askQuestions(questions, asked, snapshots, { modelFlags });
  const tokens = await measureTokens(questions, snapshots);
  const confidence = await measureConfidence(
    answers.get(product) ?? [],
    open.filter(isReady).map(({ snapshot }) => snapshot),
    snapshots,
  );
  const sets = worstFirst(answers);
  const report = [
    '# Search measured',
    run,
    method,
    ...(leftOut ? [leftOut.trim()] : []),
    '## What is to be reached',
    goalTable([
      ...sets.flatMap((set) => [...goalsOf(set, answers), ...tokenGoals([set], tokens)]),
      confidenceGoal(sets, confidence),
    ]),
    ...sets.flatMap((set) => setParts(set, asked, answers)),
    ...tokenParts(sets, tokens),
    ...confidenceParts(sets, confidence),
  ];
  if (!values.quick) {
    const title = 'leaving parts out';
    const worth = await askQuestions(questions, [product, ...ablations], snapshots, { title, isRankOnly: true });
    report.push(
      '## What each part is worth',
      'By the order of chunks alone, without their texts: near-duplicates are not merged, and messages in literals do not count.',
      worthTable(sets, ablations, worth),
      ...groupParts(sets, answers),
      ...(await languageParts(snapshots)),
      ...(await shortParts(questions, snapshots)),
      ...(await costParts(questions, snapshots)),
    );
  }
  const markdown = report.join('\n\n');
  process.stdout.write(`${markdown}\n`);
  const isWhole = !values.quick && chosen.length === setNames.length && leftOut === '';
  if (isWhole) writeFileSync(productFile('bench', 'results', 'search.md'), `${markdown}\n`);
}

function setsOf(names: string | undefined): readonly SetName[] {
  const wanted = names?.split(',') ?? setNames;
  const known = setNames.filter((name) => wanted.includes(name));
  if (known.length < wanted.length) throw new Error(`--sets accepts ${setNames.join(', ')}`);
  return known;
}

/** Empty if nothing is missing. */
function leftOutText(all: readonly Asked[], ready: readonly Asked[]): string {
  const missing = all.filter((asked) => !ready.includes(asked));
  if (missing.length === 0) return '';
  const counts = new Map<string, number>();
  for (const { snapshot } of missing) counts.set(snapshot.repository, (counts.get(snapshot.repository) ?? 0) + 1);
  const names = [...counts].map(([name, count]) => `${name} (${count})`);
  return `Left out, because the checkout or the index is missing: ${missing.length} of ${all.length} questions, about ${names.join(', ')}.\n`;
}

main().catch((error: unknown) => {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 2;
});
