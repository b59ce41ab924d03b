/** The token budget of a tool's answer, and how to count tokens: as the calling model does, if VS Code passes that. */
import * as vscode from 'vscode';
import type { CountTokens } from '../../engine/answers/pack-hits';
import { approximateCounter } from '../../tokens/estimates/estimate-counter';
import { withAbortSignal } from '../common/abort-signal';

export interface ToolBudget {
  readonly budget: number;
  readonly count: CountTokens;
}

/** Tokens, if the caller sets no budget. */
const defaultBudget = 4000;

export function toolBudget(
  options: vscode.LanguageModelToolTokenizationOptions | undefined,
  token: vscode.CancellationToken,
): ToolBudget {
  if (!options) return { budget: defaultBudget, count: (text) => approximateCounter.count(text) };
  return { budget: options.tokenBudget, count: (text) => options.countTokens(text, token) };
}

export function textResult(text: string): vscode.LanguageModelToolResult {
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}

/** Runs with a signal that is aborted with the token. @throws `CancellationError` then, whatever the work throws. */
export async function cancellable<T>(
  token: vscode.CancellationToken,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await withAbortSignal(token, async (signal) => {
      signal.throwIfAborted();
      const result = await work(signal);
      signal.throwIfAborted();
      return result;
    });
  } catch (error) {
    if (token.isCancellationRequested) throw new vscode.CancellationError();
    throw error;
  }
}
