/** Indexes of vectors: how long each takes to build, how large it is, and what it finds and costs with several settings. */
import type { Database, Queries } from '../../src/wings/team/database';
import { vectorText } from '../../src/wings/team/database-vectors';
import { quantile } from '../index/cpu-time';

export interface VariantResult {
  readonly name: string;
  readonly buildSeconds: number;
  readonly bytes: number;
  readonly settings: readonly {
    readonly setting: string;
    readonly recall10: number;
    readonly recall100: number;
    readonly p50: number;
    readonly p95: number;
  }[];
}

interface Variant {
  readonly name: string;
  readonly using: string;
  readonly settings: readonly string[];
  /** Vectors are compared by the sign of each dimension first; the nearest of these by the vectors. */
  readonly isBits?: true;
}

const column = (dimensions: number): string => `embedding::halfvec(${dimensions})`;
const bits = (vector: string, dimensions: number): string => `binary_quantize(${vector})::bit(${dimensions})`;

export function variantsOf(names: readonly string[], dimensions: number, vectors: number): Variant[] {
  const cosine = `((${column(dimensions)}) halfvec_cosine_ops)`;
  const lists = Math.max(10, Math.round(vectors / 10_000));
  const all: Readonly<Record<string, Variant>> = {
    ivfflat: {
      name: `IVFFlat, ${lists} lists`,
      using: `ivfflat ${cosine} with (lists = ${lists})`,
      settings: ['ivfflat.probes = 10', 'ivfflat.probes = 40'],
    },
    bits: {
      name: 'HNSW over bits, ranked again',
      using: `hnsw ((${bits(column(dimensions), dimensions)}) bit_hamming_ops)`,
      settings: ['hnsw.ef_search = 400', 'hnsw.ef_search = 1000'],
      isBits: true,
    },
    hnsw8: {
      name: 'HNSW, m 8, ef_construction 32',
      using: `hnsw ${cosine} with (m = 8, ef_construction = 32)`,
      settings: ['hnsw.ef_search = 100', 'hnsw.ef_search = 400', 'hnsw.ef_search = 1000'],
    },
    hnsw: {
      name: 'HNSW, m 16, ef_construction 64 (what a push builds)',
      using: `hnsw ${cosine}`,
      settings: ['hnsw.ef_search = 100', 'hnsw.ef_search = 400', 'hnsw.ef_search = 1000'],
    },
  };
  return names.flatMap((name) => all[name] ?? []);
}

/** The 100 nearest of all vectors, by hash. */
export async function exactNearest(
  database: Database,
  asked: readonly Float32Array[],
): Promise<{ readonly nearest: readonly string[][]; readonly seconds: number }> {
  const nearest: string[][] = [];
  const start = performance.now();
  for (const vector of asked)
    nearest.push(
      await database.reading(async (queries) => {
        await queries.rows('set local enable_indexscan = off');
        return hashes(
          queries,
          `select hash from codegrain.embeddings order by ${column(vector.length)} <=> $1::halfvec limit 100`,
          vector,
        );
      }),
    );
  return { nearest, seconds: (performance.now() - start) / 1000 / Math.max(1, asked.length) };
}

/** Replaces the index of vectors. */
export async function measureVariant(
  database: Database,
  { name, using, settings, isBits }: Variant,
  asked: readonly Float32Array[],
  truth: readonly (readonly string[])[],
  memory: string,
): Promise<VariantResult> {
  await database.rows('drop index if exists codegrain.embeddings_nearest_1');
  const start = performance.now();
  await database.transaction(async (queries) => {
    await queries.rows(`set local maintenance_work_mem = '${memory}'`);
    await queries.rows(`create index embeddings_nearest_1 on codegrain.embeddings using ${using} where model_id = 1`);
  });
  const buildSeconds = (performance.now() - start) / 1000;
  const [size] = await database.rows<{ bytes: string }>(
    `select pg_relation_size('codegrain.embeddings_nearest_1') as bytes`,
  );
  const measured: VariantResult['settings'][number][] = [];
  for (const setting of settings) {
    let recall10 = 0;
    let recall100 = 0;
    const times: number[] = [];
    for (const [i, vector] of asked.entries()) {
      const found = await database.reading(async (queries) => {
        await queries.rows('set local enable_seqscan = off');
        await queries.rows(`set local ${setting}`);
        const began = performance.now();
        const nearest = await hashes(queries, isBits ? byBits(vector.length) : byCosine(vector.length), vector);
        times.push(performance.now() - began);
        return nearest;
      });
      const exact = truth[i] ?? [];
      recall10 += share(exact.slice(0, 10), found);
      recall100 += share(exact, found);
    }
    const count = Math.max(1, asked.length);
    measured.push({
      setting,
      recall10: recall10 / count,
      recall100: recall100 / count,
      p50: quantile(times, 0.5),
      p95: quantile(times, 0.95),
    });
  }
  return { name, buildSeconds, bytes: Number(size?.bytes), settings: measured };
}

/** As the product asks: up to 1,000. An index gives no more than its settings allow. */
function byCosine(dimensions: number): string {
  return `select hash from codegrain.embeddings where model_id = 1 order by (${column(dimensions)}) <=> $1::halfvec(${dimensions}) limit 1000`;
}

function byBits(dimensions: number): string {
  const asked = bits(`$1::halfvec(${dimensions})`, dimensions);
  return `select hash from (select hash, embedding from codegrain.embeddings where model_id = 1
      order by (${bits(column(dimensions), dimensions)}) <~> ${asked} limit 1000) as near
    order by ${column(dimensions)} <=> $1::halfvec(${dimensions})`;
}

async function hashes(queries: Queries, sql: string, vector: Float32Array): Promise<string[]> {
  return (await queries.rows<{ hash: string }>(sql, [vectorText(vector)])).map(({ hash }) => hash);
}

function share(exact: readonly string[], found: readonly string[]): number {
  const all = new Set(found);
  return exact.filter((hash) => all.has(hash)).length / Math.max(1, exact.length);
}
