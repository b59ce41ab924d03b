/** What makes chunks and segments for its users: parse workers in processes of their own, or the caller's thread. */
import type { Embedder } from '../../embedding/embedder';
import type { CompactionJob } from '../../index/compact/compact';
import { bytesOf } from '../../index/format/byte-codec';
import type { ChunkOptions } from '../../options/chunk-options';
import { errorMessage } from '../../shared/error-message';
import type { Skipped } from '../../workspace/skip-reasons';
import type {
  ChunkReply,
  ChunkRequest,
  CompactReply,
  KnownVectors,
  SegmentReply,
  SegmentWork,
} from './worker-protocol';

export interface ChunkingPool {
  /**
   * Rejects only when the signal is aborted, with its reason. Every other failure is a reply.
   * @param judge the model by which `semantic` judges; left out: the built-in one.
   */
  chunk(request: ChunkRequest, signal?: AbortSignal, judge?: Embedder): Promise<ChunkReply>;
  /** Makes segments of the index from files: usually one. */
  segments(
    request: SegmentWork,
    knownVectors: AnswerKnownVectors | undefined,
    signal?: AbortSignal,
    judge?: Embedder,
  ): Promise<SegmentReply[]>;
  /**
   * Compacts an index in a process of its own. Workers that have nothing to do end first, because both need memory; they are started
   * again when needed. Resolves to undefined if that is not possible, or failed: then the caller has to do it.
   */
  compact(job: CompactionJob): Promise<CompactReply | undefined>;
}

/** Answers which hashes the index has vectors for. */
export type AnswerKnownVectors = (hashes: Uint8Array) => KnownVectors;

export const noKnownVectors: AnswerKnownVectors = () => {
  return { found: new Uint8Array(0), vectors: new Uint8Array(0), scales: new Uint8Array(0) };
};

let settingsStrategy: string | undefined;

/** For every pool of this process that has none of its own: the strategy that the user's settings name. */
export function allowStrategy(identity: string | undefined): void {
  settingsStrategy = identity;
}

/** What a pool adds to every request. @param judge as workers know it: they ask this process for its vectors. */
export function poolFields(judge: Embedder | undefined, allowedStrategy: string | undefined = settingsStrategy) {
  return {
    ...(judge && { judge: { id: judge.id, dimensions: judge.dimensions, limits: judge.limits } }),
    // Without its own, a pool leaves the one that the request names.
    ...(allowedStrategy !== undefined && { allowedStrategy }),
  };
}

/** Answers requests of workers for the vectors of sentences. */
export function embedBy(judge: Embedder | undefined, signal: AbortSignal | undefined) {
  return judge && ((texts: readonly string[]): Promise<Float32Array[]> => judge.embed(texts, 'passage', signal));
}

export function failedToChunk(error: unknown): Skipped {
  return { reason: 'failed', message: `could not be chunked: ${errorMessage(error)}` };
}

export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Encodes the answer to `knownVectorsRequest`. */
export function encodeKnownVectors(
  hashes: Uint8Array,
  rowBytes: number,
  vectorOf: (key: Uint8Array) => { readonly vector: Int8Array; readonly scale: number } | undefined,
): KnownVectors {
  const count = hashes.length / 16;
  const found = new Uint8Array(count);
  const vectors: Uint8Array[] = [];
  const scales: number[] = [];
  for (let i = 0; i < count; i++) {
    const known = vectorOf(hashes.subarray(16 * i, 16 * i + 16));
    if (known?.vector.length !== rowBytes) continue;
    found[i] = 1;
    vectors.push(bytesOf(known.vector));
    scales.push(known.scale);
  }
  return { found, vectors: Buffer.concat(vectors), scales: bytesOf(Float32Array.from(scales)) };
}

// The embedding model by which `semantic` judges, where it is not the built-in one: it is in the process that uses the workers, and
// they ask for vectors of sentences. Vectors are remembered for a while: a file is chunked again when its vectors are made, and must
// then be cut at the same places, also by a server whose answers differ a little each time.

/** About 60 MB of vectors of 768 dimensions. */
const rememberedSentences = 20_000;

/** True if these options ask for vectors while files are chunked. */
export function needsJudge({ strategy = [], textStrategy = [] }: Partial<ChunkOptions>): boolean {
  return (strategy.length > 0 ? strategy : textStrategy).includes('semantic');
}

/** A pool whose workers ask this model where topics change. */
export function withJudge(pool: ChunkingPool, model: Embedder): ChunkingPool {
  const judge = rememberSentences(model);
  return {
    chunk: (request, signal) => pool.chunk(request, signal, judge),
    segments: (request, knownVectors, signal) => pool.segments(request, knownVectors, signal, judge),
    compact: (job) => pool.compact(job),
  };
}

/** The same model, which is asked only for sentences that it was not asked for lately. */
export function rememberSentences(model: Embedder): Embedder {
  const known = new Map<string, Float32Array>();
  return {
    id: model.id,
    dimensions: model.dimensions,
    limits: model.limits,
    embed: async (texts, side, signal) => {
      const asked = texts.map((text) => (typeof text === 'string' ? text : text.text));
      const missing = [...new Set(asked)].filter((text) => !known.has(text));
      const found = new Map<string, Float32Array>();
      const made = missing.length === 0 ? [] : await model.embed(missing, side, signal);
      for (const [i, text] of missing.entries()) {
        const vector = made[i];
        if (vector) found.set(text, vector);
      }
      const vectors = asked.map((text) => found.get(text) ?? known.get(text) ?? new Float32Array(model.dimensions));
      for (const [text, vector] of found) known.set(text, vector);
      for (const oldest of known.keys()) {
        if (known.size <= rememberedSentences) break;
        known.delete(oldest);
      }
      return vectors;
    },
  };
}
