/**
 * Search over one or several indexes, one per folder. Each offers its best rows by words and by vectors; these are ranked together
 * (rank.ts), and the best become hits with their text. Before each search, indexes that grew or were replaced are refreshed.
 */

import type { Embedder } from '../embedding/embedder';
import type { IndexFileProblem } from '../index/file/index-error';
import { askAgainIfEmpty } from './ask-again';
import type { Hit } from './hits/hit';
import { type FoundChunk, IndexHits } from './hits/index-hits';
import { makeHits } from './hits/make-hits';
import type { Rechunk } from './hits/source-texts';
import { knowsOnlyEnglish } from './near-words/english-words';
import { readQuery } from './near-words/read-query';
import { type ParsedQuery, parseQuery, type Query, type QueryOptions } from './query/query';
import { type QueryProblem, queryProblem } from './query/query-problem';
import { searchedTerms } from './query/reduce-terms';
import type { SearchMode } from './query/search-mode';
import { importantPaths, type PersonalRanking, PersonalSignals, personalWeights } from './rank/personal-ranking';
import { type QueryFacts, queryFacts } from './rank/query-facts';
import { type Ranked, type RankOptions, rank } from './rank/rank';
import { candidateCount, dropIrrelevant, noQuery, vectorShareOf } from './rank/rank-candidates';
import { defaultWeights, type RankWeights } from './rank/rank-weights';
import type { FoundRow, IndexView } from './view/index-view';
import { allowedRows } from './view/row-filters';

export interface SearchOptions extends QueryOptions {
  readonly limit?: number;
  /** Also so many further places in the files of the hits, if they have them; they may make good use of a token budget. Default 0. */
  readonly further?: number;
  readonly mode?: SearchMode;
  /** Several children of a parent are one hit, which carries the parent. Default true. */
  readonly parents?: boolean;
  /** Also search tests, fixtures and benchmarks, recognised by their paths (file-role.ts). Default true. */
  readonly tests?: boolean;
  /** Read words that the indexes do not have as near words that they have (near-words/). Default true. */
  readonly nearWords?: boolean;
  /** Give each hit its context; each file is parsed for it. */
  readonly context?: boolean;
  /** Give each hit the share of each word. */
  readonly explain?: boolean;
  readonly weights?: RankWeights;
  readonly mixing?: RankOptions['mixing'];
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
  /** Indexes that are damaged or cannot be read; their messages are also in `notices`. */
  readonly indexProblems?: readonly IndexFileProblem[];
}

interface RankedAnswer {
  readonly ranked: readonly Ranked<FoundChunk>[];
  readonly query: Query;
  readonly problems: readonly QueryProblem[];
  readonly notices: readonly string[];
}

