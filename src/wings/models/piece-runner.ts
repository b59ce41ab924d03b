/**
 * Asks a model about pieces, one after another or several at a time. Each outcome is saved before the next request. Pieces that were
 * cancelled or did not fit the budget are not saved; the next run asks about them.
 */

import type { ChunkReply, ChunkRequest } from '../../engine/workers/worker-protocol';
import type { ChunkOptions } from '../../options/chunk-options';
import { addUsage, type ChatRefused, noUsage, type TokenUsage } from './chat-model';
import type { AskOutcome } from './model-asker';

/** The files that a run is about. */
export interface RunFiles {
  readonly files: readonly ChunkRequest[];
  chunk(request: ChunkRequest, signal: AbortSignal): Promise<ChunkReply>;
}

/** The chunks of each file in turn, or why it has none. Only those of one file are in memory. */
export async function* chunksOfFiles(source: RunFiles, signal: AbortSignal, options?: ChunkOptions) {
  for (const request of source.files) {
    const reply = await source.chunk(options ? { ...request, options } : request, signal);
    const { path } = request;
    if (reply.is === 'chunked') yield { chunks: reply.file.chunks };
    else yield { path, message: reply.is === 'skipped' ? reply.skipped.message : 'could not be chunked' };
  }
}

export interface RunWork<Piece> {
  /** @throws the signal's reason, or an error that every other piece would have too. */
  ask(piece: Piece, signal: AbortSignal): Promise<AskOutcome>;
  /** @throws if it cannot be written: further answers would be lost too. */
  save(piece: Piece, outcome: Exclude<AskOutcome, { is: 'budget-spent' | 'refused' }>, ms: number): Promise<void>;
}

export interface RunOptions {
  /** Requests at a time. */
  readonly parallel: number;
  readonly onError: 'fail-fast' | 'continue-on-error';
  readonly signal: AbortSignal;
}

export interface RunReport {
  readonly answered: number;
  readonly failed: number;
  readonly usage: TokenUsage;
  /** Why the run ended early. */
  readonly stopped?: 'failure' | 'budget' | 'refused' | 'cancelled';
  /** The refusal, if `stopped` is `refused`. */
  readonly refusal?: ChatRefused;
}

/** @throws if pieces cannot be read or outcomes cannot be saved. */
export async function runPieces<Piece>(
  pieces: AsyncIterable<Piece>,
  { ask, save }: RunWork<Piece>,
  { parallel, onError, signal }: RunOptions,
): Promise<RunReport> {
  const stop = new AbortController();
  const anySignal = AbortSignal.any([signal, stop.signal]);
  const queue = pieces[Symbol.asyncIterator]();
  let answered = 0;
  let failed = 0;
  let usage = noUsage;
  let stopped: RunReport['stopped'];
  let refusal: ChatRefused | undefined;
  const work = async (): Promise<void> => {
    while (!stopped) {
      const next = await queue.next();
      if (next.done || anySignal.aborted) return;
      const started = performance.now();
      const outcome = await ask(next.value, anySignal);
      usage = addUsage(usage, outcome.usage);
      if (outcome.is === 'budget-spent') {
        stopped ??= 'budget';
        return;
      }
      if (outcome.is === 'refused') {
        // Requests in progress may finish: their answers are paid for.
        stopped ??= 'refused';
        refusal ??= outcome.refusal;
        return;
      }
      await save(next.value, outcome, Math.round(performance.now() - started));
      if (outcome.is === 'answer') answered++;
      else failed++;
      if (outcome.is === 'failed' && onError === 'fail-fast') {
        stopped ??= 'failure';
        stop.abort(new Error('stopped at the first failure'));
      }
    }
  };
  let broken: { readonly error: unknown } | undefined;
  const guarded = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      // Requests in progress when the run ends are repeated by the next run.
      if (anySignal.aborted) return;
      broken = { error };
      stop.abort(error);
    }
  };
  await Promise.all(Array.from({ length: parallel }, guarded));
  await queue.return?.();
  if (broken) throw broken.error;
  if (signal.aborted) stopped = 'cancelled';
  return { answered, failed, usage, ...(stopped && { stopped }), ...(refusal && { refusal }) };
}
