/** Repositories and their branches: a push creates them, a search finds them. */
import { type BranchSelection, DatabaseProblem } from '../../engine/stored-code';
import { lengthByCode } from '../../index/terms/field-weights';
import { bm25 } from '../../search/rank-weights';
import { KnownPaths } from '../../search/view/older-version';
import type { Queries } from './database';

export interface Branch {
  readonly id: number;
  readonly name: string;
  readonly repositoryId: number;
  readonly repository: string;
  readonly modelId: number;
  readonly model: string;
  readonly dimensions: number;
  /** Files are stored per settings: the same content with other chunk settings is another file. */
  readonly settingsId: number;
  /** Searched chunks. */
  readonly rows: number;
  /** Words of all searched chunks together. */
  readonly wordCount: number;
}

const fields = `b.id, b.name, r.id as "repositoryId", r.name as repository, m.id as "modelId", m.name as model, m.dimensions,
  s.id as "settingsId", b.searched_count::float8 as rows, b.word_count as "wordCount"`;
const joined = `from codegrain.branches b join codegrain.repositories r on r.id = b.repository_id
  join codegrain.settings s on s.id = b.settings_id join codegrain.models m on m.id = s.model_id`;

interface BranchSpec {
  readonly repository: string;
  readonly branch: string;
  readonly model: { readonly id: string; readonly dimensions: number };
  readonly chunker: string;
}

/** Creates the branch if necessary, and sets its settings. */
export async function ensureBranch(
  queries: Queries,
  { repository, branch, model, chunker }: BranchSpec,
): Promise<Branch> {
  await queries.rows('insert into codegrain.repositories (name) values ($1) on conflict do nothing', [repository]);
  await queries.rows('insert into codegrain.models (name, dimensions) values ($1, $2) on conflict do nothing', [
    model.id,
    model.dimensions,
  ]);
  await queries.rows(
    `insert into codegrain.settings (model_id, chunker) select id, $2 from codegrain.models where name = $1 on conflict do nothing`,
    [model.id, chunker],
  );
  await queries.rows(
    `insert into codegrain.branches (repository_id, name, settings_id)
       select r.id, $2, s.id from codegrain.repositories r, codegrain.settings s join codegrain.models m on m.id = s.model_id
       where r.name = $1 and m.name = $3 and s.chunker = $4
     on conflict (repository_id, name) do update set settings_id = excluded.settings_id
       where branches.settings_id <> excluded.settings_id`,
    [repository, branch, model.id, chunker],
  );
  const [found] = await queries.rows<Branch & Record<string, unknown>>(
    `select ${fields} ${joined} where r.name = $1 and b.name = $2`,
    [repository, branch],
  );
  if (!found) throw new DatabaseProblem(`the branch ${branch} of ${repository} was deleted during the push`);
  return found;
}

/** Of several branches of a repository, the default comes first: `main`, else `master`, else the one pushed last. */
export const defaultFirst = `b.name = 'main' desc, b.name = 'master' desc, b.pushed_at desc nulls last, b.id`;

/**
 * The branches to search: of each repository one, the default unless the selection names others.
 * @throws `DatabaseProblem` if there is none.
 */
export async function findBranches(queries: Queries, selection: BranchSelection): Promise<Branch[]> {
  const { repositories, branch, exclude = [] } = selection;
  const found = await queries.rows<Branch & Record<string, unknown>>(
    `select distinct on (r.name, chosen.branch) ${fields} ${joined}
       left join unnest($1::text[], $2::text[]) as chosen(repository, branch)
         on chosen.repository = r.name and coalesce(chosen.branch, b.name) = b.name
       where ($1::text[] is null or chosen.repository is not null) and ($3::text is null or b.name = $3)
         and r.name <> all($4::text[])
       order by r.name, chosen.branch, ${defaultFirst}`,
    [
      repositories?.map(({ repository }) => repository) ?? null,
      repositories?.map((each) => each.branch ?? branch ?? null) ?? null,
      repositories ? null : (branch ?? null),
      exclude,
    ],
  );
  const branches = [...new Map(found.map((each) => [each.id, each])).values()];
  if (branches.length > 0 || exclude.length > 0) return branches;
  const all = await queries.rows<{ name: string }>(
    `select r.name || '@' || b.name as name ${joined} order by 1 limit 20`,
  );
  const available = all.length > 0 ? `it has ${all.map(({ name }) => name).join(', ')}` : 'nothing was pushed yet';
  throw new DatabaseProblem(`the database has no ${missingNames(selection)}; ${available}`, 'no-data');
}

function missingNames({ repositories, branch }: BranchSelection): string {
  const wanted = repositories ?? [{ repository: 'repository' }];
  return wanted
    .map((each) => [each.repository, each.branch ?? branch].filter((part) => part !== undefined).join('@'))
    .join(', ');
}

// One branch of a database and how frequent words are in it, which scores depend on; the counterpart of `IndexView` for an index file.

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
