/** Makes hits from ranked chunks: reads their texts, checks phrases, and merges hits that are nearly the same. */
import type { TermShare } from '../../index/lexical/explain-score';
import { once } from '../../shared/once';
import { matchesText, type Query } from '../query/query';
import { messageMatcher } from '../query/text/messages';
import type { Candidate } from '../rank/candidate';
import type { Confidence } from '../rank/confidence';
import type { Ranked } from '../rank/rank';
import { defaultWeights, type RankWeights } from '../rank-weights';
import type { RegexMatch } from '../regex/regex-match';
import type { HitText } from '../view/source-texts';
import { byScore, type Hit, type HitParent, type HitPart, type HitPlace, scoreBeforeRepeat } from './hit';
import { type HitPlacement, HitSpans } from './hit-spans';
import { linesOf } from './spans';

/** Where the texts of ranked chunks come from: files, or a database. */
export interface HitSource<C extends Candidate> {
  /** The folder that the chunk's path is relative to. */
  rootOf(candidate: C): string;
  textOf(candidate: C): Promise<HitText>;
  contextOf(candidate: C): Promise<string>;
  /** Where the regular expressions of the query match in it; empty if there are none. */
  matchesOf?(candidate: C): readonly RegexMatch[];
  /** Place among the searched chunks of the file, where it is known without reading anything. */
  placeOf?(candidate: C): { readonly sequence: number; readonly total: number } | undefined;
  /** Which part of a definition it is, where the definition did not fit into one chunk. */
  partOf?(candidate: C): HitPart | undefined;
  parentOf(candidate: C): Promise<HitParent | undefined>;
  termsOf(candidate: C, query: Query): Promise<readonly TermShare[]>;
  /** How informative a term is: larger, the fewer chunks have it. */
  rarityOf(candidate: C, term: string): number;
  /** Cosine; 0 where a vector is missing. */
  similarity(a: C, b: C): Promise<number>;
}

export interface HitOptions {
  readonly limit?: number;
  /** Hits beyond the limit, in the files of those within it. */
  readonly further?: number;
  /** One hit for each chunk. Default: one for each definition that answers. */
  readonly byChunk?: boolean;
  readonly byParent?: boolean;
  readonly parents?: boolean;
  readonly context?: boolean;
  readonly explain?: boolean;
  readonly weights?: RankWeights;
  readonly confidence?: Confidence;
  readonly signal?: AbortSignal;
}

/** The best chunks that contain the phrases, with their texts. */
export async function makeHits<C extends Candidate>(
  found: readonly Ranked<C>[],
  query: Query,
  source: HitSource<C>,
  options: HitOptions,
): Promise<Hit[]> {
  const { limit = 10, further = 0, weights = defaultWeights } = options;
  const ranked = await addMessageBonus(found, query, async (one) => (await source.textOf(one)).text, weights);
  const maker = new HitMaker(query, source, options);
  const { taken } = maker;
  let next = 0;
  for (; next < ranked.length && taken.length < limit; next++) await maker.take(ranked[next], next);
  const all = taken.length + further;
  for (const rank of further > 0 ? furtherPlaces(ranked, next, taken) : []) {
    if (taken.length >= all) break;
    await maker.take(ranked[rank], rank);
  }
  const rows = taken.flatMap(({ hit, others, duplicates, rank }) => [
    { hit: duplicates.length > 0 ? { ...hit, duplicates } : hit, rank },
    ...(options.byChunk || options.byParent
      ? []
      : others.map((other) => ({ hit: other, rank: rankOf(other, rank, ranked) }))),
  ]);
  // Further places, and other definitions of a chunk, may have scores between those of others.
  return rows
    .sort((a, b) => a.rank - b.rank || byScore(a.hit, b.hit))
    .slice(0, limit + further)
    .map(({ hit }) => hit);
}

/** Between the chunks with more and those with less; behind the chunk that it is in. */
function rankOf({ score = 0 }: Hit, own: number, ranked: readonly Ranked<Candidate>[]): number {
  let rank = own;
  while ((ranked[rank + 1]?.score ?? 0) > score) rank++;
  return rank + 0.5;
}

/** Those that are placed, not ranked, have no score. */
type ScoredChunk<C extends Candidate> = Omit<Ranked<C>, 'score'> & { readonly score?: number };

