/** The vectors of chunks to push: those in the database are not sent, those in the index file are not computed again. */
import { toSql } from 'pgvector';
import type { Embedder, Passage } from '../../embedding/embedder';
import type { IndexReader } from '../../index/file/index-reader';
import { restoreVector, roundedVector } from '../../index/vectors/quantise-vector';
import type { Branch } from './branch';
import type { Database, Queries } from './database';

export type VectorTally = { fromDatabase: number; fromIndex: number; embedded: number };

/** What is embedded for each chunk, by the chunk's hash. */
export type PassagesByHash = ReadonlyMap<string, Passage>;

export class PushedVectors {
  readonly tally: VectorTally = { fromDatabase: 0, fromIndex: 0, embedded: 0 };

  constructor(
    private readonly modelId: number,
    private readonly embedder: Embedder,
    /** An index made with the same model. */
    private readonly index: IndexReader | undefined,
    /** Vectors are rounded as in an index, so that scores are the same, wherever a vector comes from. */
    private readonly isRounded: boolean,
  ) {}

  /** The vectors that are missing in the database, by hash, as text that pgvector reads. */
  async missing(
    queries: Queries,
    texts: PassagesByHash,
    signal: AbortSignal | undefined,
  ): Promise<Map<string, string>> {
    const hashes = [...texts.keys()];
    if (hashes.length === 0) return new Map();
    const known = await queries.rows<{ hash: string }>(
      'select hash from codegrain.embeddings where model_id = $1 and hash = any($2::text[])',
      [this.modelId, hashes],
    );
    const stored = new Set(known.map(({ hash }) => hash));
    this.tally.fromDatabase += stored.size;
    const vectors = new Map<string, string>();
    const toEmbed: string[] = [];
    for (const hash of hashes) {
      if (stored.has(hash)) continue;
      const indexed = this.index?.vectorOf(hash);
      // A scale of 0 can also mean that the vector has not been computed yet.
      if (indexed && indexed.scale > 0)
        vectors.set(hash, vectorText(restoreVector(indexed.vector, indexed.scale, this.embedder.dimensions)));
      else toEmbed.push(hash);
    }
    this.tally.fromIndex += vectors.size;
    this.tally.embedded += toEmbed.length;
    const passages = toEmbed.map((hash) => texts.get(hash) ?? '');
    const made = await this.embedder.embed(passages, 'passage', signal);
    toEmbed.forEach((hash, i) => {
      const vector = made[i];
      if (vector) vectors.set(hash, vectorText(this.isRounded ? roundedVector(vector) : vector));
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
       select $1, hash, embedding::halfvec from unnest($2::text[], $3::text[]) as new(hash, embedding) on conflict do nothing`,
    [modelId, [...vectors.keys()], [...vectors.values()]],
  );
}

/** A vector as text that pgvector reads. */
export function vectorText(vector: Float32Array): string {
  // Nine digits are enough to tell all 32-bit floats apart.
  const text: string = toSql(Array.from(vector, (value) => Number(value.toPrecision(9))));
  return text;
}

// The HNSW index over the vectors of one model. It is built at the end of the first push with the model, which is many times faster
// than adding one vector after another; later pushes add to it. Vectors longer than pgvector can index have none.

/** The most dimensions of an indexed `halfvec`. */
const maxIndexedDimensions = 4000;

/** The vector of a row as it is indexed; undefined if it is too long for an index. */
export function indexedVector(dimensions: number, column: string): string | undefined {
  const type = indexedType(dimensions);
  return type === undefined ? undefined : `(${column}::${type})`;
}

export function indexedType(dimensions: number): string | undefined {
  return dimensions <= maxIndexedDimensions ? `halfvec(${dimensions})` : undefined;
}

export async function ensureModelIndex(database: Database, { modelId, dimensions }: Branch): Promise<void> {
  const vector = indexedVector(dimensions, 'embedding');
  if (vector === undefined) return;
  const name = `embeddings_nearest_${modelId}`;
  const existing = await database.rows(
    `select 1 from pg_indexes where schemaname = 'codegrain' and indexname = '${name}'`,
  );
  if (existing.length > 0) return;
  await database.rows(
    `create index if not exists ${name} on codegrain.embeddings using hnsw (${vector} halfvec_cosine_ops) where model_id = ${modelId}`,
  );
}
