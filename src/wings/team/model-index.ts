/**
 * The HNSW index over the vectors of one model. It is built at the end of the first push with the model, which is many times faster
 * than adding one vector after another; later pushes add to it. Vectors longer than pgvector can index have none.
 */
import type { Branch } from './branch';
import type { Database } from './database';

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
  const existing = await database.rows('select 1 from pg_indexes where schemaname = $1 and indexname = $2', [
    'codegrain',
    name,
  ]);
  if (existing.length > 0) return;
  await database.rows(
    `create index if not exists ${name} on codegrain.embeddings using hnsw (${vector} halfvec_cosine_ops) where model_id = ${modelId}`,
  );
}
