/** The vectors of chunks on their way to the database: what it has is not sent, what the index file has is not made again. */
import { toSql } from 'pgvector';
import type { Embedder, Passage } from '../embedding/embedder';
import type { IndexReader } from '../index/file/index-reader';
import { restore } from '../index/vectors/quantise-vector';
import type { Queries } from './database';

export interface VectorTally {
  fromDatabase: number;
  fromIndex: number;
  embedded: number;
}

/** A text by its hash, and what is embedded of it. */
export type Texts = ReadonlyMap<string, Passage>;

export class Vectors {
  readonly tally: VectorTally = { fromDatabase: 0, fromIndex: 0, embedded: 0 };

  constructor(
    private readonly modelId: number,
    private readonly embedder: Embedder,
    /** Made with the same model. */
    private readonly index: IndexReader | undefined,
  ) {}

  /** Vectors that the database lacks, by hash, as it reads them. */
  async missing(queries: Queries, texts: Texts, signal: AbortSignal | undefined): Promise<Map<string, string>> {
    const hashes = [...texts.keys()];
    if (hashes.length === 0) return new Map();
    const known = await queries.rows<{ hash: string }>(
      'select hash from codegrain.embeddings where model_id = $1 and hash = any($2::text[])',
      [this.modelId, hashes],
    );
    const there = new Set(known.map(({ hash }) => hash));
    this.tally.fromDatabase += there.size;
    const vectors = new Map<string, string>();
    const toEmbed: string[] = [];
    for (const hash of hashes) {
      if (there.has(hash)) continue;
      const kept = this.index?.vectorOf(hash);
      // A scale of 0 may also be that of a vector that is still to be made.
      if (kept && kept.scale > 0)
        vectors.set(hash, written(restore(kept.vector, kept.scale, this.embedder.dimensions)));
      else toEmbed.push(hash);
    }
    this.tally.fromIndex += vectors.size;
    this.tally.embedded += toEmbed.length;
    const made = await this.embedder.embed(
      toEmbed.map((hash) => texts.get(hash) ?? ''),
      'passage',
      signal,
    );
    toEmbed.forEach((hash, i) => {
      const vector = made[i];
      if (vector) vectors.set(hash, written(vector));
    });
    return vectors;
  }
}

export async function insertVectors(
  queries: Queries,
  modelId: number,
  vectors: ReadonlyMap<string, string>,
): Promise<void> {
  if (vectors.size === 0) return;
  await queries.rows(
    `insert into codegrain.embeddings (model_id, hash, embedding)
       select $1, hash, embedding::vector from unnest($2::text[], $3::text[]) as new(hash, embedding) on conflict do nothing`,
    [modelId, [...vectors.keys()], [...vectors.values()]],
  );
}

/** As pgvector reads it. */
export function written(vector: Float32Array): string {
  // Nine digits tell all values of 32 bits apart; more would only be sent.
  const text: string = toSql(Array.from(vector, (value) => Number(value.toPrecision(9))));
  return text;
}
