/**
 * Search over one or several indexes, one per folder. Each offers its best rows by words and by vectors; these are ranked together
 * (rank.ts), and the best become hits with their text. Before each search, indexes that grew or were replaced are refreshed. Surfaces
 * ask src/engine/code-index.ts, which asks again if a file changes under a search.
 */

import type { Embedder } from '../embedding/embedder';
import type { IndexFileProblem } from '../index/file/index-error';
import { askAgainIfEmpty } from './ask-again';
import type { Hit } from './hits/hit';
import { type FoundChunk, IndexHits } from './hits/index-hits';
import { makeHits } from './hits/make-hits';
import { placedHits } from './hits/placed-hits';
import { missingNames } from './missing-names';
import { knowsOnlyEnglish } from './near-words/english-words';
import { readQuery } from './near-words/read-query';
import { orderRows, type PersonalRanking } from './order-rows';
import {
  embeddedText,
  isListing,
  type ParsedQuery,
  parseQuery,
  type Query,
  type QueryOptions,
  type ShownQuery,
  shownQuery,
  titleQuery,
} from './query/query';
import { type QueryProblem, queryProblem } from './query/query-problem';
import { searchedTerms } from './query/query-terms';
import type { SearchArea, SearchMode } from './query/search-choices';
import { type Confidence, confidenceFacts, confidenceOf } from './rank/confidence';
import { candidateCount, noQuery, queryFacts, repeatOf, vectorShareOf } from './rank/query-facts';
import type { Ranked } from './rank/rank';
import { type ScoreScale, scoreScaleOf } from './rank/score-scale';
import { defaultWeights, type RankWeights } from './rank-weights';
import { RegexRows, searchRegexes } from './regex/regex-search';
import { mentionedRows } from './view/find-rows';
import { type FramePlace, framePlaces } from './view/frame-places';
import type { IndexView } from './view/index-view';
import { type FoundPlace, listedPlaces } from './view/listed-places';
import { allowedRows, type IsHidden } from './view/row-filters';
import { rarityIn, refusedFileNotices, ViewLexicon } from './view/searched-views';
import type { Rechunk } from './view/source-texts';

export interface SearchOptions extends QueryOptions {
  readonly limit?: number;
  /** Also so many further places in the files of the hits, if they have them; they may make good use of a token budget. Default 0. */
  readonly further?: number;
  /** One hit for each chunk, with all its lines; what filters alone list stays definitions. Default: one for each definition that answers. */
  readonly byChunk?: boolean;
  readonly mode?: SearchMode;
  /** The frames of a pasted trace come first. Default true. */
  readonly frames?: boolean;
  /** One hit for each parent, that of its best chunk: all its lines, and the parent. */
  readonly byParent?: boolean;
  /** The first hit of a parent carries the parent. Default true. */
  readonly parents?: boolean;
  /** Search these areas alone (view/row-filters.ts). Default: all. */
  readonly only?: readonly SearchArea[];
  /** Files that are not searched in a view; undefined: none. Default: none in all views. */
  readonly hiddenIn?: (view: IndexView) => IsHidden | undefined;
  /** Read words that the indexes do not have as near words that they have (near-words/). Default true. */
  readonly nearWords?: boolean;
  /** Give each hit its context; each file is parsed for it. */
  readonly context?: boolean;
  /** Give each hit the share of each word. */
  readonly explain?: boolean;
  readonly weights?: RankWeights;
  /** Recency, usage and importance; left out: none of them counts. */
  readonly ranking?: PersonalRanking | undefined;
  readonly signal?: AbortSignal;
}

export interface SearchAnswer {
  readonly hits: readonly Hit[];
  /** Parts of the query that could not be used. */
  readonly problems: readonly QueryProblem[];
  /** Other things to know: an index that cannot be read or is damaged, a model that is not available. */
  readonly notices: readonly string[];
  /** How sure it is that the hits answer the query; not for similar code. */
  readonly confidence?: Confidence;
  /** Indexes that are damaged or cannot be read; their messages are also in `notices`. */
  readonly indexProblems?: readonly IndexFileProblem[];
  /** How many there are in all; only where filters alone list them. */
  readonly total?: number;
  /** The query as it was read; not for similar code. */
  readonly asked?: ShownQuery;
  /** What the scores were normalised by: with it, `joinAnswers` compares them with those of another answer. */
  readonly scale?: ScoreScale | undefined;
}

