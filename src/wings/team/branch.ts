/** Repositories and their branches: a push creates them, a search finds them. */
import type { BranchSelection } from '../../engine/stored-code';
import { DatabaseProblem } from '../../engine/stored-code';
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
