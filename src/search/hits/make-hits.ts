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
import { bestSymbol, symbolAt } from './best-symbol';
import { type Hit, type HitParent, type HitPart, type HitPlace, scoreBeforeRepeat } from './hit';
import { HitSpans } from './hit-spans';

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

interface HitOptions {
  readonly limit?: number;
  /** Hits beyond the limit, in the files of those within it. */
  readonly further?: number;
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
  // Further places may have scores between those of others.
  if (further > 0) taken.sort((a, b) => a.rank - b.rank);
  return taken.map(({ hit, duplicates }) => (duplicates.length > 0 ? { ...hit, duplicates } : hit));
}

/** Takes chunks one after the other: what has the phrases and is no copy of a hit is a hit. */
class HitMaker<C extends Candidate> {
  readonly taken: Taken<C>[] = [];
  /** Only the first child carries its parent's text: nothing comes twice. */
  private readonly parents = new Set<string>();
  private readonly spans: HitSpans;

  constructor(
    private readonly query: Query,
    private readonly source: HitSource<C>,
    private readonly options: HitOptions,
  ) {
    this.spans = new HitSpans(query);
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
    const hit = await this.hitOf(one, read);
    taken.push({ candidate, hit, duplicates: [], rank, bareText: once(() => withoutWhiteSpace(hit.text)) });
  }

  private async hitOf(
    { candidate, score, why }: Ranked<C>,
    { isStale, refused: _, enclosing, ...text }: HitText,
  ): Promise<Hit> {
    const { query, source, options } = this;
    const { confidence } = options;
    const { id, path, name, kind, language, scope, note } = candidate.chunk;
    const parent = await this.parentOf(candidate);
    const part = source.partOf?.(candidate);
    const matches = source.matchesOf?.(candidate) ?? [];
    return {
      ...{ id, path, root: source.rootOf(candidate), startLine: text.startLine, endLine: text.endLine, score },
      ...(confidence && { confidence }),
      name,
      ...this.meantBy(candidate, text, matches),
      ...(matches.length > 0 && { matches }),
      ...{ kind, language, scope },
      ...(part && { part }),
      ...source.placeOf?.(candidate),
      text: text.text,
      ...(enclosing.length > 0 && { enclosing }),
      ...(options.context && { context: await source.contextOf(candidate) }),
      ...(note !== undefined && { note }),
      ...(parent && { parent }),
      ...(isStale && { stale: true }),
      why,
      ...(options.explain && { terms: await source.termsOf(candidate, query) }),
    };
  }

  /** The definition that is meant, the line to jump to, and the lines that answer. */
  private meantBy(
    candidate: C,
    text: Pick<HitText, 'text' | 'startLine' | 'endLine'>,
    matches: readonly RegexMatch[],
  ): Pick<Hit, 'symbol' | 'line' | 'spans' | 'bestLines'> {
    const { query, source, spans, taken } = this;
    const { name, symbols, path } = candidate.chunk;
    const named = { name, symbols, ...text };
    const matchLines = matches.map((match) => match.line);
    const [matched] = matchLines;
    const meant = bestSymbol(query, named);
    const weights = spans.weightsIn(source.rootOf(candidate), (term) => source.rarityOf(candidate, term));
    const best = spans.of({ ...text, path, at: taken.length, matchLines, line: meant.line }, weights);
    return {
      symbol: matched === undefined ? meant.symbol : symbolAt(matched, named),
      line: matched ?? meant.line ?? best.bestLines?.[0] ?? text.startLine,
      ...best,
    };
  }

  private async parentOf(candidate: C): Promise<HitParent | undefined> {
    const { parent } = candidate.chunk;
    if (parent === undefined) return undefined;
    const key = `${parent} ${candidate.file}`;
    const isNew = !this.parents.has(key);
    this.parents.add(key);
    return isNew && this.options.parents !== false ? this.source.parentOf(candidate) : undefined;
  }
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
    if (other.hit.name !== name || other.hit.kind !== kind || minCosine > 1) continue;
    if (text !== '' && bareText() === other.bareText()) return other;
    if ((await source.similarity(other.candidate, candidate)) >= minCosine) return other;
  }
  return undefined;
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
