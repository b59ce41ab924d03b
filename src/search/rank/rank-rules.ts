/**
 * The ranking rules. Each looks at one thing that words and vectors do not tell, and answers from 0 (no) to 1 (fully); what that is
 * worth is in weights.ts.
 */

import type { StoredChunk } from '../../index/format/segment-contents';
import { splitWord } from '../../index/terms/split-word';
import { RecentResults } from '../../shared/recent-results';
import type { Asked } from './asked-query';

type Named = Pick<StoredChunk, 'name' | 'symbols' | 'kind'>;

/**
 * Whether the chunk defines what is asked for by name. Code that uses a name has it more often than the code that defines it, so
 * counting words finds the wrong one first.
 */
export function definer({ symbols, words }: Asked): (chunk: Named) => number {
  const exact = new Set(symbols);
  const lowered = new Set(symbols.map((symbol) => symbol.toLowerCase()));
  // By two letters, since words are stems.
  const beginnings = [...new Set(Array.from(words.keys(), (word) => word.slice(0, 2)))];
  const fitOf = (name: string): number => {
    if (name === '') return 0;
    if (exact.has(name)) return 1;
    const lower = name.toLowerCase();
    if (lowered.has(lower)) return 0.8;
    // Splitting costs, and hardly any name begins with a word of the query.
    const letters = isLetter(lower) ? lower : lower.replace(/^[^\p{L}\p{N}]+/u, '');
    return beginnings.some((beginning) => letters.startsWith(beginning)) ? 0.8 * told(name, words) : 0;
  };
  return (chunk) => {
    let best = fitOf(ownName(chunk.name));
    // One of several definitions in the chunk says less than the one it is named after.
    for (const symbol of chunk.symbols) if (symbol !== chunk.name) best = Math.max(best, 0.8 * fitOf(ownName(symbol)));
    return best;
  };
}

/** For one chunk; of many, each by the same `definer`. */
export function defines(asked: Asked, chunk: Named): number {
  return definer(asked)(chunk);
}

/** Without what it belongs to: `Router.add`, `std::sort`. */
function ownName(name: string): string {
  return /[.:#]/.test(name) ? (name.split(/[.:#]+/).at(-1) ?? name) : name;
}

function isLetter(lower: string): boolean {
  const unit = lower.charCodeAt(0);
  return unit >= 97 && unit <= 122;
}

/** How much the parts of a name tell, where all of them are words of the query. */
function told(name: string, words: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const part of splitWord(name).parts) {
    const share = words.get(part);
    if (share === undefined) return 0;
    sum += share;
  }
  return sum;
}

/**
 * Whether the words of the query name the file: its own name, or the folder it is in. Who wrote the file has chosen the words that
 * say best what it is about. Counts both ways, as a geometric mean: how much of the query the name has, and how much of the name the
 * query has, so that `router.ts` is better for "router" than `startRouterModuleRunner.ts`.
 */
export function namesFile({ words }: Asked, path: string): number {
  const { stem, folder } = remembered.get(path, wordsOfPath);
  let told = 0;
  let matched = 0;
  for (const [word, share] of words) {
    const isStem = stem.includes(word);
    told += isStem ? share : folder.includes(word) ? share / 2 : 0;
    if (isStem) matched++;
  }
  const covered = Math.max(leastCovered, matched / Math.max(1, stem.length));
  return Math.sqrt(Math.min(1, told) * covered);
}

/** Where only the folder is named. */
const leastCovered = 0.25;

/** Each word once. */
interface PathWords {
  readonly stem: readonly string[];
  readonly folder: readonly string[];
}

/** A file is a candidate of many queries. */
const remembered = new RecentResults<string, PathWords>(1 << 12);

function wordsOfPath(path: string): PathWords {
  const parts = path.split('/');
  const file = parts.at(-1) ?? '';
  const dot = file.indexOf('.', 1);
  return { stem: partsOf(dot > 0 ? file.slice(0, dot) : file), folder: partsOf(parts.at(-2) ?? '') };
}

function partsOf(name: string): string[] {
  return [...new Set((name.match(/[\p{L}\p{N}_$]+/gu) ?? []).flatMap((word) => splitWord(word).parts))];
}

/** Files whose name says that they only hand on what others define. */
const barrel = /^(?:index|mod|lib|main|__init__|init|package|exports?)\.\w+$/;

/** Whether a chunk only hands on or introduces: imports, re-exports, licences. The words are all there, the code is elsewhere. */
export function isBare(chunk: Named & Pick<StoredChunk, 'path'>): boolean {
  if (chunk.kind === 'imports' || chunk.kind === 'comment') return true;
  return chunk.symbols.length === 0 && barrel.test(chunk.path.slice(chunk.path.lastIndexOf('/') + 1));
}

/** How good the other chunks of a file are: several that fit make the file a likelier place than one that happens to. */
export function coherence(scores: readonly number[]): number {
  const [, ...others] = [...scores].sort((a, b) => b - a);
  let sum = 0;
  let share = 0.5;
  for (const score of others) {
    sum += share * score;
    share /= 2;
  }
  return sum;
}

/** Fades smoothly: half after `days`, a quarter after twice as many. */
export function recency(mtimeMs: number, now: number, days: number): number {
  return 2 ** (-Math.max(0, now - mtimeMs) / (days * 86_400_000));
}

/** The first uses count most. */
export function usage(uses: number): number {
  return 1 - 1 / (1 + Math.log2(1 + Math.max(0, uses)));
}
