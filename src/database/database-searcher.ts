/**
 * Searches branches of a database; the counterpart of `Searcher` for index files. Each branch finds candidates in SQL. They are ranked
 * together by the same rules, and the best become the same hits, with texts from the database.
 */
import type { Embedder } from '../embedding/embedder';
import { askAgainIfEmpty } from '../search/ask-again';
import { makeHits } from '../search/hits/make-hits';
import { knowsOnlyEnglish } from '../search/near-words/english-words';
import { embeddedText, titleQuery } from '../search/query/pasted-query';
import { type ParsedQuery, parseQuery, type Query } from '../search/query/query';
import { searchedTerms } from '../search/query/reduce-terms';
import { confidenceFacts, confidenceOf } from '../search/rank/confidence';
import { importantPaths, personalWeights } from '../search/rank/personal-ranking';
import { type QueryFacts, queryFacts } from '../search/rank/query-facts';
import { type Ranked, rank } from '../search/rank/rank';
import { candidateCount, dropIrrelevant, noQuery, repeatOf, vectorShareOf } from '../search/rank/rank-candidates';
import { defaultWeights } from '../search/rank/rank-weights';
import { scoreScaleOf } from '../search/rank/score-scale';
import type { SearchAnswer, SearchOptions } from '../search/searcher';
import { type Branch, type BranchSelection, findBranches } from './branch';
import { BranchView, type DatabaseCandidate } from './branch-view';
import type { Database } from './database';
import { DatabaseHits } from './database-hits';
import { requireSchema } from './schema/migrations';
import { searchLimits } from './search-limits';

/** The model that a branch was pushed with; undefined if it is not available. */
export type ModelOf = (id: string) => Promise<Embedder | undefined>;

export class DatabaseSearcher {
  private constructor(
    private readonly database: Database,
    private readonly views: readonly BranchView[],
    private readonly modelOf: ModelOf,
  ) {}

  /** @throws `DatabaseProblem` if there is nothing to search. */
  static async open(
    database: Database,
    selection: BranchSelection,
    modelOf: ModelOf,
    limits = searchLimits,
  ): Promise<DatabaseSearcher> {
    await requireSchema(database);
    await database.configure(`set hnsw.ef_search = ${limits.maxNearest}`);
    const branches = await findBranches(database, selection);
    const views: BranchView[] = [];
    for (const branch of branches) views.push(await BranchView.open(branch, database, limits));
    return new DatabaseSearcher(database, views, modelOf);
  }

  async search(source: string, options: SearchOptions = {}): Promise<SearchAnswer> {
    return askAgainIfEmpty(source, options, (parsed) => this.answer(parsed, options));
  }

  private async answer({ query, problems }: ParsedQuery, options: SearchOptions): Promise<SearchAnswer> {
    const { weights = defaultWeights, mode = 'hybrid', limit = 10, signal } = options;
    const notices: string[] = [];
    if (query.text === '') return { hits: [], problems, notices };
    const vectors =
      mode === 'keyword' ? new Map<string, Float32Array>() : await this.vectorsOf(embeddedText(query), notices, signal);
    const title = titleQuery(query);
    const count = candidateCount(query, title !== undefined, limit, weights);
    const found: DatabaseCandidate[] = [];
    for (const view of this.views) {
      signal?.throwIfAborted();
      const vector = vectors.get(view.branch.model);
      await view.loadTermCounts((query.pastedTerms ?? []).map(({ term }) => term));
      const terms = mode === 'semantic' && vector ? [] : searchedTerms(query, (term) => view.knownRarity(term));
      found.push(...(await view.find(query, terms, vector, count, options.only)));
    }
    const share = vectorShareOf(query, title !== undefined, mode === 'semantic', vectors.size > 0, weights);
    // Words are searched once, not for the title by itself: each search is a round trip.
    const { terms } = query.lexical;
    const all = [...terms, ...(title?.lexical.terms ?? [])].map(({ term }) => term);
    for (const view of this.views) await view.loadTermCounts(all);
    const asked = queryFacts(query, title, (term) => this.rarity(term));
    const ranked = this.order(found, asked, share, repeatOf(query, weights), options);
    const isKnownModel = this.views.every(({ branch: { model } }) => vectors.has(model) && knowsOnlyEnglish(model));
    const searched = { words: mode !== 'semantic' || vectors.size === 0, vectors: isKnownModel };
    const confidence = confidenceOf(confidenceFacts(found, terms, this, searched), vectors.size > 0 && !isKnownModel);
    const hits = await this.hits(ranked, query, { ...options, confidence });
    return { hits, problems, notices, confidence, scale: scoreScaleOf(found, share) };
  }

