/** Before the first request: where code goes, how often, and how much. On a terminal someone says yes; elsewhere `--yes` does. */
import { createInterface } from 'node:readline/promises';
import type { ChatModel } from '../../enrich/chat-model';
import type { Budget } from '../../enrich/token-budget';
import { UsageError } from '../options/usage';
import { countText } from './format-numbers';

interface Estimate {
  readonly requests: number;
  readonly inputTokens: number;
  /** Most tokens of an answer. */
  readonly maxTokens: number;
}

export function estimateText({ id, place }: ChatModel, estimate: Estimate, { limit }: Budget): string {
  const { requests, inputTokens, maxTokens } = estimate;
  const most = inputTokens + requests * maxTokens;
  const budget = most > limit ? `; it ends when the budget of ${limit.toLocaleString('en-US')} is spent` : '';
  return `${countText(requests, 'request')} with ${countText(inputTokens, 'token')} of your files to ${place} (${id}); with the answers at most ${countText(most, 'token')}${budget}`;
}

/** False: someone said no. @throws UsageError where no one can be asked. */
export async function askConsent(text: string, isAgreed: boolean): Promise<boolean> {
  console.error(`codegrain: this sends ${text}`);
  if (isAgreed) return true;
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) {
    throw new UsageError('nothing was sent: --yes agrees to it');
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^(y|yes)$/i.test((await lines.question('Send? [y/N] ')).trim());
  } finally {
    lines.close();
  }
}
