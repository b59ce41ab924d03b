/**
 * Searches branches of a database; the counterpart of `Searcher` for index files. Candidates are found in SQL, of all branches at once.
 * They are ranked together by the same rules, and the best become the same hits, with texts from the database. A search is a few
 * statements in one transaction: how frequent the words are, the candidates, the texts of the best.
 */

import type { BranchSelection, ModelOf } from '../../engine/stored-code';
import { askAgainIfEmpty } from '../../search/ask-again';
import { makeHits } from '../../search/hits/make-hits';
import { knowsOnlyEnglish } from '../../search/near-words/english-words';
import { importantPaths, personalWeights } from '../../search/order-rows';
import {
  embeddedText,
  isListing,
  type ParsedQuery,
  parseQuery,
  type Query,
  shownQuery,
  titleQuery,
} from '../../search/query/query';
import { queryProblem } from '../../search/query/query-problem';
import { searchedTerms } from '../../search/query/query-terms';
import { confidenceFacts, confidenceOf } from '../../search/rank/confidence';
import {
  candidateCount,
  dropIrrelevant,
  noQuery,
  type QueryFacts,
  queryFacts,
  repeatOf,
  vectorShareOf,
} from '../../search/rank/query-facts';
import { type Ranked, rank } from '../../search/rank/rank';
import { scoreScaleOf } from '../../search/rank/score-scale';
import { defaultWeights } from '../../search/rank-weights';
import type { SearchAnswer, SearchOptions } from '../../search/searcher';
import { type Branch, BranchView, findBranches } from './branch';
import { type SearchLimits, searchLimits } from './candidates/candidate-words';
import { type DatabaseCandidate, findCandidates } from './candidates/find-candidates';
import type { Database, Queries } from './database';
import { DatabaseHits } from './database-hits';
import { requireSchema } from './schema/migrations';

export class DatabaseSearcher {
  private constructor(
    private readonly database: Database,
    private readonly views: readonly BranchView[],
    private readonly modelOf: ModelOf,
    private readonly limits: SearchLimits,
    /** Vectors in the database, about; undefined if unknown. */
    private readonly allVectors: number | undefined,
  ) {}

  /** @throws `DatabaseProblem` if there is nothing to search. */
  static async open(
    database: Database,
    selection: BranchSelection,
    modelOf: ModelOf,
    limits = searchLimits,
  ): Promise<DatabaseSearcher> {
    await requireSchema(database);
    database.configure('hnsw.ef_search', String(limits.maxNearest));
    database.configure('ivfflat.probes', String(limits.probes));
    return database.reading(async (queries) => {
      const branches = await findBranches(queries, selection);
      const [vectors] = await queries.rows<{ count: number }>(
        `select reltuples::float8 as count from pg_class where oid = 'codegrain.embeddings'::regclass and reltuples > 0`,
      );
      const views = branches.map((branch) => new BranchView(branch));
      return new DatabaseSearcher(database, views, modelOf, limits, vectors?.count);
    });
  }

  async search(source: string, options: SearchOptions = {}): Promise<SearchAnswer> {
    return askAgainIfEmpty(source, options, (parsed) => this.answer(parsed, options));
  }

  private async answer(parsed: ParsedQuery, options: SearchOptions): Promise<SearchAnswer> {
    const { mode = 'hybrid', signal } = options;
    const { query } = parsed;
    const notStored = query.regexes.length > 0 ? [queryProblem({ is: 'regex-not-stored' }, 0, 0)] : [];
    const notListed = isListing(query) ? [queryProblem({ is: 'list-not-stored' }, 0, 0)] : [];
    const problems = [...parsed.problems, ...notStored, ...notListed];
    const notices: string[] = [];
    const asked = shownQuery(parsed, problems);
    if (query.text === '') return { hits: [], problems, notices, asked };
    const vectors =
      mode === 'keyword' ? new Map<string, Float32Array>() : await this.vectorsOf(embeddedText(query), notices, signal);
    signal?.throwIfAborted();
    const answer = await this.database.reading((queries) =>
      this.answerWith(queries, vectors, { query, problems }, notices, options),
    );
    return { ...answer, asked };
  }

