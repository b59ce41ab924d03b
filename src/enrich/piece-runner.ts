/**
 * Asks a model about one piece after the other, or about several at a time. What came of each is kept before the worker goes on;
 * what is cancelled or cut off by the budget is not, and is asked for by the next run.
 */

import { addUsage, type ChatRefused, noUsage, type Usage } from './chat-model';
import type { Asked } from './model-asker';

export interface RunWork<Piece> {
  /** @throws the signal's reason, or what no other piece would escape. */
  ask(piece: Piece, signal: AbortSignal): Promise<Asked>;
  /** @throws where it cannot be written: asking on would be paid for in vain. */
  keep(piece: Piece, outcome: Exclude<Asked, { is: 'left' | 'refused' }>, ms: number): Promise<void>;
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
  readonly usage: Usage;
  /** Why it ended before all was asked. */
  readonly stopped?: 'failure' | 'budget' | 'refused' | 'cancelled';
  /** What the model said, with `refused`. */
  readonly refusal?: ChatRefused;
}

/** @throws where pieces cannot be had, or what came of them cannot be kept. */
export async function runOver<Piece>(
  pieces: AsyncIterable<Piece>,
  { ask, keep }: RunWork<Piece>,
  { parallel, onError, signal }: RunOptions,
): Promise<RunReport> {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const queue = pieces[Symbol.asyncIterator]();
  let answered = 0;
  let failed = 0;
  let usage = noUsage;
  let stopped: RunReport['stopped'];
  let refusal: ChatRefused | undefined;
  const work = async (): Promise<void> => {
    while (!stopped) {
      const next = await queue.next();
      if (next.done || either.aborted) return;
      const started = performance.now();
      const asked = await ask(next.value, either);
      usage = addUsage(usage, asked.usage);
      if (asked.is === 'left') {
        stopped ??= 'budget';
        return;
      }
      if (asked.is === 'refused') {
        // Those that are under way are let finish: what they bring is paid for.
        stopped ??= 'refused';
        refusal ??= asked.refusal;
        return;
      }
      await keep(next.value, asked, Math.round(performance.now() - started));
      if (asked.is === 'answer') answered++;
      else failed++;
      if (asked.is === 'failed' && onError === 'fail-fast') {
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
      // Those that are under way when it ends are asked for again by the next run.
      if (either.aborted) return;
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