/** The model with this id; undefined: it is not available. */
type FindEmbedder = (model: string) => Promise<Embedder | undefined>;

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
    return askAgainIfEmpty(source, options, async (parsed) => {
      const { query, problems } = await this.read(parsed, options);
      const vectors = await this.vectorsOf(query.text, parsed.query.text, options);
      return this.withHeldViews(async (notices, found) => {
        const ranked = this.rankFound(query, vectors, notices, options);
        const hits = await makeHits(ranked, query, new IndexHits(this.rechunk), options);
        return { hits, problems, notices, ...found };
      });
    });
  }

  /** The order of chunks, without their texts; phrases are not checked. */
  async rank(source: string, options: SearchOptions = {}): Promise<RankedAnswer> {
    const parsed = parseQuery(source, options);
    const { query, problems } = await this.read(parsed, options);
    const vectors = await this.vectorsOf(query.text, parsed.query.text, options);
    return this.withHeldViews(async (notices) => {
      return { ranked: this.rankFound(query, vectors, notices, options), query, problems, notices };
    });
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
    query: Query,
    vectors: ReadonlyMap<string, Float32Array>,
    notices: string[],
    options: SearchOptions,
  ): Ranked<FoundChunk>[] {
    const { weights = defaultWeights, mode = 'hybrid', limit = 10 } = options;
    if (query.text === '') return [];
    const count = candidateCount(query, limit, weights);
    const found = this.views.flatMap((view) => {
      const vector = vectors.get(view.model);
      if (!vector && mode !== 'keyword')
        notices.push(
          `the index of ${view.root} was made with the model ${view.model}, which is not available: results are found by words alone`,
        );
      const terms = mode === 'semantic' && vector ? [] : searchedTerms(query, (term) => rarityIn(view, term));
      return view.find(terms, vector, count, allowedRows(view, query, options.tests));
    });
    const hasVectors = this.views.some(({ model }) => vectors.has(model));
    const vectorShare = vectorShareOf(query, mode === 'semantic', hasVectors, weights);
    const facts = queryFacts(query, (term) => this.rarity(term));
    return this.order(found, facts, vectorShare, options);
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
      const at = root === undefined || root === view.root ? rowAt(view, path, line) : undefined;
      if (!at) continue;
      const vector = view.vectorAt(at.segment, at.row);
      if (!vector) {
        const notice = 'this place has no vector yet: the index is still being built';
        return { hits: [], problems: [], notices: [...notices, notice] };
      }
      const { weights = defaultWeights, limit = 10 } = options;
      const { query } = parseQuery('');
      const count = candidateCount(query, limit, weights);
      const found = this.views
        .filter(({ model }) => model === view.model)
        .flatMap((each) => each.find([], vector, count, allowedRows(each, query, options.tests)))
        .filter((one) => one.view !== view || one.segment !== at.segment || one.row !== at.row);
      const ranked = this.order(found, noQuery, 1, options);
      const hits = await makeHits(ranked, query, new IndexHits(this.rechunk), options);
      return { hits, problems: [], notices };
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

  private order(
    found: readonly FoundRow[],
    facts: QueryFacts,
    vectorShare: number,
    options: SearchOptions,
  ): Ranked<FoundChunk>[] {
    const { ranking, parents = true, mixing } = options;
    const weights = personalWeights(options.weights ?? defaultWeights, ranking);
    const now = Date.now();
    const signals = new PersonalSignals(weights, now);
    const candidates = found.flatMap((one): FoundChunk[] => {
      const segment = one.view.segments[one.segment];
      if (!segment) return [];
      const chunk = segment.rowAt(one.row);
      return [
        {
          view: one.view,
          segment: one.segment,
          row: one.row,
          words: one.words,
          vector: one.vector,
          chunk,
          file: `${one.view.root}\n${chunk.path}`,
          mtimeMs: signals.modifiedAt(one.view, chunk.path),
          uses: signals.uses(one.view, chunk.id),
          isOlder: one.view.isOlderVersion(chunk.path),
        },
      ];
    });
    const ranked = rank(candidates, facts, {
      weights,
      vectorShare,
      now,
      parents,
      isImportant: importantPaths(ranking),
      ...(mixing && { mixing }),
    });
    return dropIrrelevant(ranked, weights);
  }

  /**
   * The vectors of a query, by model, for each available model that made one of the indexes.
   * @param text with near words; @param typed without them.
   */
  private async vectorsOf(
    text: string,
    typed: string,
    { mode, signal }: SearchOptions,
  ): Promise<Map<string, Float32Array>> {
    const vectors = new Map<string, Float32Array>();
    if (mode === 'keyword' || text === '') return vectors;
    for (const view of this.views) view.refresh();
    for (const model of new Set(this.views.map((view) => view.model))) {
      const embedder = await this.embedderOf(model);
      const [vector] = (await embedder?.embed([knowsOnlyEnglish(model) ? text : typed], 'query', signal)) ?? [];
      if (vector) vectors.set(model, vector);
    }
    signal?.throwIfAborted();
    return vectors;
  }

  private rarity(term: string): number {
    return this.views.reduce((sum, { lexical }) => sum + lexical.rarity(term), 0) / Math.max(1, this.views.length);
  }
}

/** 0 for a term that no chunk has. */
function rarityIn({ lexical }: IndexView, term: string): number {
  return lexical.count(term) === 0 ? 0 : lexical.rarity(term);
}

/** The row of the chunk at a line. */
function rowAt(view: IndexView, path: string, line: number): Pick<FoundRow, 'segment' | 'row'> | undefined {
  const place = view.place(path);
  if (!place) return undefined;
  for (const chunk of view.segments[place.segment]?.chunksOf(place.file) ?? []) {
    if (chunk.role !== 'parent' && chunk.startLine <= line && line <= chunk.endLine)
      return { segment: place.segment, row: chunk.row };
  }
  return undefined;
}
