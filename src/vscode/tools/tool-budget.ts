/** How much a tool may say, and who counts it: the model that asked, where it tells. */
import * as vscode from 'vscode';
import { approximateCounter } from '../../tokens/estimates/approximate-counter';
import type { CountTokens } from '../../tools/pack-hits';
import { withAbortSignal } from '../common/abort-signal';

export interface Budget {
  readonly budget: number;
  readonly count: CountTokens;
}

/** Where nobody tells. */
const standardBudget = 4000;

export function toolBudget(
  options: vscode.LanguageModelToolTokenizationOptions | undefined,
  token: vscode.CancellationToken,
): Budget {
  if (!options) return { budget: standardBudget, count: (text) => approximateCounter.count(text) };
  return { budget: options.tokenBudget, count: (text) => options.countTokens(text, token) };
}

export function textResult(text: string): vscode.LanguageModelToolResult {
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}

/** Runs with a signal that is aborted when the token is. @throws `CancellationError` then, whatever the work throws. */
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
