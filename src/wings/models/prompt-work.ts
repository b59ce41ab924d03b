/** The work of running a prompt over pieces: what to ask about each, and what to log. */

import type { JsonAnswers } from './json-answer';
import type { ModelAsker } from './model-asker';
import type { RunWork } from './piece-runner';
import type { Prompt } from './prompt';
import type { RunPiece } from './prompt-pieces';
import { type RunLog, type RunResult, resultFor } from './run-log';

export interface PromptWorkOptions {
  readonly prompt: Prompt;
  readonly json?: JsonAnswers | undefined;
  /** Max tokens of an answer. */
  readonly maxTokens: number;
  /** Called with each result once it is logged. */
  readonly onResult?: ((result: RunResult) => void) | undefined;
}

export function promptWork(
  asker: ModelAsker,
  log: RunLog,
  { prompt, json, maxTokens, onResult }: PromptWorkOptions,
): RunWork<RunPiece> {
  return {
    ask: (piece, signal) => asker.ask({ messages: prompt.messages(piece), maxTokens, json }, signal),
    async save(piece, outcome, ms) {
      const content = outcome.is === 'answer' ? { answer: outcome.value } : { error: outcome.error };
      const result = resultFor(piece, { is: outcome.is, ...content, tokens: outcome.usage, ms });
      await log.append(result);
      onResult?.(result);
    },
  };
}
