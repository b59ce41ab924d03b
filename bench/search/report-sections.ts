/** The sections of the report of bench:search. */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadBuiltIn } from '../../src/embedding/built-in/built-in-embedder';
import type { Answers } from './ask-questions';
import { balancedAccuracy, type ConfidenceRow, setRows, shareOf, sumOf, type Told } from './measure-confidence';
import { measureOtherLanguages } from './other-languages';
import { queryCost } from './query-cost';
import type { Asked, SetName } from './question-sets';
import { errorOf, type GoalRow, groupTable, markdownTable, ofSet, setTable, short } from './search-tables';
import { leastBalancedAccuracy, setsAbout } from './set-goals';
import { measureShort } from './short-queries';
import { makeSimpleIndex } from './simple-index';
import type { Snapshots } from './snapshots';
import { budgets, meanRecall, recalled, type TokenRecall } from './token-recall';
import { product, type Variant } from './variants';
import { showProgress } from './visit-questions';

export function setParts(set: SetName, asked: readonly Variant[], answers: Answers): string[] {
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

/** What budgets return, in spans and in whole chunks. */
export function tokenParts(sets: readonly SetName[], measured: readonly TokenRecall[]): string[] {
  const rows = sets.flatMap((set): string[][] => {
    if (recalled[set] === undefined) return [];
    const what = recalled[set] === 'files' ? 'files' : set === 'lines' ? 'lines that answer' : 'changed lines';
    return (['spans', 'chunks'] as const).map((returning) => [
      `${setsAbout[set].title}: ${what}, in ${returning === 'spans' ? 'spans' : 'whole chunks'}`,
      ...meanRecall(measured, set, returning).map(short),
    ]);
  });
  return [
    '## What a token budget returns',
    'The share of the files or lines that is in what fits the budget: spans as `codegrain search --spans --budget` chooses them, or whole chunks, best first, without parents and context.',
    markdownTable(['set', ...budgets.map((budget) => `${budget.toLocaleString('en')} tokens`)], rows),
  ];
}

export function tokenGoals(sets: readonly SetName[], measured: readonly TokenRecall[]): GoalRow[] {
  return sets.flatMap((set) =>
    setsAbout[set].recall.map(({ tokens, least }): GoalRow => {
      const what = recalled[set] === 'files' ? 'recall' : 'changed lines';
      return {
        set: setsAbout[set].title,
        measure: `${what} in ${tokens.toLocaleString('en')} tokens of spans`,
        value: meanRecall(measured, set, 'spans')[budgets.indexOf(tokens)] ?? 0,
        goal: least,
      };
    }),
  );
}

/** Of answers in the own repository, and of those in another one, the shares of each level; then how well they are told apart. */
export function confidenceParts(sets: readonly SetName[], rows: readonly ConfidenceRow[]): string[] {
  const shares = (told: Told | undefined): string =>
    told ? (['strong', 'weak', 'none'] as const).map((level) => short(shareOf([told], [level]))).join(' / ') : '';
  const line = (title: string, own: Told | undefined, other: Told, of: readonly ConfidenceRow[]): string[] => [
    title,
    shares(own),
    shares(other),
    ...(own ? [short(balancedAccuracy(of, ['strong', 'weak'])), short(balancedAccuracy(of, ['strong']))] : ['', '']),
  ];
  const counted = setRows(rows, sets);
  return [
    '## Confidence',
    'Each question is asked in its own repository and in another one of the benchmark, which cannot answer it. Balanced accuracy: the mean of the share of own answers that are taken for answers, and the share of others that are not. `none` says that there is no answer; the last column takes `weak` for no answer too.',
    markdownTable(
      ['questions', 'own: strong / weak / none', 'elsewhere: strong / weak / none', 'balanced accuracy', 'only strong'],
      [
        line(
          'all sets',
          sumOf(counted.flatMap(({ own }) => own ?? [])),
          sumOf(counted.map(({ other }) => other)),
          counted,
        ),
        ...rows.map((row) => line(row.title, row.own, row.other, [row])),
      ],
    ),
  ];
}

export function confidenceGoal(sets: readonly SetName[], rows: readonly ConfidenceRow[]): GoalRow {
  const value = balancedAccuracy(setRows(rows, sets), ['strong', 'weak']);
  return { set: 'all sets', measure: 'confidence, balanced accuracy', value, goal: leastBalancedAccuracy };
}

export function groupParts(sets: readonly SetName[], answers: Answers): string[] {
  return sets.flatMap((set) => {
    const groups = set === 'files' ? (['language', 'category', 'repository'] as const) : (['repository'] as const);
    return groups.flatMap((group) => [
      `## ${setsAbout[set].title} by ${group}`.replace(/^## ./, (start) => start.toUpperCase()),
      groupTable(set, group, answers),
    ]);
  });
}

export async function languageParts(snapshots: Snapshots): Promise<string[]> {
  showProgress('other languages');
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
export async function shortParts(questions: readonly Asked[], snapshots: Snapshots): Promise<string[]> {
  const asked = questions.filter(({ set }) => set === 'files').map(({ snapshot }) => snapshot);
  const each = [...new Map(asked.map((snapshot) => [snapshots.indexOf(snapshot), snapshot])).values()];
  if (each.length === 0) return [];
  showProgress('short queries');
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

export async function costParts(questions: readonly Asked[], snapshots: Snapshots): Promise<string[]> {
  showProgress('cost');
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