  private async answerWith(
    queries: Queries,
    vectors: ReadonlyMap<string, Float32Array>,
    { query, problems }: Pick<ParsedQuery, 'query' | 'problems'>,
    notices: readonly string[],
    options: SearchOptions,
  ): Promise<SearchAnswer> {
    const { weights = defaultWeights, mode = 'hybrid', limit = 10 } = options;
    const { views, limits, allVectors } = this;
    const title = titleQuery(query);
    const { terms } = query.lexical;
    const all = [...terms, ...(query.pastedTerms ?? []), ...(title?.lexical.terms ?? [])];
    await BranchView.loadTermCounts(
      queries,
      views,
      all.map(({ term }) => term),
    );
    const found = await findCandidates(queries, views, {
      query,
      termsOf: (view) =>
        mode === 'semantic' && vectors.has(view.branch.model)
          ? []
          : searchedTerms(query, (term) => view.knownRarity(term)),
      vectors,
      limit: candidateCount(query, title !== undefined, limit, weights),
      limits,
      allVectors,
      only: options.only,
    });
    const share = vectorShareOf(query, title !== undefined, mode === 'semantic', vectors.size > 0, weights);
    const asked = queryFacts(query, title, (term) => this.rarity(term));
    const ranked = this.order(found, asked, share, repeatOf(query, weights), options);
    const isKnownModel = this.views.every(({ branch: { model } }) => vectors.has(model) && knowsOnlyEnglish(model));
    const searched = { words: mode !== 'semantic' || vectors.size === 0, vectors: isKnownModel };
    const confidence = confidenceOf(confidenceFacts(found, terms, this, searched), vectors.size > 0 && !isKnownModel);
    const hits = await this.hits(queries, ranked, query, { ...options, confidence });
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
    return this.database.reading((queries) => this.similarWith(queries, path, line, options, anchors));
  }

  private async similarWith(
    queries: Queries,
    path: string,
    line: number,
    options: SearchOptions,
    anchors: readonly Branch[],
  ): Promise<SearchAnswer | undefined> {
    const { weights = defaultWeights, limit = 10 } = options;
    const { limits, allVectors } = this;
    const { query } = parseQuery('');
    const [at] = await queries.rows<{ id: string; file: string; model: string; embedding: string | null }>(
      `select c.id, c.file_id as file, m.name as model, e.embedding::text
         from unnest($1::integer[], $2::integer[]) with ordinality as asked(branch_id, model_id, place)
         join codegrain.models m on m.id = asked.model_id
         join codegrain.branch_files b on b.branch_id = asked.branch_id and b.path = $3
         join codegrain.chunks c on c.file_id = b.file_id
         left join codegrain.embeddings e on e.model_id = asked.model_id and e.hash = c.hash
       where c.chunk_type <> 'parent' and $4 between c.start_line and c.end_line
       order by asked.place, c.start_offset limit 1`,
      [anchors.map(({ id }) => id), anchors.map(({ modelId }) => modelId), path, line],
    );
    if (!at) return undefined;
    if (at.embedding === null) return { hits: [], problems: [], notices: ['the chunk at this line has no vector'] };
    const numbers: number[] = JSON.parse(at.embedding);
    const found = await findCandidates(
      queries,
      this.views.filter(({ branch }) => branch.model === at.model),
      {
        query,
        termsOf: () => [],
        vectors: new Map([[at.model, Float32Array.from(numbers)]]),
        limit: candidateCount(query, false, limit, weights),
        limits,
        allVectors,
        only: options.only,
      },
    );
    const others = found.filter(({ chunk }) => chunk.fileId !== at.file || chunk.id !== at.id);
    const ranked = this.order(others, noQuery, 1, weights.repeat.topic, options);
    return { hits: await this.hits(queries, ranked, query, { ...options, byChunk: true }), problems: [], notices: [] };
  }

  private order(
    found: readonly DatabaseCandidate[],
    asked: QueryFacts,
    vectorShare: number,
    repeat: number,
    { ranking, ...options }: SearchOptions,
  ): Ranked<DatabaseCandidate>[] {
    // Of files in a database, neither the time of a change nor uses are known.
    const weights = personalWeights(options.weights ?? defaultWeights, ranking && { ...ranking, recency: 0, usage: 0 });
    const isImportant = importantPaths(ranking);
    const now = Date.now();
    const ranked = rank(found, asked, { weights, vectorShare, repeat, now, isImportant });
    return dropIrrelevant(ranked, weights);
  }

  private hits(
    queries: Queries,
    ranked: readonly Ranked<DatabaseCandidate>[],
    query: Query,
    options: SearchOptions & Pick<SearchAnswer, 'confidence'>,
  ) {
    const { limit = 10, parents = true } = options;
    const { any, none } = query.phrases;
    // Most chunks of a page become hits, except with phrases, which have to be looked for in the texts.
    const page = any.length + none.length > 0 ? Math.max(100, limit) : limit + 5;
    return makeHits(ranked, query, new DatabaseHits(queries, ranked, page, parents), options);
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