export interface RankedAnswer {
  readonly ranked: readonly Ranked<FoundChunk>[];
  readonly confidence: Confidence;
  readonly scale?: ScoreScale;
  readonly query: Query;
  readonly problems: readonly QueryProblem[];
  readonly notices: readonly string[];
}

/** A query with its vectors. */
interface AskedQuery {
  readonly query: Query;
  /** Before words were read as others. */
  readonly typed: Query;
  /** Of a pasted text. */
  readonly title: Query | undefined;
  /** Of the query and of its title, by model, for each available model that made one of the indexes. */
  readonly vectors: ReadonlyMap<string, readonly Float32Array[]>;
}

/** What an answer gets from a search of one kind. */
type FoundHits = Omit<SearchAnswer, 'notices' | 'asked' | 'indexProblems'>;

/** Of the hits; the rest is for related code. */
const frameShare = 0.7;

/** The model with this id; undefined: it is not available. */
export type FindEmbedder = (model: string) => Promise<Embedder | undefined>;

export class Searcher {
  private readonly embedderOf: FindEmbedder;

  /** @param embedder a model, or a function that finds one; it is called only if a search needs the model. */
  constructor(
    readonly views: readonly IndexView[],
    embedder: Embedder | FindEmbedder | undefined,
    private readonly rechunk: Rechunk,
  ) {
    this.embedderOf =
      typeof embedder === 'function' ? embedder : async (model) => (embedder?.id === model ? embedder : undefined);
  }

  async search(source: string, options: SearchOptions = {}): Promise<SearchAnswer> {
    const ask = async (parsed: ParsedQuery): Promise<SearchAnswer> => {
      const { query, problems } = await this.read(parsed, options);
      const asked = await this.asked(query, parsed.query, options);
      return this.withHeldViews(async (notices, found) => {
        const isList = isListing(query) && !problems.some(({ is }) => is === 'bad-regex');
        const answer = isList ? await this.list(query, options) : await this.rankedHits(asked, notices, options);
        const all = [...problems, ...answer.problems, ...missingNames(this.views, parsed.query, answer.hits)];
        const told = [...notices, ...refusedFileNotices(this.views)];
        return { ...answer, problems: all, notices: told, asked: shownQuery(parsed, all), ...found };
      });
    };
    return askAgainIfEmpty(source, options, ask);
  }

  /** What passes the filters of a query without words. */
  private async list(query: Query, options: SearchOptions): Promise<FoundHits> {
    const { limit = 10, only, hiddenIn } = options;
    const { places, total } = listedPlaces(this.views, query, { limit, only, hiddenIn });
    const source = new IndexHits(this.rechunk);
    const hits = await placedHits(places, query, source, { ...options, byChunk: false });
    return { hits, total, problems: [] };
  }

  /** Frames of a trace, then the best hits. */
  private async rankedHits(asked: AskedQuery, notices: string[], options: SearchOptions): Promise<FoundHits> {
    const { query } = asked;
    const matched = await this.matchRegexes(query, options);
    const source = new IndexHits(this.rechunk, matched?.rows);
    const places = this.frames(query, options);
    const frames = await placedHits(places, query, source, options);
    const { ranked, scale, ...found } = this.rankFound(asked, notices, options, matched?.rows);
    // What a trace names is there.
    const confidence = frames.length > 0 && found.confidence === 'none' ? 'weak' : found.confidence;
    const others = ranked.filter(({ candidate }) => !places.some((place) => isSameRow(place, candidate)));
    const limit = (options.limit ?? 10) - frames.length;
    const hits = [...frames, ...(await makeHits(others, query, source, { ...options, limit, confidence }))];
    return { hits, confidence, problems: matched?.problems ?? [], ...(scale && { scale }) };
  }