/** Takes chunks one after the other: what has the phrases and is no copy of a hit is a hit. */
export class HitMaker<C extends Candidate> {
  readonly taken: Taken<C>[] = [];
  /** Only the first child carries its parent's text: nothing comes twice. */
  private readonly parents = new Set<string>();
  private readonly spans: HitSpans;

  constructor(
    private readonly query: Query,
    private readonly source: HitSource<C>,
    private readonly options: HitOptions,
  ) {
    this.spans = new HitSpans(query, options.byChunk || options.byParent);
  }

  async take(one: Ranked<C> | undefined, rank: number): Promise<void> {
    const { query, source, taken, options } = this;
    options.signal?.throwIfAborted();
    if (!one) return;
    const { candidate } = one;
    const read = await source.textOf(candidate);
    if (read.refused || !matchesText(query, read.text)) return;
    // A regular expression asks for places, and a copy is another place.
    const minCosine = query.regexes.length > 0 ? Infinity : (options.weights ?? defaultWeights).duplicateCosine;
    const original = await originalOf(candidate, read.text, taken, source, minCosine);
    if (original) {
      const { path } = candidate.chunk;
      const { startLine, endLine } = read;
      const root = source.rootOf(candidate);
      original.duplicates.push({ path, startLine, endLine, ...(root !== original.hit.root && { root }) });
      return;
    }
    const [hit, ...others] = await this.hitsOf(one, read);
    if (!hit) return;
    taken.push({ candidate, hit, others, duplicates: [], rank, bareText: once(() => withoutWhiteSpace(read.text)) });
  }

  /**
   * One for each definition that answers, the best first. None of a parent that an earlier hit has, if each is wanted once.
   * @param line that is meant, where nothing was ranked.
   */
  async hitsOf({ candidate, score, why }: ScoredChunk<C>, read: HitText, line?: number): Promise<Hit[]> {
    const { query, source, options } = this;
    const { confidence } = options;
    const { id, path, language, note, name } = candidate.chunk;
    const isFirst = this.isFirstOfParent(candidate);
    if (options.byParent && !isFirst) return [];
    const parent = isFirst && options.parents !== false ? await source.parentOf(candidate) : undefined;
    const part = source.partOf?.(candidate);
    const matches = source.matchesOf?.(candidate) ?? [];
    const place = { id, path, root: source.rootOf(candidate) };
    const chunk = { startLine: read.startLine, endLine: read.endLine };
    const context = options.context ? { context: await source.contextOf(candidate) } : {};
    const terms = options.explain ? { terms: await source.termsOf(candidate, query) } : {};
    const rows = this.meantBy(candidate, read, line === undefined ? matches : [{ line }]);
    const isIn = ({ line }: RegexMatch, row: HitPlacement): boolean => row.startLine <= line && line <= row.endLine;
    // No match is lost: the first row has those that are in none.
    const matchesOf = (row: HitPlacement): RegexMatch[] =>
      matches.filter((match) => (row === rows[0] && !rows.some((each) => isIn(match, each))) || isIn(match, row));
    return rows.map((row, at): Hit => {
      const { share, startLine, endLine, text, ...meant } = row;
      return {
        ...{ ...place, startLine, endLine },
        ...(score !== undefined && { score: score * share }),
        ...(confidence && { confidence }),
        ...meant,
        ...(endLine - startLine < read.endLine - read.startLine && { chunk }),
        ...(matches.length > 0 && { matches: matchesOf(row) }),
        language,
        ...(part && meant.name === name && { part }),
        ...source.placeOf?.(candidate),
        text,
        ...enclosingIn(read.enclosing, startLine),
        ...context,
        ...(note !== undefined && { note }),
        ...(parent && at === 0 && { parent }),
        ...(read.isStale && { stale: true }),
        why: share === 1 ? why : why.map((each) => ({ ...each, share: each.share * share })),
        ...terms,
      };
    });
  }

  /** The definitions that answer, each with the line to jump to and the lines that answer. */
  private meantBy(candidate: C, read: HitText, matches: readonly Pick<RegexMatch, 'line'>[]): HitPlacement[] {
    const { query, source, spans, taken } = this;
    const { text, startLine, endLine, definitions } = read;
    const { name, kind, scope, path } = candidate.chunk;
    const weights = spans.weightsIn(source.rootOf(candidate), (term) => source.rarityOf(candidate, term));
    const matchLines = [...matches.map(({ line }) => line), ...phraseLines(query, text, startLine)];
    const place = { path, text, startLine, endLine, definitions, own: { name, kind, scope }, matchLines };
    return spans.of({ ...place, at: taken.length }, weights);
  }

