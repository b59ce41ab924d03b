/**
 * A step of bench:index: measures a plain scan of the vectors as floats, and how many of its ten best rows the quantised scan found.
 * Equal vectors are interchangeable: a row counts as found if its cosine is at least that of the tenth best.
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { quantile, runStep, timed } from './cpu-time';

export interface Truth {
  readonly recall: number;
  readonly p50: number;
  readonly p95: number;
  readonly megabytes: number;
  readonly questions: number;
}

const hitCount = 10;

runStep(async (floatsFile = '', foundFile = ''): Promise<Truth> => {
  const found = JSON.parse(readFileSync(foundFile, 'utf8')) as { query: number[]; rows: number[] }[];
  const vectors = readFloats(floatsFile);
  const times: number[] = [];
  let hits = 0;
  for (const { query, rows } of found) {
    const queryVector = Float32Array.from(query);
    const [best, ms] = timed(() => bestScores(vectors, queryVector));
    times.push(ms);
    const bar = (best[hitCount - 1] ?? 0) - 1e-6;
    for (const row of rows) if (dot(vectors, row * queryVector.length, queryVector) >= bar) hits++;
  }
  const recall = hits / (hitCount * found.length);
  return {
    recall,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    megabytes: vectors.byteLength / 1e6,
    questions: found.length,
  };
});

function readFloats(file: string): Float32Array {
  const fd = openSync(file, 'r');
  const bytes = new Uint8Array(fstatSync(fd).size);
  for (let at = 0; at < bytes.length; ) {
    const read = readSync(fd, bytes, at, Math.min(2 ** 26, bytes.length - at), at);
    if (read === 0) throw new Error(`${file} is truncated`);
    at += read;
  }
  closeSync(fd);
  return new Float32Array(bytes.buffer);
}

function bestScores(vectors: Float32Array, query: Float32Array): number[] {
  const best: number[] = [];
  let bar = Number.NEGATIVE_INFINITY;
  for (let from = 0; from < vectors.length; from += query.length) {
    const score = dot(vectors, from, query);
    if (score <= bar) continue;
    best.push(score);
    best.sort((a, b) => b - a);
    if (best.length > hitCount) best.pop();
    if (best.length === hitCount) bar = best[hitCount - 1] ?? bar;
  }
  return best;
}

function dot(values: Float32Array, from: number, query: Float32Array): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let at = 0, value = from; at < query.length; at += 4, value += 4) {
    a += (values[value] ?? 0) * (query[at] ?? 0);
    b += (values[value + 1] ?? 0) * (query[at + 1] ?? 0);
    c += (values[value + 2] ?? 0) * (query[at + 2] ?? 0);
    d += (values[value + 3] ?? 0) * (query[at + 3] ?? 0);
  }
  return a + b + c + d;
}