  /**
   * Chunks similar to the one at this line; undefined if there is no chunk there.
   * @param anchors branches that may have the path, the first that does counts; default: those that are searched.
   */
  async similar(
    path: string,
    line: number,
    options: SearchOptions = {},
    anchors: readonly Branch[] = this.views.map(({ branch }) => branch),
  ): Promise<SearchAnswer | undefined> {
    const { weights = defaultWeights, limit = 10 } = options;
    const { query } = parseQuery('');
    const count = candidateCount(query, false, limit, weights);
    for (const branch of anchors) {
      const [at] = await this.database.rows<{ id: string; file: string; embedding: string | null }>(
        `select c.id, c.file_id as file, e.embedding::text from codegrain.branch_files b
           join codegrain.chunks c on c.file_id = b.file_id
           left join codegrain.embeddings e on e.model_id = $4 and e.hash = c.hash
         where b.branch_id = $1 and b.path = $2 and c.chunk_type <> 'parent' and $3 between c.start_line and c.end_line
         order by c.start_offset limit 1`,
        [branch.id, path, line, branch.modelId],
      );
      if (!at) continue;
      if (at.embedding === null) return { hits: [], problems: [], notices: ['the chunk at this line has no vector'] };
      const numbers: number[] = JSON.parse(at.embedding);
      const vector = Float32Array.from(numbers);
      const found: DatabaseCandidate[] = [];
      for (const view of this.views)
        if (view.branch.model === branch.model)
          found.push(...(await view.find(query, [], vector, count, options.only)));
      const others = found.filter(({ chunk }) => chunk.fileId !== at.file || chunk.id !== at.id);
      const hits = await this.hits(this.order(others, noQuery, 1, weights.repeat.topic, options), query, options);
      return { hits, problems: [], notices: [] };
    }
    return undefined;
  }

  private order(
    found: readonly DatabaseCandidate[],
    asked: QueryFacts,
    vectorShare: number,
    repeat: number,
    { ranking, mixing, ...options }: SearchOptions,
  ): Ranked<DatabaseCandidate>[] {
    // Of files in a database, neither the time of a change nor uses are known.
    const weights = personalWeights(options.weights ?? defaultWeights, ranking && { ...ranking, recency: 0, usage: 0 });
    const isImportant = importantPaths(ranking);
    const now = Date.now();
    const ranked = rank(found, asked, { weights, vectorShare, repeat, now, isImportant, ...(mixing && { mixing }) });
    return dropIrrelevant(ranked, weights);
  }

  private hits(
    ranked: readonly Ranked<DatabaseCandidate>[],
    query: Query,
    options: SearchOptions & Pick<SearchAnswer, 'confidence'>,
  ) {
    const { limit = 10, parents = true } = options;
    const { any, none } = query.phrases;
    // Most chunks of a page become hits, except with phrases, which have to be looked for in the texts.
    const page = any.length + none.length > 0 ? Math.max(100, limit) : limit + 5;
    return makeHits(ranked, query, new DatabaseHits(this.database, ranked, page, parents), options);
  }

  /** The vectors of a query, by model. */
  private async vectorsOf(
    text: string,
    notices: string[],
    signal: AbortSignal | undefined,
  ): Promise<Map<string, Float32Array>> {
    const vectors = new Map<string, Float32Array>();
    for (const id of new Set(this.views.map(({ branch }) => branch.model))) {
      const [vector] = (await (await this.modelOf(id))?.embed([text], 'query', signal)) ?? [];
      if (vector) vectors.set(id, vector);
      else notices.push(`the model ${id} that the branch was pushed with is not available; searched by words only`);
    }
    return vectors;
  }

  /** Searched chunks. */
  get rows(): number {
    return this.views.reduce((sum, { rows }) => sum + rows, 0);
  }

  has(term: string): boolean {
    return this.views.some((view) => view.knownRarity(term) > 0);
  }

  rarity(term: string): number {
    return this.views.reduce((sum, view) => sum + view.rarity(term), 0) / Math.max(1, this.views.length);
  }
}