  /** True for a chunk without parent. */
  private isFirstOfParent({ chunk: { parent }, file }: C): boolean {
    const before = this.parents.size;
    return parent === undefined || this.parents.add(`${parent} ${file}`).size > before;
  }
}

function enclosingIn(enclosing: HitText['enclosing'], startLine: number): Pick<Hit, 'enclosing'> {
  const around = enclosing.filter(({ lastLine }) => lastLine >= startLine);
  return around.length > 0 ? { enclosing: around } : {};
}

/** Further chunks of the files that were taken, from `next` on, by their scores before further chunks of a file count less. */
function furtherPlaces<C extends Candidate>(
  ranked: readonly Ranked<C>[],
  next: number,
  taken: readonly Taken<C>[],
): number[] {
  const files = new Set(taken.map(({ candidate }) => candidate.file));
  const places: { readonly rank: number; readonly score: number }[] = [];
  ranked.forEach((one, rank) => {
    if (rank >= next && files.has(one.candidate.file)) places.push({ rank, score: scoreBeforeRepeat(one) });
  });
  return places.sort((a, b) => b.score - a.score).map(({ rank }) => rank);
}

interface Taken<C extends Candidate> {
  readonly candidate: C;
  readonly hit: Hit;
  /** Of other definitions in the chunk. */
  readonly others: readonly Hit[];
  readonly duplicates: HitPlace[];
  /** Without white space. */
  readonly bareText: () => string;
  /** 0-based place among the ranked chunks. */
  readonly rank: number;
}

/** The hit that this one is a copy of. Copies keep the name; code that is only similar does not. */
async function originalOf<C extends Candidate>(
  candidate: C,
  text: string,
  taken: readonly Taken<C>[],
  source: HitSource<C>,
  minCosine: number,
): Promise<Taken<C> | undefined> {
  const { name, kind } = candidate.chunk;
  const bareText = once(() => withoutWhiteSpace(text));
  for (const other of taken) {
    if (other.candidate.chunk.name !== name || other.candidate.chunk.kind !== kind || minCosine > 1) continue;
    if (text !== '' && bareText() === other.bareText()) return other;
    if ((await source.similarity(other.candidate, candidate)) >= minCosine) return other;
  }
  return undefined;
}

/** The lines where the phrases of a query begin, 1-based. */
function phraseLines({ phrases }: Query, text: string, startLine: number): number[] {
  if (phrases.any.length === 0) return [];
  const lines = linesOf(text);
  return lines.flatMap((line, at) => (phrases.any.some(({ find }) => find(line)) ? [startLine + at] : []));
}

function withoutWhiteSpace(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

// Chunks that contain a message of a pasted text as a literal (text/messages.ts) move up: the code that says it is near the code
// that is meant. The index has no texts, so those of the best candidates are read; further ones are left as they are.

/** @param textOf the text of a chunk. */
export async function addMessageBonus<C extends Candidate>(
  ranked: readonly Ranked<C>[],
  { parts: { isPasted, messages } }: Pick<Query, 'parts'>,
  textOf: (candidate: C) => Promise<string>,
  { message: weight, messageFit: { min, read, maxChunks } }: RankWeights,
): Promise<readonly Ranked<C>[]> {
  if (!isPasted || messages.length === 0 || weight === 0) return ranked;
  const texts = await Promise.all(ranked.slice(0, read).map(({ candidate }) => textOf(candidate)));
  const fits = new Float64Array(texts.length);
  for (const matches of messages.map(messageMatcher)) {
    const scores = texts.map(matches);
    // What many chunks say tells none of them apart.
    if (scores.filter((score) => score >= min).length > maxChunks) continue;
    scores.forEach((score, i) => {
      if (score >= min) fits[i] = Math.max(fits[i] ?? 0, score);
    });
  }
  if (fits.every((fit) => fit === 0)) return ranked;
  const best = ranked[0]?.score ?? 0;
  return ranked
    .map((one, i): Ranked<C> => {
      const share = weight * (fits[i] ?? 0) * best;
      const { candidate, score, why } = one;
      return share > 0 ? { candidate, score: score + share, why: [...why, { signal: 'message', share }] } : one;
    })
    .sort((a, b) => b.score - a.score);
}
