/** What the third version of the schema does with the rows of the second. */
import assert from 'node:assert/strict';
import { countByCode } from '../../../../src/index/terms/field-weights';
import { Database } from '../../../../src/wings/team/database';
import { readDatabaseAddress } from '../../../../src/wings/team/database-address';
import { schema1, schema2, schema3 } from '../../../../src/wings/team/schema/schema-steps';
import { countKey } from '../../../../src/wings/team/word-vector';
import { openTestDatabase, type TestDatabase } from './test-database';

describe('a database of the second version', function () {
  this.timeout(120_000);
  let server: TestDatabase;
  let database: Database;
  before(async () => {
    server = await openTestDatabase();
    await server.reset();
    database = await Database.open(readDatabaseAddress(server.url, undefined, {}));
  });
  after(async () => {
    await database.close();
    await server.reset();
    await server.close();
  });

  it('keeps its counts, words, vectors and sums', async () => {
    const codes = Array.from({ length: 255 }, (_, i) => i + 1);
    const counts = Object.fromEntries(codes.map((code) => [`wört${code}`, countByCode[code]]));
    await database.transaction(async (queries) => {
      await queries.rows('create extension if not exists vector');
      await queries.rows('create schema codegrain');
      await queries.rows('set local search_path = codegrain, public');
      await queries.rows(schema1);
      await queries.rows(schema2);
      for (const sql of [
        `insert into repositories (name) values ('other'), ('it')`,
        `insert into models (name, dimensions) values ('model', 3)`,
        `insert into settings (model_id, chunker) values (1, '')`,
        `insert into branches (repository_id, name, settings_id) values (2, 'main', 1), (2, 'empty', 1)`,
        `insert into files (repository_id, settings_id, path, content_hash, size, language, chunk_count, searched_count, word_count)
           values (2, 1, 'a', 'h', 1, '', 2, 1, 12.5)`,
        `insert into branch_files values (1, 'a', 1)`,
        `insert into embeddings values (1, 'x', '[0.6, 0, -0.8]')`,
        `create index embeddings_nearest_1 on embeddings using hnsw ((embedding::vector(3)) vector_cosine_ops) where model_id = 1`,
      ])
        await queries.rows(sql);
      await queries.rows(
        `insert into chunks (file_id, id, chunk_type, path, language, kind, name, scope, start_line, end_line, start_offset, end_offset,
           text_tokens, total_tokens, text, context, symbols, imports, globals, word_count, words, word_counts)
         select 1, id, type, 'a', '', '', '', '{}', 1, 1, 0, 1, 1, 1, '', '', '[]', '[]', '[]', 1, words::tsvector, counts::jsonb
         from (values ('c', 'standard', $1, $2), ('p', 'parent', null, null)) as row(id, type, words, counts)`,
        [`'route':1A,2B 'part':3`, JSON.stringify(counts)],
      );
      await queries.rows(schema3);
    });
    const [chunk, parent] = await database.rows<{ words: string; counts: Buffer | null }>(
      'select words::text, word_counts as counts from codegrain.chunks order by id',
    );
    assert.equal(chunk?.words, `'#2' 'part' 'route'`);
    for (const code of codes) {
      const key = countKey(`wört${code}`);
      const at: number = chunk.counts?.indexOf(key) ?? -1;
      assert.equal(chunk.counts?.[at + key.length], code);
    }
    assert.deepEqual(parent, { words: null, counts: null });
    assert.deepEqual(
      await database.rows(
        'select searched_count::integer as chunks, word_count as words from codegrain.branches order by id',
      ),
      [
        { chunks: 1, words: 12.5 },
        { chunks: 0, words: 0 },
      ],
    );
    const [vector] = await database.rows<{ embedding: string }>('select embedding::text from codegrain.embeddings');
    assert.deepEqual(
      (JSON.parse(vector?.embedding ?? '[]') as number[]).map((value) => value.toFixed(3)),
      ['0.600', '0.000', '-0.800'],
    );
  });
});
