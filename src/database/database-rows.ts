/** Chunks as rows of the table. They are sent as JSON: one parameter for any number of columns. */
import type { Chunk } from '../chunking/chunk';
import type { Queries } from './database';
import { storableJson } from './storable-text';
import type { WordVectors } from './word-vector';

/** Max characters of JSON per statement. */
const maxStatementLength = 4_000_000;

const columns = `id text, chunk_type text, parent_chunk_id text, hash text, path text, language text, kind text, name text, scope text[],
  start_line integer, end_line integer, start_offset integer, end_offset integer, text_tokens integer, total_tokens integer,
  text text, context text, symbols jsonb, imports jsonb, globals jsonb, word_count real, word_counts jsonb, words text`;
const names = columns.replaceAll(/\s+(?:text|integer|real|jsonb)(?:\[\])?(?=,|$)/g, '');

const insert = `insert into codegrain.chunks (file_id, ${names})
  select $1, ${names.replace(/words$/, 'words::tsvector')} from json_to_recordset($2::json) as row(${columns})`;

/** Parents come before their children, so no statement inserts a child whose parent comes in a later one. */
export async function insertChunks(queries: Queries, file: string, rows: readonly string[]): Promise<void> {
  let from = 0;
  let size = 0;
  for (const [at, row] of rows.entries()) {
    if (size > 0 && size + row.length > maxStatementLength) {
      await queries.rows(insert, [file, `[${rows.slice(from, at).join(',')}]`]);
      from = at;
      size = 0;
    }
    size += row.length;
  }
  if (from < rows.length) await queries.rows(insert, [file, `[${rows.slice(from).join(',')}]`]);
}

export interface ChunkTableRow {
  readonly json: string;
  readonly isSearched: boolean;
  /** Number of words; 0 if the chunk is not searched. */
  readonly length: number;
}

export function chunkTableRow(chunk: Chunk, vectors: WordVectors): ChunkTableRow {
  const isSearched = chunk.role !== 'parent';
  const { vector, counts, length } = isSearched ? vectors.of(chunk) : { vector: null, counts: null, length: 0 };
  const json = storableJson({
    id: chunk.id,
    chunk_type: chunk.role,
    parent_chunk_id: chunk.parent ?? null,
    hash: isSearched ? chunk.hash : null,
    path: chunk.path,
    language: chunk.language,
    kind: chunk.kind,
    name: chunk.name,
    scope: chunk.scope,
    start_line: chunk.startLine,
    end_line: chunk.endLine,
    start_offset: chunk.start,
    end_offset: chunk.end,
    text_tokens: chunk.tokens.text,
    total_tokens: chunk.tokens.total,
    text: chunk.text,
    context: chunk.context,
    symbols: chunk.symbols,
    imports: chunk.imports,
    globals: chunk.globals,
    word_count: length,
    word_counts: counts,
    words: vector,
  });
  return { json, isSearched, length };
}
