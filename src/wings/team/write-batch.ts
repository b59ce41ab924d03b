/**
 * Writes a batch of files into a branch in one transaction, so no file is ever stored in part. Idempotent: content that is stored is
 * not stored again, and words are counted only if the branch's list of files changes.
 */
import type { Branch } from './branch';
import type { Queries } from './database';
import { insertChunks } from './database-rows';
import { insertVectors } from './database-vectors';
import type { KnownContent, PreparedFile } from './prepare-file';
import { lockClass } from './schema/migrations';
import { storableJson } from './word-vector';

const insertFiles = `insert into codegrain.files
  (repository_id, settings_id, path, content_hash, notes_hash, size, language, skipped, chunk_count, searched_count, noted_count, word_count)
  select $1, $2, path, content_hash, notes_hash, size, language, skipped, chunk_count, searched_count, noted_count, word_count
  from json_to_recordset($3::json) as row(path text, content_hash text, notes_hash text, size bigint, language text,
    skipped text, chunk_count integer, searched_count integer, noted_count integer, word_count double precision)
  on conflict do nothing returning id, path`;

/** Returns the known contents that are no longer stored because another push removed them. */
export async function writeBatch(
  queries: Queries,
  branch: Branch,
  files: readonly PreparedFile[],
  known: readonly KnownContent[],
  vectors: ReadonlyMap<string, string>,
): Promise<readonly KnownContent[]> {
  await lockRepository(queries, branch);
  await insertVectors(queries, branch.modelId, vectors);
  const rows = files.map(({ path, contentHash, notesHash, size, language, skipped, rows: chunks }) => ({
    path,
    content_hash: contentHash,
    notes_hash: notesHash,
    size,
    language,
    skipped: skipped ? `${skipped.reason}: ${skipped.message}` : null,
    chunk_count: chunks.length,
    searched_count: chunks.filter(({ isSearched }) => isSearched).length,
    noted_count: chunks.filter(({ isNoted }) => isNoted).length,
    word_count: chunks.reduce((sum, { length }) => sum + length, 0),
  }));
  const added = await queries.rows<{ id: string; path: string }>(insertFiles, [
    branch.repositoryId,
    branch.settingsId,
    storableJson(rows),
  ]);
  const byPath = new Map(files.map((file) => [file.path, file]));
  for (const { id, path } of added) await insertChunks(queries, branch.repositoryId, id, byPath.get(path)?.rows ?? []);
  const listed = await listFiles(queries, branch, [...files, ...known]);
  return known.filter(({ path }) => !listed.has(path));
}

/** Removes paths from the branch. */
export async function removeFiles(queries: Queries, branch: Branch, paths: readonly string[]): Promise<void> {
  await lockRepository(queries, branch);
  const removed = await queries.rows<{ id: string }>(
    'delete from codegrain.branch_files where branch_id = $1 and path = any($2::text[]) returning file_id as id',
    [branch.id, paths],
  );
  const files = removed.map(({ id }) => id);
  await countWords(queries, branch.id, files, -1);
}

/** Deletes contents that no branch of the repository uses. */
export async function removeOrphans(queries: Queries, branch: Pick<Branch, 'repositoryId'>): Promise<void> {
  await lockRepository(queries, branch);
  await queries.rows(
    `delete from codegrain.files f where f.repository_id = $1
       and not exists (select from codegrain.branch_files b where b.file_id = f.id)`,
    [branch.repositoryId],
  );
}

/** Deletes a branch and the contents that no other branch of its repository has. False if there is no such branch. */
export async function deleteBranch(queries: Queries, repository: string, name: string): Promise<boolean> {
  const [branch] = await queries.rows<{ id: number; repositoryId: number }>(
    `select b.id, b.repository_id as "repositoryId" from codegrain.branches b
       join codegrain.repositories r on r.id = b.repository_id where r.name = $1 and b.name = $2`,
    [repository, name],
  );
  if (!branch) return false;
  await lockRepository(queries, branch);
  await queries.rows('delete from codegrain.branches where id = $1', [branch.id]);
  await removeOrphans(queries, branch);
  return true;
}

/** Locks the repository for this transaction: two pushes to it take turns, batch by batch. */
async function lockRepository(queries: Queries, { repositoryId }: Pick<Branch, 'repositoryId'>): Promise<void> {
  await queries.rows('select pg_advisory_xact_lock($1, $2)', [lockClass, repositoryId]);
}

async function listFiles(
  queries: Queries,
  branch: Branch,
  files: readonly { readonly path: string; readonly contentHash: string; readonly notesHash: string }[],
): Promise<ReadonlySet<string>> {
  const stored = await queries.rows<{ path: string; now: string; before: string | null }>(
    `select f.path, f.id as now, b.file_id as before
       from unnest($3::text[], $4::text[], $6::text[]) as new(path, content_hash, notes_hash)
       join codegrain.files f on f.repository_id = $1 and f.settings_id = $2
         and f.path = new.path and f.content_hash = new.content_hash and f.notes_hash = new.notes_hash
       left join codegrain.branch_files b on b.branch_id = $5 and b.path = new.path`,
    [
      branch.repositoryId,
      branch.settingsId,
      files.map(({ path }) => path),
      files.map(({ contentHash }) => contentHash),
      branch.id,
      files.map(({ notesHash }) => notesHash),
    ],
  );
  const listed = new Set(stored.map(({ path }) => path));
  const changes = stored.filter(({ now, before }) => now !== before);
  if (changes.length === 0) return listed;
  await queries.rows(
    `insert into codegrain.branch_files (branch_id, path, file_id)
       select $1, path, file_id from unnest($2::text[], $3::bigint[]) as new(path, file_id)
     on conflict (branch_id, path) do update set file_id = excluded.file_id`,
    [branch.id, changes.map(({ path }) => path), changes.map((change) => change.now)],
  );
  const before = changes.flatMap((change) => change.before ?? []);
  const now = changes.map((change) => change.now);
  await countWords(queries, branch.id, before, -1);
  await countWords(queries, branch.id, now, 1);
  return listed;
}

// How many chunks of a branch contain each word, to tell rare words from frequent ones, and how many chunks and words the branch has.
// Updated with every file that a branch gains or loses, in the same transaction, because counting at each search would read the whole
// branch.

/** @param sign 1 if the branch gained these files, -1 if it lost them. */
export async function countWords(
  queries: Queries,
  branch: number,
  files: readonly string[],
  sign: 1 | -1,
): Promise<void> {
  if (files.length === 0) return;
  await queries.rows(
    `insert into codegrain.words as known (branch_id, word, chunks)
       select $1, found.word, $3 * count(*) from codegrain.chunks c cross join lateral unnest(tsvector_to_array(c.words)) as found(word)
       where c.file_id = any($2::bigint[]) and found.word not like '#%' group by found.word order by found.word
     on conflict (branch_id, word) do update set chunks = known.chunks + excluded.chunks`,
    [branch, files, sign],
  );
  await queries.rows(
    `update codegrain.branches b set searched_count = b.searched_count + $3 * found.chunks, word_count = b.word_count + $3 * found.words
       from (select coalesce(sum(searched_count), 0) as chunks, coalesce(sum(word_count), 0) as words
         from codegrain.files where id = any($2::bigint[])) as found
       where b.id = $1`,
    [branch, files, sign],
  );
}

/** Deletes words that are no longer in any chunk of the branch. */
export async function dropUnusedWords(queries: Queries, branch: number): Promise<void> {
  await queries.rows('delete from codegrain.words where branch_id = $1 and chunks <= 0', [branch]);
}
