/**
 * The ranking rules. Each looks at one thing that words and vectors do not show. `bonusRules` add to a score: a rule answers from 0
 * (no) to 1 (fully), or more if the sign could not be clearer; its weight is the bonus at 1. `factorRules` multiply a score by their weight where they apply. The
 * signal of a rule is the name of its weight in rank-weights.ts, and what `--explain` prints.
 */

import type { StoredChunk } from '../../index/format/segment-contents';
import { splitWord } from '../../index/terms/split-word';
import { stemBeginning } from '../../index/terms/stem';
import { RecentResults } from '../../shared/recent-results';
import type { Mention } from '../query/mentions';
import { maxFewWords, type RankWeights } from '../rank-weights';
import type { Candidate } from './candidate';
import type { QueryFacts } from './query-facts';

/** What is the same for all candidates of a search. */
interface RuleInput {
  readonly query: QueryFacts;
  readonly weights: RankWeights;
  /** Milliseconds, as in `Date.now()`. */
  readonly now: number;
  /** Is this path one that the user calls important? */
  readonly isImportant: (path: string) => boolean;
}

/** A file that has candidates. */
export interface RankedFile {
  readonly path: string;
  /** The mixed scores of its candidates, complete before any rule runs. */
  readonly scores: number[];
  /** Its name says that it only re-exports what others define. */
  readonly isBarrel: boolean;
  /** How the query mentions it; undefined: not at all. */
  readonly mention: Mention | undefined;
}

/** The weights that are a single number. */
type WeightName = { [Name in keyof RankWeights]: RankWeights[Name] extends number ? Name : never }[keyof RankWeights];

/** Called once per search; the result is called for each candidate. Undefined: the rule says nothing about this query. */
type Prepare<Answer> = (input: RuleInput) => ((candidate: Candidate, file: RankedFile) => Answer) | undefined;
/** The result is called once for each file. */
type PrepareFile = (input: RuleInput) => ((file: RankedFile) => number) | undefined;

/** Applied in this order. */
export const bonusRules = [
  bonusRule('defines', ({ query, weights: { definesShare } }) => {
    if (!query.isPasted) {
      const defines = definesRule(query, definesShare);
      return ({ chunk }) => defines(chunk) * (isLaterPart(chunk) ? definesShare.laterPart : 1);
    }
    if (query.symbols.length === 0) return undefined;
    // The words of a title spell the names of many definitions by chance.
    const named = definesRule({ symbols: query.symbols, words: new Map() }, definesShare);
    return ({ chunk }) => definesShare.pasted * named(chunk);
  }),
  fileRule('path', ({ query, weights }) => {
    const names = namesFileRule(query, weights.pathShare);
    return ({ path }) => names(path);
  }),
  fileRule('mention', ({ query: { mentions }, weights: { mentionShare } }) => {
    if (mentions.isEmpty) return undefined;
    return ({ mention }) => mentionShare[Math.min(mention?.parts ?? 0, mentionShare.length) - 1] ?? 0;
  }),
  fileRule('frame', ({ query: { mentions } }) => (mentions.isEmpty ? undefined : ({ mention }) => mention?.frame ?? 0)),
  bonusRule('line', ({ query: { mentions } }) => {
    if (mentions.isEmpty) return undefined;
    return ({ chunk: { startLine, endLine } }, { mention }) =>
      mention?.lines.some((line) => startLine <= line && line <= endLine) ? 1 : 0;
  }),
  fileRule('coherence', ({ weights }) => {
    return ({ scores }) => coherence(scores, weights.coherenceStep);
  }),
  bonusRule('recency', ({ weights, now }) => {
    return ({ mtimeMs }) => recency(mtimeMs, now, weights.halfLifeDays);
  }),
  bonusRule('usage', () => {
    return ({ uses }) => usage(uses);
  }),
  fileRule('importance', ({ isImportant }) => {
    return ({ path }) => (isImportant(path) ? 1 : 0);
  }),
];

/** Applied in this order, after the bonuses and the factors of file roles. */
export const factorRules = [
  factorRule('bare', () => {
    return ({ chunk }, { isBarrel }) => isBare(chunk, isBarrel);
  }),
];

function bonusRule<Signal extends WeightName>(signal: Signal, prepare: Prepare<number>) {
  return { signal, prepare };
}

/** For rules that look only at the file. */
function fileRule<Signal extends WeightName>(signal: Signal, prepareFile: PrepareFile) {
  return bonusRule(signal, (input) => {
    const rule = prepareFile(input);
    const fits = new Map<RankedFile, number>();
    return (
      rule &&
      ((_candidate, file) => {
        const fit = fits.get(file) ?? rule(file);
        fits.set(file, fit);
        return fit;
      })
    );
  });
}

function factorRule<Signal extends WeightName>(signal: Signal, prepare: Prepare<boolean>) {
  return { signal, prepare };
}

type Named = Pick<StoredChunk, 'name' | 'symbols' | 'kind'>;

/**
 * Does the chunk define a name in the query? Code that uses a name contains it more often than the code that defines it, so counting
 * words finds the wrong one first.
 */
