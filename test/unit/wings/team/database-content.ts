/** The content of a branch as text to compare, and a check of its consistency. */
import assert from 'node:assert/strict';
import type { TestDatabase } from './test-database';

const rowsOfBranch = `from codegrain.branch_files b join codegrain.branches n on n.id = b.branch_id
  join codegrain.repositories r on r.id = n.repository_id join codegrain.files f on f.id = b.file_id
  join codegrain.chunks c on c.file_id = f.id where r.name = $1 and n.name = $2`;

export async function contentOf(database: TestDatabase, repository: string, branch: string): Promise<string> {
  const rows = await database.rows(
    `select c.path, f.content_hash, c.id, c.chunk_type, c.parent_chunk_id, c.hash, c.kind, c.name, c.start_line, c.end_line, c.start_offset,
       c.end_offset, c.text, c.context, c.symbols, regexp_replace(c.words::text, '''#[0-9]+'' ?', '') as words, encode(c.word_counts, 'hex') as counts,
       (select round(embedding <#> embedding) from codegrain.embeddings e where e.hash = c.hash) as length
     ${rowsOfBranch} order by c.path, c.start_offset, c.id`,
    [repository, branch],
  );
  return rows.map((row) => JSON.stringify(row)).join('\n');
}

/** Word counts and sums match the rows, every searched chunk has a vector, and every content belongs to a branch. */
export async function assertSound(database: TestDatabase, repository: string, branch: string): Promise<void> {
  const kept = await database.rows(
    `select w.word, w.chunks from codegrain.words w join codegrain.branches n on n.id = w.branch_id
       join codegrain.repositories r on r.id = n.repository_id where r.name = $1 and n.name = $2 order by 1`,
    [repository, branch],
  );
  const counted = await database.rows(
    `select word, count(*)::integer as chunks from (select unnest(tsvector_to_array(c.words)) as word ${rowsOfBranch}) as all_words
       where word not like '#%' group by word order by 1`,
    [repository, branch],
  );
  const sorted = (rows: readonly Record<string, unknown>[]): string[] => rows.map((row) => JSON.stringify(row)).sort();
  assert.deepEqual(sorted(kept), sorted(counted));
  const wrong = await database.rows(
    `select 'no vector' as what, c.path ${rowsOfBranch} and c.chunk_type <> 'parent'
       and not exists (select from codegrain.embeddings e where e.hash = c.hash)
     union all select 'no branch', f.path from codegrain.files f
       where not exists (select from codegrain.branch_files b where b.file_id = f.id)
     union all select 'other number of chunks', f.path from codegrain.files f
       where f.chunk_count <> (select count(*) from codegrain.chunks c where c.file_id = f.id)
     union all select 'other sums', n.name from codegrain.branches n where array[n.searched_count, round(n.word_count)] is distinct from
       (select array[coalesce(sum(f.searched_count), 0), round(coalesce(sum(f.word_count), 0))]
         from codegrain.branch_files b join codegrain.files f on f.id = b.file_id where b.branch_id = n.id)`,
    [repository, branch],
  );
  assert.deepEqual(wrong, []);
}
