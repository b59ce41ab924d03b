/**
 * Asks before the first request to a language model, and says where code is sent, in how many requests and how many tokens.
 * Without a terminal, `--yes` is needed.
 */
import { createInterface } from 'node:readline/promises';
import { printError } from '../../shared/print';
import type { ChatModel } from '../../wings/models/chat-model';
import type { TokenBudget } from '../../wings/models/model-asker';
import { UsageError } from './options/flags';
import { formatCount } from './output/format-numbers';

interface Estimate {
  readonly requests: number;
  readonly inputTokens: number;
  /** Max tokens per answer. */
  readonly maxTokens: number;
}

export function estimateText({ id, place }: ChatModel, estimate: Estimate, { limit }: TokenBudget): string {
  const { requests, inputTokens, maxTokens } = estimate;
  const maxTotal = inputTokens + requests * maxTokens;
  const budget = maxTotal > limit ? `; the run stops at the budget of ${limit.toLocaleString('en-US')}` : '';
  return `${formatCount(requests, 'request')} with ${formatCount(inputTokens, 'token')} of your files to ${place} (${id}); at most ${formatCount(maxTotal, 'token')} with the answers${budget}`;
}

/** False if the user declines. @throws UsageError if there is no terminal to ask on. */
export async function confirmSending(text: string, hasAgreed: boolean): Promise<boolean> {
  printError(`codegrain: this sends ${text}`);
  if (hasAgreed) return true;
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) {
    throw new UsageError('nothing was sent; use --yes to agree');
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^(y|yes)$/i.test((await lines.question('Send? [y/N] ')).trim());
  } finally {
    lines.close();
  }
}
