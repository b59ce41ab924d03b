/**
 * Held-out pairs of a documentation sentence and its code, which no model was trained on. They are shuffled with a fixed seed and
 * put into pools of 1,000; each sentence ranks the code of its pool, and the measure is the mean of 1 / rank of its own code (MRR).
 * Codes with the same score share their ranks. In the variant with the name removed, the definition's identifier is removed from
 * the code wherever it occurs as a whole word, so that the sentence must match what the code does.
 */
import { readFileSync } from 'node:fs';

export interface HeldPair {
  readonly query: string;
  readonly code: string;
  readonly name: string;
  readonly language: string;
}

export const poolSize = 1000;

export function readHeldPairs(file: string): HeldPair[] {
  const pairs: HeldPair[] = [];
  for (const [at, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (!line.trim()) continue;
    const { query, code, name, language } = JSON.parse(line) as Partial<HeldPair>;
    if (!query || !code) throw new Error(`${file}, line ${at + 1}: a pair needs a query and a code`);
    pairs.push({ query, code, name: name ?? '', language: language ?? '' });
  }
  return pairs;
}

/** Only full pools if there is at least one: a small pool is easier. */
export function poolsOf<Pair>(pairs: readonly Pair[]): Pair[][] {
  const all = shuffled(pairs);
  const pools: Pair[][] = [];
  for (let from = 0; from + poolSize <= all.length; from += poolSize) pools.push(all.slice(from, from + poolSize));
  return pools.length > 0 || all.length === 0 ? pools : [all];
}

export function withoutName({ code, name }: Pick<HeldPair, 'code' | 'name'>): string {
  return name === '' ? code : code.replaceAll(/[\p{L}\p{N}_$]+/gu, (word) => (word === name ? '' : word));
}

/** The rank of the right score among all; equal scores share the mean of their ranks. */
export function rankOf(scores: ArrayLike<number>, right: number): number {
  const own = scores[right] ?? 0;
  let above = 0;
  let equal = 0;
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i] ?? 0;
    if (score > own) above++;
    else if (score === own) equal++;
  }
  return 1 + above + (equal - 1) / 2;
}

/** 1 / rank of each query's own code. @param scores of a query against every code of its pool. */
export function reciprocalRanks(size: number, scores: (query: number) => ArrayLike<number>): number[] {
  return Array.from({ length: size }, (_, query) => 1 / rankOf(scores(query), query));
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  const all = [...items];
  let state = 20_261_115;
  const next = (): number => {
    // The upper bits of a 32-bit linear congruential generator: random enough, and the same on every machine.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    const [a, b] = [all[i], all[j]];
    if (a === undefined || b === undefined) continue;
    all[i] = b;
    all[j] = a;
  }
  return all;
}