  private frames(query: Query, { frames = true, limit = 10, only, hiddenIn }: SearchOptions): readonly FramePlace[] {
    const { isPasted, frames: read } = query.parts;
    if (!frames || !isPasted || read.length === 0 || query.regexes.length > 0) return [];
    const allowed = new Map(this.views.map((view) => [view, allowedRows(view, query, only, hiddenIn?.(view))]));
    const isAllowed = ({ view, segment, row }: FoundPlace): boolean => allowed.get(view)?.[segment]?.[row] !== 0;
    return framePlaces(this.views, read, Math.ceil(limit * frameShare), isAllowed);
  }

  /** The order of chunks, without their texts; phrases are not checked. */
  async rank(source: string, options: SearchOptions = {}): Promise<RankedAnswer> {
    const parsed = parseQuery(source, options);
    const { query, problems } = await this.read(parsed, options);
    const asked = await this.asked(query, parsed.query, options);
    return this.withHeldViews(async (notices) => {
      const matched = await this.matchRegexes(query, options);
      return { ...this.rankFound(asked, notices, options, matched?.rows), query, problems, notices };
    });
  }

  /** The rows that match the regular expressions of a query; undefined: it has none. */
  private async matchRegexes(query: Query, { only, hiddenIn, signal }: SearchOptions) {
    if (query.regexes.length === 0) return undefined;
    const { rows, problems } = await searchRegexes(this.views, query, this.rechunk, { only, hiddenIn, signal });
    return { rows: new RegexRows(rows), problems };
  }

  /** The query with near words in place of those that the indexes do not have. */
  private async read(
    { query, problems }: ParsedQuery,
    { nearWords = true }: SearchOptions,
  ): Promise<Pick<ParsedQuery, 'query' | 'problems'>> {
    if (!nearWords || query.text === '') return { query, problems };
    for (const view of this.views) view.refresh();
    const lexicals = this.views.map(({ lexical }) => lexical);
    const { query: read, words } = await readQuery(query, lexicals);
    const notice = words.length > 0 ? [queryProblem({ is: 'read-as', words }, 0, 0)] : [];
    return { query: read, problems: [...problems, ...notice] };
  }

  private rankFound(
    { query, typed, title, vectors }: AskedQuery,
    notices: string[],
    options: SearchOptions,
    matched: RegexRows | undefined,
  ): Pick<RankedAnswer, 'ranked' | 'confidence' | 'scale'> {
    const { weights = defaultWeights, mode = 'hybrid', limit = 10 } = options;
    if (query.text === '') {
      const found = matched?.foundAlone() ?? [];
      const ranked = orderRows(found, { ...noQuery, roles: new Set() }, 0, weights.repeat.topic, options);
      return { ranked, confidence: ranked.length > 0 ? 'strong' : 'none' };
    }
    const lexicon = new ViewLexicon(this.views);
    const count = candidateCount(query, title !== undefined, limit, weights);
    const facts = queryFacts(query, title, (term) => lexicon.rarity(term));
    const found = this.views.flatMap((view) => {
      const [vector, titleVector] = vectors.get(view.model) ?? [];
      if (!vector && mode !== 'keyword')
        notices.push(
          `the index of ${view.root} was made with the model ${view.model}, which is not available: results are found by words alone`,
        );
      const isByWords = mode !== 'semantic' || !vector;
      const whole = { terms: isByWords ? searchedTerms(query, (term) => rarityIn(view, term)) : [], vector };
      const ofTitle = title && { terms: isByWords ? title.lexical.terms : [], vector: titleVector };
      if (matched) return view.find(whole, count, matched.allowedIn(view), matched.placesIn(view), ofTitle);
      const allowed = allowedRows(view, query, options.only, options.hiddenIn?.(view));
      return view.find(whole, count, allowed, mentionedRows(view.segments, facts.mentions), ofTitle);
    });
    const hasVectors = this.views.some(({ model }) => vectors.has(model));
    const vectorShare = vectorShareOf(query, facts.isPasted, mode === 'semantic', hasVectors, weights);
    const order = { ...options, keepsAll: matched !== undefined };
    const ranked = orderRows(found, facts, vectorShare, repeatOf(query, weights), order);
    // Cosines of other models than the built-in one mean something else.
    const isKnownModel = this.views.every(({ model }) => vectors.has(model) && knowsOnlyEnglish(model));
    const searched = { words: mode !== 'semantic' || !hasVectors, vectors: isKnownModel };
    return {
      ranked,
      scale: scoreScaleOf(found, vectorShare),
      confidence: confidenceOf(
        confidenceFacts(found, (title ?? query).lexical.terms, lexicon, searched, (title ?? typed).lexical.terms),
        vectors.size > 0 && !isKnownModel,
      ),
    };
  }

