/** One branch of a database and how frequent words are in it, which scores depend on; the counterpart of `IndexView` for an index file. */
import { lengthByCode } from '../../index/terms/quantise-frequency';
import { bm25 } from '../../search/rank-weights';
import { KnownPaths } from '../../search/view/older-version';
import type { Branch } from './branch';
import type { Queries } from './database';

export class BranchView {
  /** By term: the number of chunks that contain it. */
  private readonly counts = new Map<string, number>();
  private knownPaths: KnownPaths | undefined;

  constructor(readonly branch: Branch) {}

  get root(): string {
    return `${this.branch.repository}@${this.branch.name}`;
  }

  /** Searched chunks. */
  get rows(): number {
    return this.branch.rows;
  }

  get meanLength(): number {
    const { rows, wordCount } = this.branch;
    return wordCount > 0 && rows > 0 ? wordCount / rows : 1;
  }

  /** The number of chunks that contain a term. */
  countOf(term: string): number {
    return this.counts.get(term) ?? 0;
  }

  /** The inverse document frequency of a term: the fewer chunks contain it, the more it counts. */
  rarity(term: string): number {
    const count = this.countOf(term);
    return Math.log(1 + (this.rows - count + 0.5) / (count + 0.5));
  }

  /** The same, 0 for a term that no chunk has. */
  knownRarity(term: string): number {
    return this.countOf(term) === 0 ? 0 : this.rarity(term);
  }

  /** The BM25 share of a term with this weighted count in a chunk of this length, before rarity and weight. */
  share(count: number, lengthCode: number): number {
    const { k1, b } = bm25;
    return count / (count + k1 * (1 - b + (b * (lengthByCode[lengthCode] ?? 0)) / this.meanLength));
  }

  isOlderVersion(path: string): boolean {
    return this.knownPaths?.isOlderVersion(path) ?? false;
  }

  /** For `isOlderVersion`. */
  async loadPaths(queries: Queries): Promise<void> {
    if (this.knownPaths) return;
    const files = await queries.rows<{ path: string }>('select path from codegrain.branch_files where branch_id = $1', [
      this.branch.id,
    ]);
    this.knownPaths = new KnownPaths(files.map(({ path }) => path));
  }

  /** Loads how frequent these terms are in the branches, for `rarity`. */
  static async loadTermCounts(queries: Queries, views: readonly BranchView[], terms: readonly string[]): Promise<void> {
    const unknown = [...new Set(terms)].filter((term) => views.some(({ counts }) => !counts.has(term)));
    if (unknown.length === 0) return;
    const found = await queries.rows<{ branch: number; word: string; chunks: number }>(
      `select branch_id as branch, word, chunks from codegrain.words
         where branch_id = any($1::integer[]) and word = any($2::text[])`,
      [views.map(({ branch }) => branch.id), unknown],
    );
    for (const { counts } of views) for (const term of unknown) counts.set(term, 0);
    const byBranch = new Map(views.map((view) => [view.branch.id, view]));
    for (const { branch, word, chunks } of found) byBranch.get(branch)?.counts.set(word, chunks);
  }
}
