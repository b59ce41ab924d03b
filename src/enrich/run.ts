/**
 * Asks a model the same about one piece after the other, or about several at a time. Each result is in the log before the next is
 * asked for; what is cancelled or cut off by the budget is not, and is asked for by the next run.
 */
import type { Asker } from './asker';
import { addUsage, noUsage, type Usage } from './chat';
import type { JsonAnswers } from './json-answer';
import type { RunPiece } from './pieces';
import type { Prompt } from './prompt';
import { type Result, type RunLog, resultFor } from './run-log';

export interface RunOptions {
  readonly prompt: Prompt;
  readonly json?: JsonAnswers | undefined;
  /** Most tokens of an answer. */
  readonly maxTokens: number;
  /** Requests at a time. */
  readonly parallel: number;
  readonly onError: 'fail-fast' | 'continue';
  readonly signal: AbortSignal;
  readonly onResult?: ((result: Result) => void) | undefined;
}

export interface RunReport {
  readonly answered: number;
  readonly failed: number;
  readonly usage: Usage;
  /** Why it ended before all was asked. */
  readonly stopped?: 'failure' | 'budget' | 'cancelled';
}

/** @throws where results cannot be written: asking on would be paid for in vain. */
export async function runOver(
  pieces: AsyncIterable<RunPiece>,
  asker: Asker,
  log: RunLog,
  options: RunOptions,
): Promise<RunReport> {
  const { prompt, json, maxTokens, parallel, onError, signal, onResult } = options;
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const queue = pieces[Symbol.asyncIterator]();
  let answered = 0;
  let failed = 0;
  let usage = noUsage;
  let stopped: RunReport['stopped'];
  const work = async (): Promise<void> => {
    while (!stopped) {
      const next = await queue.next();
      if (next.done || either.aborted) return;
      const started = performance.now();
      const asked = await asker.ask({ messages: prompt.messages(next.value), maxTokens, json }, either);
      usage = addUsage(usage, asked.usage);
      if (asked.is === 'left') {
        stopped ??= 'budget';
        return;
      }
      const ms = Math.round(performance.now() - started);
      const outcome = asked.is === 'answer' ? { answer: asked.value } : { error: asked.error };
      const result = resultFor(next.value, { is: asked.is, ...outcome, tokens: asked.usage, ms });
      await log.append(result);
      if (asked.is === 'answer') answered++;
      else failed++;
      onResult?.(result);
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
  return { answered, failed, usage, ...(stopped && { stopped }) };
}
