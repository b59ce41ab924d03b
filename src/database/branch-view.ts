/**
 * One branch of a database, ready to search; the counterpart of `IndexView` for an index file. A search is a few statements: first
 * how frequent the words are, then the candidates by words and by vectors with both scores, then the texts of the best.
 */
import type { LexicalTerm } from '../index/lexical/lexical-index';
import { lengthByCode } from '../index/terms/quantise-frequency';
import type { Query } from '../search/query/query';
import type { SearchArea } from '../search/query/search-area';
import type { Candidate, RankedChunk } from '../search/rank/candidate';
import { hasVersionFolder, KnownPaths } from '../search/rank/older-version';
import { bm25 } from '../search/rank/rank-weights';
import type { Branch } from './branch';
import { candidateStatement } from './candidate-statement';
import type { Queries } from './database';
import { conditionsOf, isInAreas, StatementValues } from './database-filters';
import { vectorText } from './database-vectors';
import { indexedType } from './model-index';
import { type SearchLimits, searchLimits } from './search-limits';

interface DatabaseChunk extends RankedChunk {
  readonly fileId: string;
  readonly hash: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Place among the searched chunks of the file; undefined in files that the first version of the schema stored. */
  readonly place: { readonly sequence: number; readonly total: number } | undefined;
}

export interface DatabaseCandidate extends Candidate {
  readonly view: BranchView;
  readonly chunk: DatabaseChunk;
}

interface CandidateRow {
  /** Found by its vector, not only by its words. */
  readonly is_near: boolean;
  readonly file_id: string;
  readonly id: string;
  readonly hash: string;
  readonly parent_chunk_id: string | null;
  readonly path: string;
  readonly language: string;
  readonly kind: string;
  readonly name: string;
  readonly scope: string[];
  readonly note: string | null;
  readonly start_line: number;
  readonly end_line: number;
  readonly sequence: number | null;
  readonly total: number | null;
  readonly symbols: string[];
  readonly words: number;
  readonly vector: number | null;
  [column: string]: unknown;
}

export class BranchView {
  /** By term: the number of chunks that contain it. */
  private readonly counts = new Map<string, number>();
  private knownPaths: KnownPaths | undefined;

  private constructor(
    readonly branch: Branch,
    private readonly queries: Queries,
    /** Searched chunks. */
    readonly rows: number,
    /** Words of all searched chunks together. */
    private readonly wordCount: number,
    private readonly limits: SearchLimits,
  ) {}

  static async open(branch: Branch, queries: Queries, limits: SearchLimits = searchLimits): Promise<BranchView> {
    const [total] = await queries.rows<{ rows: number; words: number }>(
      `select coalesce(sum(f.searched_count), 0)::integer as rows, coalesce(sum(f.word_count), 0)::float8 as words
         from codegrain.branch_files b join codegrain.files f on f.id = b.file_id where b.branch_id = $1`,
      [branch.id],
    );
    return new BranchView(branch, queries, total?.rows ?? 0, total?.words ?? 0, limits);
  }

  get root(): string {
    return `${this.branch.repository}@${this.branch.name}`;
  }

  get meanLength(): number {
    return this.wordCount > 0 ? this.wordCount / this.rows : 1;
  }

  /** Loads how frequent these terms are, for `rarity`. */
  async loadTermCounts(terms: readonly string[]): Promise<void> {
    const unknown = terms.filter((term) => !this.counts.has(term));
    if (unknown.length === 0) return;
    const found = await this.queries.rows<{ word: string; chunks: number }>(
      'select word, chunks from codegrain.words where branch_id = $1 and word = any($2::text[])',
      [this.branch.id, unknown],
    );
    for (const term of unknown) this.counts.set(term, 0);
    for (const { word, chunks } of found) this.counts.set(word, chunks);
  }

  /** The inverse document frequency of a term: the fewer chunks contain it, the more it counts. */
  rarity(term: string): number {
    const count = this.counts.get(term) ?? 0;
    return Math.log(1 + (this.rows - count + 0.5) / (count + 0.5));
  }

  /** The same, 0 for a term that no chunk has. */
  knownRarity(term: string): number {
    return (this.counts.get(term) ?? 0) === 0 ? 0 : this.rarity(term);
  }

  /** The BM25 share of a term with this weighted count in a chunk of this length, before rarity and weight. */
  share(count: number, lengthCode: number): number {
    const { k1, b } = bm25;
    return count / (count + k1 * (1 - b + (b * (lengthByCode[lengthCode] ?? 0)) / this.meanLength));
  }

  /** The best chunks by words and by vector, each with both scores. */
  async find(
    query: Query,
    terms: readonly LexicalTerm[],
    vector: Float32Array | undefined,
    limit: number,
    only: readonly SearchArea[] = [],
  ): Promise<DatabaseCandidate[]> {
    await this.loadTermCounts(terms.map(({ term }) => term));
    const scored = terms
      .filter(({ term }) => (this.counts.get(term) ?? 0) > 0)
      .map(({ term, weight }) => ({ term, weight: weight * this.rarity(term), rows: this.counts.get(term) ?? 0 }));
    if (scored.length === 0 && !vector) return [];
    const candidates = async (isExact: boolean): Promise<CandidateRow[]> => {
      const values = new StatementValues();
      const conditions = await conditionsOf(query, this.branch, this.queries, values, only);
      const { branch, rows, meanLength, limits } = this;
      const isWhole = isExact || conditions.length > 0 || indexedType(branch.dimensions) === undefined;
      const near = vector && { text: vectorText(vector), isExact: isWhole };
      const sql = candidateStatement(
        { branch, rows, meanLength, terms: scored, vector: near, limit, conditions, limits },
        values,
      );
      const found = await this.queries.rows<CandidateRow>(sql, values.all);
      // The nearest vectors are of all repositories and may include too few of this branch; chunks found by words do not replace them.
      const isEnough = isWhole || !vector || found.filter(({ is_near }) => is_near).length >= limit;
      return isEnough ? found : candidates(true);
    };
    const found = await candidates(this.rows <= this.limits.maxCompared);
    if (found.some(({ path }) => hasVersionFolder(path))) await this.loadPaths();
    return found.map((row) => this.candidate(row)).filter(({ chunk }) => isInAreas(only, chunk));
  }

  private candidate(row: CandidateRow): DatabaseCandidate {
    const { path } = row;
    return {
      view: this,
      file: `${this.root}\n${path}`,
      words: row.words,
      // A zero vector has no similarity to anything.
      vector: Number.isFinite(row.vector) ? (row.vector ?? 0) : 0,
      mtimeMs: 0,
      uses: 0,
      isOlder: this.knownPaths?.isOlderVersion(path) ?? false,
      chunk: {
        id: row.id,
        fileId: row.file_id,
        hash: row.hash,
        path,
        language: row.language,
        kind: row.kind,
        name: row.name,
        scope: row.scope,
        symbols: row.symbols,
        note: row.note ?? undefined,
        parent: row.parent_chunk_id ?? undefined,
        startLine: row.start_line,
        endLine: row.end_line,
        place: row.sequence === null || row.total === null ? undefined : { sequence: row.sequence, total: row.total },
      },
    };
  }

  private async loadPaths(): Promise<void> {
    if (this.knownPaths) return;
    const files = await this.queries.rows<{ path: string }>(
      'select path from codegrain.branch_files where branch_id = $1',
      [this.branch.id],
    );
    this.knownPaths = new KnownPaths(files.map(({ path }) => path));
  }
}