  /**
   * Chunks similar to the one at this line; undefined: the index has no chunk there.
   * @param root the folder that the path is in; default: the first that has it.
   */
  async similar(
    path: string,
    line: number,
    options: SearchOptions = {},
    root?: string,
  ): Promise<SearchAnswer | undefined> {
    return this.withHeldViews(async (notices, found) => {
      const answer = await this.similarTo(path, line, options, root, notices);
      return answer && { ...answer, ...found };
    });
  }

  private async similarTo(
    path: string,
    line: number,
    options: SearchOptions,
    root: string | undefined,
    notices: readonly string[],
  ): Promise<SearchAnswer | undefined> {
    for (const view of this.views) {
      const at = root === undefined || root === view.root ? view.rowAtLine(path, line) : undefined;
      if (!at) continue;
      const vector = view.vectorAt(at.segment, at.row);
      if (!vector) {
        const notice = 'this place has no vector yet: the index is still being built';
        return { hits: [], problems: [], notices: [...notices, notice] };
      }
      const { weights = defaultWeights, limit = 10 } = options;
      const { query } = parseQuery('', { filters: { without: options.filters?.without ?? [] } });
      const count = candidateCount(query, false, limit, weights);
      const found = this.views
        .filter(({ model }) => model === view.model)
        .flatMap((each) =>
          each.find({ terms: [], vector }, count, allowedRows(each, query, options.only, options.hiddenIn?.(each))),
        )
        .filter((one) => one.view !== view || one.segment !== at.segment || one.row !== at.row);
      const ranked = orderRows(found, noQuery, 1, weights.repeat.topic, options);
      const hits = await makeHits(ranked, query, new IndexHits(this.rechunk), { ...options, byChunk: true });
      return { hits, problems: [], notices: [...notices, ...refusedFileNotices(this.views)] };
    }
    return undefined;
  }

  /** Views do not change while the rows that were found in them become hits. */
  private async withHeldViews<T>(
    work: (notices: string[], found: Pick<SearchAnswer, 'indexProblems'>) => Promise<T>,
  ): Promise<T> {
    const indexProblems = this.views.flatMap((view) => view.hold() ?? view.problem ?? []);
    const notices = indexProblems.map(({ message }) => message);
    try {
      return await work(notices, indexProblems.length > 0 ? { indexProblems } : {});
    } finally {
      for (const view of this.views) view.release();
    }
  }

  /** @param query with near words; @param typed without them. */
  private async asked(query: Query, typed: Query, { mode, signal }: SearchOptions): Promise<AskedQuery> {
    const title = titleQuery(query);
    const vectors = new Map<string, readonly Float32Array[]>();
    if (mode === 'keyword' || query.text === '') return { query, typed, title, vectors };
    for (const view of this.views) view.refresh();
    for (const model of new Set(this.views.map((view) => view.model))) {
      const embedder = await this.embedderOf(model);
      const text = embeddedText(knowsOnlyEnglish(model) ? query : typed);
      const embedded = await embedder?.embed(title ? [text, title.text] : [text], 'query', signal);
      if (embedded) vectors.set(model, embedded);
    }
    signal?.throwIfAborted();
    return { query, typed, title, vectors };
  }
}

function isSameRow(a: FoundPlace, b: FoundPlace): boolean {
  return a.view === b.view && a.segment === b.segment && a.row === b.row;
}
