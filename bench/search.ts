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
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadBuiltIn } from '../src/embedding/built-in/built-in-embedder';
import { errorMessage } from '../src/shared/error-message';
import { productFile } from '../src/shared/product';
import { describeRun } from './chunks/run-chunkers';
import { dataFlags, dataUsage } from './code-search/require-checkouts';
import { type Answers, askQuestions, showProgress } from './search/ask-questions';
import { measureOtherLanguages } from './search/other-languages';
import { queryCost } from './search/query-cost';
import { type Asked, readQuestionSets, type SetName, setNames } from './search/question-sets';
import {
  errorOf,
  goalsOf,
  goalTable,
  groupTable,
  markdownTable,
  ofSet,
  setTable,
  short,
  worstFirst,
  worthTable,
} from './search/search-tables';
import { setsAbout } from './search/set-goals';
import { measureShort } from './search/short-queries';
import { makeSimpleIndex } from './search/simple-index';
import { Snapshots } from './search/snapshots';
import { ablations, parts, product, systems, type Variant, withNotes } from './search/variants';

const method = `Each repository is indexed with the default options at the commit the question is about, including documents, and asked with the
text as it was written. Every question has the same weight. nDCG@10: over the 10 best hits; a file has the rank of its first hit. Acc@k:
every changed file is among the first k different files of 50 hits; any@k: one of them is. Hit@k: one of the first k hits overlaps the
lines that answer. MRR: of the first right hit or file. "Against its best part": hybrid search less the better of keyword and
semantic mode, by the main number of the set. Sets come in the order of their distance to what is to be reached, the worst first.`;

/** Hits for a list of different files while parts are left out: a fifth of the time for nearly the same ranks. */
const worthHits = 20;

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
  const all = readQuestionSets(values.questions).filter(({ set }) => chosen.includes(set));
  const questions = all.filter(({ snapshot }) => snapshots.isReady(snapshot));
  const leftOut = leftOutText(all, questions);
  process.stderr.write(leftOut);
  if (questions.length === 0) throw new Error('no repository is ready: see bench/checkout.ts');

  const asked = values.quick ? [product, ...parts] : [...systems, ...(values.context === 'llm' ? [withNotes] : [])];
  const answers = await askQuestions(questions, asked, snapshots, { modelFlags });
  const sets = worstFirst(answers);
  const report = [
    '# Search measured',
    describeRun(),
    method,
    ...(leftOut ? [leftOut.trim()] : []),
    '## What is to be reached',
    goalTable(sets.flatMap((set) => goalsOf(set, answers))),
    ...sets.flatMap((set) => setParts(set, asked, answers)),
  ];
  if (!values.quick) {
    showProgress('leaving parts out\n');
    const worth = await askQuestions(questions, [product, ...ablations], snapshots, { fileListHits: worthHits });
    report.push(
      '## What each part is worth',
      `Issues and repository questions with ${worthHits} hits instead of 50.`,
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

function setParts(set: SetName, asked: readonly Variant[], answers: Answers): string[] {
  const { title, main, published } = setsAbout[set];
  const own = ofSet(answers.get(product), set);
  const repositories = new Set(own.map((one) => one.asked.snapshot.repository)).size;
  const count = `${own.length} questions about ${repositories} ${repositories === 1 ? 'repository' : 'repositories'}`;
  return [
    `## ${title.charAt(0).toUpperCase()}${title.slice(1)}`,
    `${count}. Main number: ${main.title}; its standard error is ${errorOf(set, answers)}. Published: ${published}`,
    setTable(set, asked, answers),
  ];
}

function groupParts(sets: readonly SetName[], answers: Answers): string[] {
  return sets.flatMap((set) => {
    const groups = set === 'files' ? (['language', 'category', 'repository'] as const) : (['repository'] as const);
    return groups.flatMap((group) => [
      `## ${setsAbout[set].title} by ${group}`.replace(/^## ./, (start) => start.toUpperCase()),
      groupTable(set, group, answers),
    ]);
  });
}

async function languageParts(snapshots: Snapshots): Promise<string[]> {
  showProgress('other languages\n');
  const rows = (await measureOtherLanguages(snapshots)).map(({ written, mode, questions, asTyped, read, english }) => [
    `${written}, ${mode}`,
    String(questions),
    ...[asTyped, read, english].map(short),
  ]);
  return [
    '## Other languages and typing mistakes',
    'nDCG@10. As typed: words that the index does not have count for nothing; read: near words of the index count instead; in English: the same question, the most that can be expected.',
    markdownTable(['written', 'questions', 'as typed', 'read', 'in English'], rows),
  ];
}

/** In the repositories of the file questions. */
async function shortParts(questions: readonly Asked[], snapshots: Snapshots): Promise<string[]> {
  const asked = questions.filter(({ set }) => set === 'files').map(({ snapshot }) => snapshot);
  const each = [...new Map(asked.map((snapshot) => [snapshots.indexOf(snapshot), snapshot])).values()];
  if (each.length === 0) return [];
  showProgress('short queries\n');
  const rows = (await measureShort(each, snapshots)).map(({ from, count, hybrid, keyword }) => [
    `name of a ${from}`,
    String(count),
    short(hybrid),
    short(keyword),
  ]);
  return [
    '## Short queries',
    'nDCG@10. One or two plain words, made from the names in the index; the file of that name, or that defines it, is the answer.',
    markdownTable(['query', 'queries', 'hybrid', 'keyword'], rows),
  ];
}

async function costParts(questions: readonly Asked[], snapshots: Snapshots): Promise<string[]> {
  showProgress('cost\n');
  const cost = await queryCost(questions, snapshots);
  const rows = (cost?.rows ?? []).map(({ title, count, p50, p95 }) => [
    title,
    String(count),
    `${p50.toFixed(1)} / ${p95.toFixed(1)} ms`,
  ]);
  const speed = await indexingSpeed(questions, snapshots);
  if (speed) rows.push(speed);
  return [
    '## Cost',
    `CPU time of the process. Questions: in the largest index (${cost?.index}), texts of ten hits read. \`npm run bench:index\` has indexes of up to a million chunks.`,
    markdownTable(['measure', 'texts', 'p50 / p95'], rows),
  ];
}

/** Of the folders that file questions are about. */
async function indexingSpeed(questions: readonly Asked[], snapshots: Snapshots): Promise<string[] | undefined> {
  const folders = new Set(
    questions.filter(({ set }) => set === 'files').map(({ snapshot }) => snapshots.folderOf(snapshot)),
  );
  if (folders.size === 0) return undefined;
  const embedder = await loadBuiltIn();
  let bytes = 0;
  const start = process.cpuUsage();
  for (const folder of folders) {
    const file = join(tmpdir(), `codegrain-bench-${process.pid}.cgx`);
    bytes += (await makeSimpleIndex(folder, file, embedder)).bytes;
    rmSync(file, { force: true });
  }
  const { user, system } = process.cpuUsage(start);
  const megabytes = `${(bytes / 1e6).toFixed(1)} MB`;
  return [
    'indexing in one process: chunks, context, vectors, words, file',
    megabytes,
    `${(bytes / (user + system)).toFixed(2)} MB of source per CPU-second`,
  ];
}

main().catch((error: unknown) => {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 2;
});