export function definesRule(
  { symbols, words }: Pick<QueryFacts, 'symbols' | 'words'>,
  { otherCase, spelled }: Pick<RankWeights['definesShare'], 'otherCase' | 'spelled'>,
): (chunk: Named) => number {
  const exact = new Set(symbols);
  const lowered = new Set(symbols.map(plainName));
  const beginnings = [...new Set(Array.from(words.keys(), stemBeginning))];
  const isPlain = symbols.length === 0 && words.size <= maxFewWords;
  const fitOf = (name: string): number => {
    if (name === '') return 0;
    if (exact.has(name)) return 1;
    const plain = plainName(name);
    if (lowered.has(plain)) return otherCase;
    // Splitting is slow, and hardly any name begins with a word of the query.
    const mayShare = beginnings.some((beginning) => plain.startsWith(beginning)) || /[^\0-\x7f]/.test(plain);
    const share = mayShare ? shareOfQuery(name, words) : 0;
    return share > 0.999 && isPlain ? spelled : share;
  };
  return (chunk) => {
    let best = fitOf(ownName(chunk.name));
    for (const symbol of chunk.symbols) if (symbol !== chunk.name) best = Math.max(best, fitOf(ownName(symbol)));
    return best;
  };
}

/** Kinds of chunks whose name is a title or a key, not a definition in code. */
export const notDefinitions: ReadonlySet<string> = new Set([
  ...['section', 'paragraph', 'list', 'quote', 'code-block', 'formula', 'markup', 'metadata', 'cell', 'turn'],
  ...['message', 'imports', 'statements', 'comment', 'lines', 'element', 'key'],
]);

/** Is it a part of a definition that begins in another chunk? Its symbols are those that begin in it. */
function isLaterPart({ name, symbols, kind }: Named): boolean {
  return name !== '' && !symbols.includes(name) && !notDefinitions.has(kind);
}

/** Without its qualifier: `Router.add` is `add`, `std::sort` is `sort`. */
function ownName(name: string): string {
  return /[.:#]/.test(name) ? (name.split(/[.:#]+/).at(-1) ?? name) : name;
}

/** `_parse`, `$parse` and `parse_` are `parse` for one who asks. */
function plainName(name: string): string {
  const lower = name.toLowerCase();
  return isLetter(lower, 0) && isLetter(lower, lower.length - 1)
    ? lower
    : lower.replace(/^[^\p{L}\p{N}]+|[_$]+$/gu, '');
}

function isLetter(lower: string, at: number): boolean {
  const unit = lower.charCodeAt(at);
  return unit >= 97 && unit <= 122;
}

/** The share of the query that the parts of a name make up; 0 unless all of them are words of the query. */
function shareOfQuery(name: string, words: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const part of splitWord(name).parts) {
    const share = words.get(part);
    if (share === undefined) return 0;
    sum += share;
  }
  return sum;
}

/**
 * Do the words of the query name the file, or the folder it is in? The author of a file chose the words that say best what it is
 * about. The geometric mean of how much of the query the name has and how much of the name the query has, so that `router.ts` is
 * better for "router" than `startRouterModuleRunner.ts`.
 */
export function namesFileRule(
  { words }: Pick<QueryFacts, 'words'>,
  { folder: folderShare, minCovered }: RankWeights['pathShare'],
): (path: string) => number {
  const asked = [...words];
  return (path) => {
    const { stem, folder } = recentPaths.get(path, wordsOfPath);
    let named = 0;
    let matched = 0;
    for (const [word, share] of asked) {
      const isStem = stem.includes(word);
      named += isStem ? share : folder.includes(word) ? share * folderShare : 0;
      if (isStem) matched++;
    }
    // The minimum is for files of which only the folder is named.
    const covered = Math.max(minCovered, matched / Math.max(1, stem.length));
    return Math.sqrt(Math.min(1, named) * covered);
  };
}

/** Each word once. */
type PathWords = { readonly stem: readonly string[]; readonly folder: readonly string[] };

/** A file is a candidate of many queries, and a folder has many files. */
const recentPaths = new RecentResults<string, PathWords>(1 << 12);
const recentFolders = new RecentResults<string, readonly string[]>(1 << 12);

function wordsOfPath(path: string): PathWords {
  const slash = path.lastIndexOf('/');
  const file = path.slice(slash + 1);
  const dot = file.indexOf('.', 1);
  const folder = slash < 0 ? '' : path.slice(path.lastIndexOf('/', slash - 1) + 1, slash);
  return { stem: partsOf(dot > 0 ? file.slice(0, dot) : file), folder: recentFolders.get(folder, partsOf) };
}

function partsOf(name: string): string[] {
  return [...new Set((name.match(/[\p{L}\p{N}_$]+/gu) ?? []).flatMap((word) => splitWord(word).parts))];
}

const barrel = /^(?:index|mod|lib|main|__init__|init|package|exports?)\.\w+$/;

/** Does the name of a file say that it only re-exports what others define? */
export function isBarrelFile(path: string): boolean {
  return barrel.test(path.slice(path.lastIndexOf('/') + 1));
}

/** Does a chunk only re-export or introduce: imports, re-exports, licences? It has all the words, but the code is elsewhere. */
export function isBare(chunk: Named, isBarrel: boolean): boolean {
  if (chunk.kind === 'imports' || chunk.kind === 'comment') return true;
  return isBarrel && chunk.symbols.length === 0;
}

/** How good are the other chunks of a file? Several that fit make the file a likelier place than one that fits by chance. */
export function coherence(scores: readonly number[], step: number): number {
  const [, ...others] = [...scores].sort((a, b) => b - a);
  let sum = 0;
  let share = step;
  for (const score of others) {
    sum += share * score;
    share *= step;
  }
  return sum;
}

/** Fades smoothly: half after `days`, a quarter after twice as many. */
export function recency(mtimeMs: number, now: number, days: number): number {
  return 2 ** (-Math.max(0, now - mtimeMs) / (days * 86_400_000));
}

/**
 * Importance grows by the logarithm of uses, so the first uses count most. Scaled to 0…1, because no number of uses may outweigh what
 * was asked for.
 */
export function usage(uses: number): number {
  const importance = Math.log2(1 + Math.max(0, uses));
  return importance / (1 + importance);
}
