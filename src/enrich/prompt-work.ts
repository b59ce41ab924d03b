/** A prompt over pieces: what is asked about each, and what is kept of it. */

import type { JsonAnswers } from './json-answer';
import type { Asker } from './model-asker';
import type { Prompt } from './prompt';
import type { RunPiece } from './prompt-pieces';
import type { RunWork } from './prompt-run';
import { type Result, type RunLog, resultFor } from './run-log';

export interface PromptRun {
  readonly prompt: Prompt;
  readonly json?: JsonAnswers | undefined;
  /** Most tokens of an answer. */
  readonly maxTokens: number;
  /** Told of each result once it is in the log. */
  readonly onResult?: ((result: Result) => void) | undefined;
}

export function promptWork(
  asker: Asker,
  log: RunLog,
  { prompt, json, maxTokens, onResult }: PromptRun,
): RunWork<RunPiece> {
  return {
    ask: (piece, signal) => asker.ask({ messages: prompt.messages(piece), maxTokens, json }, signal),
    async keep(piece, asked, ms) {
      const outcome = asked.is === 'answer' ? { answer: asked.value } : { error: asked.error };
      const result = resultFor(piece, { is: asked.is, ...outcome, tokens: asked.usage, ms });
      await log.append(result);
      onResult?.(result);
    },
  };
}
