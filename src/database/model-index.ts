/**
 * The index of a model's vectors (HNSW). It is made at the end of the first push with the model: building it at once is many times
 * quicker than adding vector after vector; later pushes add to it. Above the lengths that pgvector can index there is none.
 */
import type { Branch } from './branch';
import type { Database } from './database';

const mostDimensions = 2000;
const mostHalfDimensions = 4000;

/** The vector of a row as the index has it; undefined: it cannot be indexed. */
export function indexedVector(dimensions: number, column: string): string | undefined {
  const type = indexedType(dimensions);
  return type === undefined ? undefined : `(${column}::${type})`;
}

export function indexedType(dimensions: number): string | undefined {
  if (dimensions <= mostDimensions) return `vector(${dimensions})`;
  return dimensions <= mostHalfDimensions ? `halfvec(${dimensions})` : undefined;
}

export async function needModelIndex(database: Database, { modelId, dimensions }: Branch): Promise<void> {
  const vector = indexedVector(dimensions, 'embedding');
  if (vector === undefined) return;
  const name = `embeddings_nearest_${modelId}`;
  const there = await database.rows('select 1 from pg_indexes where schemaname = $1 and indexname = $2', [
    'codegrain',
    name,
  ]);
  if (there.length > 0) return;
  const operators = vector.includes('halfvec') ? 'halfvec_cosine_ops' : 'vector_cosine_ops';
  await database.rows(
    `create index if not exists ${name} on codegrain.embeddings using hnsw (${vector} ${operators}) where model_id = ${modelId}`,
  );
}
