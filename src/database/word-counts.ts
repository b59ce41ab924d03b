/**
 * How many chunks of a branch have each word: what tells rare words from frequent ones. Kept up to date with every file that a branch
 * gets or loses, in the same transaction, since counting at each search would read the whole branch.
 */
import type { Queries } from './database';

/** @param sign 1: the branch has got these files; -1: it has lost them. */
export async function countWords(
  queries: Queries,
  branch: number,
  files: readonly string[],
  sign: 1 | -1,
): Promise<void> {
  if (files.length === 0) return;
  await queries.rows(
    `insert into codegrain.words as known (branch_id, word, chunks)
       select $1, found.word, $3 * count(*) from codegrain.chunks c cross join lateral jsonb_object_keys(c.word_counts) as found(word)
       where c.file_id = any($2::bigint[]) group by found.word order by found.word
     on conflict (branch_id, word) do update set chunks = known.chunks + excluded.chunks`,
    [branch, files, sign],
  );
}

/** Words that no chunk of the branch has any more. */
export async function dropUnusedWords(queries: Queries, branch: number): Promise<void> {
  await queries.rows('delete from codegrain.words where branch_id = $1 and chunks <= 0', [branch]);
}
