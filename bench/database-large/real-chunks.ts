/** The searched chunks of a database that real repositories were pushed to, in typed arrays. */

import type { Database } from '../../src/wings/team/database';
import { countKey } from '../../src/wings/team/word-vector';

export interface RealChunk {
  /** Place of its file in `files`. */
  readonly file: number;
  readonly kind: string;
  readonly name: string;
  readonly lines: readonly [start: number, end: number];
  readonly offsets: readonly [start: number, end: number];
  readonly length: number;
  /** Places in `terms`. */
  readonly terms: Uint32Array;
  readonly codes: Uint8Array;
}

export interface RealChunks {
  readonly files: readonly { readonly path: string; readonly language: string }[];
  readonly chunks: readonly RealChunk[];
  readonly terms: readonly string[];
  /** One after the other. */
  readonly vectors: Float32Array;
  readonly dimensions: number;
  readonly model: string;
}

interface Row {
  readonly file: string;
  readonly id: string;
  readonly path: string;
  readonly language: string;
  readonly kind: string;
  readonly name: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly start_offset: number;
  readonly end_offset: number;
  readonly word_count: number;
  readonly word_counts: Buffer;
  readonly embedding: string;
  [column: string]: unknown;
}

/** At most as many are read per statement. */
const page = 20_000;
const [termStart = 0, termEnd = 0] = countKey('');

export async function readRealChunks(database: Database): Promise<RealChunks> {
  const [model] = await database.rows<{ name: string; dimensions: number }>(
    'select name, dimensions from codegrain.models order by id limit 1',
  );
  if (!model) throw new Error('nothing was pushed to the database with the real chunks');
  const files: { path: string; language: string }[] = [];
  const chunks: RealChunk[] = [];
  const terms = new Map<string, number>();
  const vectors: Float32Array[] = [];
  let last = { file: '0', id: '' };
  for (;;) {
    const rows = await database.rows<Row>(
      `select c.file_id as file, c.id, r.name || '/' || c.path as path, c.language, c.kind, c.name, c.start_line, c.end_line, c.start_offset,
         c.end_offset, c.word_count, c.word_counts, e.embedding::text
       from codegrain.chunks c join codegrain.files f on f.id = c.file_id join codegrain.repositories r on r.id = f.repository_id
         join codegrain.embeddings e on e.hash = c.hash
       where c.chunk_type <> 'parent' and (c.file_id, c.id) > ($1, $2) order by c.file_id, c.id limit ${page}`,
      [last.file, last.id],
    );
    for (const row of rows) {
      if (row.file !== last.file) files.push({ path: row.path, language: row.language });
      last = row;
      chunks.push({
        file: files.length - 1,
        kind: row.kind,
        name: row.name,
        lines: [row.start_line, row.end_line],
        offsets: [row.start_offset, row.end_offset],
        length: row.word_count,
        ...readCounts(row.word_counts, terms),
      });
      vectors.push(Float32Array.from(JSON.parse(row.embedding) as number[]));
    }
    if (rows.length < page) break;
  }
  const all = new Float32Array(chunks.length * model.dimensions);
  for (const [i, vector] of vectors.entries()) all.set(vector, i * model.dimensions);
  return { files, chunks, terms: [...terms.keys()], vectors: all, dimensions: model.dimensions, model: model.name };
}

function readCounts(bytes: Buffer | null, known: Map<string, number>): { terms: Uint32Array; codes: Uint8Array } {
  const terms: number[] = [];
  const codes: number[] = [];
  for (let at = 0; bytes && at < bytes.length; ) {
    if (bytes[at] !== termStart) throw new Error('the counts of a chunk are not as expected');
    const end = bytes.indexOf(termEnd, at);
    const term = bytes.toString('utf8', at + 1, end);
    const number = known.get(term) ?? known.size;
    known.set(term, number);
    terms.push(number);
    codes.push(bytes[end + 1] ?? 0);
    at = end + 2;
  }
  return { terms: Uint32Array.from(terms), codes: Uint8Array.from(codes) };
}

/** A sentence of a comment: a question from someone who does not know the names in the code. */
const sentence = /(?:\/\/\/?|\*|#|""")\s+([A-Z][a-z]+(?: [\w-]+){4,14})[.\n]/;

export async function commentSentences(database: Database, count: number): Promise<string[]> {
  const texts = await database.rows<{ text: string }>(
    `select distinct on (file_id) text from codegrain.chunks where chunk_type <> 'parent' order by file_id, id`,
  );
  const all = [...new Set(texts.flatMap(({ text }) => sentence.exec(text)?.[1] ?? []))];
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, i) => i % step === 0).slice(0, count);
}
