/** What makes chunks and segments for its users: parse workers in processes of their own, or the caller's thread. */
import type { Embedder } from '../../embedding/embedder';
import type { CompactionJob } from '../../index/compact/compact-file';
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

/** A model as workers know it. */
export function judgeFields(judge: Embedder | undefined): Pick<ChunkRequest, 'judge'> {
  return judge ? { judge: { id: judge.id, dimensions: judge.dimensions, limits: judge.limits } } : {};
}

export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
