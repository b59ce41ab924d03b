/**
 * How many chunks of a branch contain each word, to tell rare words from frequent ones, and how many chunks and words the branch has.
 * Updated with every file that a branch gains or loses, in the same transaction, because counting at each search would read the whole
 * branch.
 */
import type { Queries } from './database';

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
