/**
 * Does an answer know how sure it may be? Every question is asked in its own repository, which can answer it, and in another one, which
 * cannot. Beside them, texts that nothing can answer: random letters and the usual dummy text.
 */
import type { Confidence } from '../../src/search/rank/confidence';
import type { Snapshot } from '../code-search/snapshot';
import type { Answered } from './ask-questions';
import { readOtherLanguages } from './other-languages';
import { type Asked, type SetName, setNames } from './question-sets';
import { setsAbout } from './set-goals';
import type { Snapshots } from './snapshots';
import { visitQuestions } from './visit-questions';

/** Numbers of answers. */
export type Told = Record<Confidence, number>;

export interface ConfidenceRow {
  readonly title: string;
  /** In the repository that can answer; undefined: none can. */
  readonly own?: Told;
  readonly other: Told;
}

interface Job {
  readonly row: string;
  readonly snapshot: Snapshot;
  readonly text: string;
  readonly isOwn: boolean;
}

/**
 * @param answered in their own repositories.
 * @param pool the repositories that other ones are chosen from.
 */
export async function measureConfidence(
  answered: readonly Answered[],
  pool: readonly Snapshot[],
  snapshots: Snapshots,
): Promise<ConfidenceRow[]> {
  const jobs = jobsOf(
    answered.map(({ asked }) => asked),
    pool,
    snapshots,
  );
  const rows = new Map<string, { own?: Told; other: Told }>();
  for (const { row, isOwn } of jobs) {
    const told = rows.get(row) ?? { other: noneTold() };
    rows.set(row, isOwn ? { ...told, own: told.own ?? noneTold() } : told);
  }
  for (const { asked, confidence } of answered) {
    const title = setsAbout[asked.set].title;
    const told = rows.get(title) ?? { other: noneTold() };
    const own = told.own ?? noneTold();
    own[confidence]++;
    rows.set(title, { ...told, own });
  }
  await visitQuestions('confidence', jobs, snapshots, async ({ row, text, isOwn }, searcher) => {
    const { confidence = 'none' } = await searcher.search(text);
    const told = rows.get(row);
    const counted = isOwn ? told?.own : told?.other;
    if (counted) counted[confidence]++;
  });
  return [...rows].map(([title, told]) => ({ title, ...told }));
}

function jobsOf(questions: readonly Asked[], pool: readonly Snapshot[], snapshots: Snapshots): Job[] {
  const one = new Map<string, Snapshot>();
  for (const snapshot of pool) if (!one.has(snapshot.repository)) one.set(snapshot.repository, snapshot);
  const repositories = [...one.values()].sort((a, b) => (a.repository < b.repository ? -1 : 1));
  /** Always the same one for a question. */
  const another = (own: string, at: number): Snapshot[] => {
    const others = repositories.filter(({ repository }) => repository !== own);
    const chosen = others[(at * 7919) % others.length];
    return chosen ? [chosen] : [];
  };
  const elsewhere = (row: string, text: string, { repository }: Snapshot, at: number): Job[] =>
    another(repository, at).map((snapshot) => ({ row, text, snapshot, isOwn: false }));
  const inSets = setNames.flatMap((set) =>
    questions.flatMap((asked, at) =>
      asked.set === set ? elsewhere(setsAbout[set].title, asked.text, asked.snapshot, at) : [],
    ),
  );
  const translated = readOtherLanguages().flatMap(({ github, revision, root, questions: own }) => {
    const snapshot = { repository: github, commit: revision, root };
    return snapshots.isReady(snapshot)
      ? own.flatMap(({ written, query: text }, at): Job[] => {
          const row = `short questions: ${written}`;
          return [{ row, text, snapshot, isOwn: true }, ...elsewhere(row, text, snapshot, at)];
        })
      : [];
  });
  const nonsense = repositories.flatMap((snapshot, at): Job[] => [
    { row: 'random letters', text: randomLetters(at), snapshot, isOwn: false },
    { row: 'dummy text', text: dummyText(at), snapshot, isOwn: false },
    { row: 'Japanese, about nothing here', text: japanese[at % japanese.length] ?? '', snapshot, isOwn: false },
  ]);
  return [...inSets, ...translated, ...nonsense];
}

/** What is not about software at all. */
const japanese = ['明日の天気はどうですか', '一番近い駅はどこですか', '美味しいラーメンの作り方を教えてください'];
const dummy =
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua'.split(
    ' ',
  );

function dummyText(at: number): string {
  const from = (at * 3) % dummy.length;
  return [...dummy, ...dummy].slice(from, from + 8).join(' ');
}

/** Three words; the same for a number on every machine. */
function randomLetters(seed: number): string {
  let state = seed + 1;
  const next = (): number => {
    state = (state * 48271) % 2147483647;
    return state;
  };
  const word = (): string =>
    Array.from({ length: 5 + (next() % 5) }, () => String.fromCharCode(97 + (next() % 26))).join('');
  return `${word()} ${word()} ${word()}`;
}

function noneTold(): Told {
  return { strong: 0, weak: 0, none: 0 };
}

/**
 * The mean of two shares: answers in the own repository that are taken for one, and answers in another repository that are not.
 * @param taken what is taken for an answer.
 */
export function balancedAccuracy(rows: readonly ConfidenceRow[], taken: readonly Confidence[]): number {
  const pairs = rows.filter(({ own }) => own !== undefined);
  const own = shareOf(
    pairs.flatMap((row) => row.own ?? []),
    taken,
  );
  const other = shareOf(
    pairs.map((row) => row.other),
    taken,
  );
  return (own + (1 - other)) / 2;
}

export function shareOf(all: readonly Told[], levels: readonly Confidence[]): number {
  let [counted, total] = [0, 0];
  for (const told of all) {
    total += told.strong + told.weak + told.none;
    for (const level of levels) counted += told[level];
  }
  return counted / total;
}

export function sumOf(all: readonly Told[]): Told {
  const sum = noneTold();
  for (const told of all) for (const level of ['strong', 'weak', 'none'] as const) sum[level] += told[level];
  return sum;
}

/** The rows of the open sets. */
export function setRows(rows: readonly ConfidenceRow[], sets: readonly SetName[]): ConfidenceRow[] {
  const titles = new Set(sets.map((set) => setsAbout[set].title));
  return rows.filter(({ title }) => titles.has(title));
}
