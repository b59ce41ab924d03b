/** Chunks as rows of the table. They are sent as JSON: one parameter for any number of columns. */
import type { Chunk } from '../../code/chunk';
import type { Queries } from './database';
import { repositoryWord, storableJson, type WordVectors } from './word-vector';

/** Max characters of JSON per statement. */
const maxStatementLength = 4_000_000;

const columns = `id text, chunk_type text, parent_chunk_id text, hash text, path text, language text, kind text, name text, scope text[],
  start_line integer, end_line integer, start_offset integer, end_offset integer, text_tokens integer, total_tokens integer,
  text text, context text, note text, plain_hash text, symbols jsonb, imports jsonb, globals jsonb, omitted text[],
  message_tokens integer, token_method text, token_accuracy text, overlap_before integer, overlap_after integer, pieces jsonb,
  start_message integer, end_message integer, speaker text, fallback text, strategy text, sequence integer, total integer, extra jsonb, word_count real, word_counts bytea, words text`;
const names = columns.replaceAll(/\s+(?:text|integer|real|jsonb|bytea)(?:\[\])?(?=,|$)/g, '');
const columnNames: ReadonlySet<string> = new Set(names.split(/,\s+/));

const insert = `insert into codegrain.chunks (file_id, ${names})
  select $1, ${names.replace(/words$/, 'words::tsvector || array_to_tsvector(array[$3::text])')} from json_to_recordset($2::json) as row(${columns})`;

/** Parents come before their children, so no statement inserts a child whose parent comes in a later one. */
export async function insertChunks(
  queries: Queries,
  repositoryId: number,
  file: string,
  rows: readonly ChunkTableRow[],
): Promise<void> {
  const word = repositoryWord(repositoryId);
  const send = (part: readonly ChunkTableRow[]) =>
    queries.rows(insert, [file, `[${part.map(({ json }) => json).join(',')}]`, word]);
  let from = 0;
  let size = 0;
  for (const [at, { json }] of rows.entries()) {
    if (size > 0 && size + json.length > maxStatementLength) {
      await send(rows.slice(from, at));
      from = at;
      size = 0;
    }
    size += json.length;
  }
  if (from < rows.length) await send(rows.slice(from));
}

export interface ChunkTableRow {
  readonly json: string;
  readonly isSearched: boolean;
  readonly isNoted: boolean;
  /** Number of words; 0 if the chunk is not searched. */
  readonly length: number;
}

export function chunkTableRow(chunk: Chunk, vectors: WordVectors): ChunkTableRow {
  const { role, parent, start, end, tokens, overlap, ...others } = chunk;
  const isSearched = role !== 'parent';
  const { vector, counts, length } = isSearched ? vectors.of(chunk) : { vector: null, counts: null, length: 0 };
  const row: Record<string, unknown> = {
    chunk_type: role,
    parent_chunk_id: parent,
    start_offset: start,
    end_offset: end,
    text_tokens: tokens.text,
    total_tokens: tokens.total,
    message_tokens: tokens.messages,
    token_method: tokens.method,
    token_accuracy: tokens.accuracy,
    overlap_before: overlap.before,
    overlap_after: overlap.after,
    word_count: length,
    word_counts: counts,
    words: vector,
  };
  // Fields of the record that have no column of their own are kept together.
  const extra: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(others)) {
    const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (columnNames.has(column)) row[column] = value;
    else extra[field] = value;
  }
  return { json: storableJson({ ...row, extra }), isSearched, isNoted: chunk.note !== undefined, length };
}
