/** What every tool of the server is: read-only, and with an answer, also where it fails, that a model can act on. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { errorMessage } from '../shared/error-message';
import { counterOrApproximate } from '../tokens/counter';
import type { CountTokens } from '../tools/pack-hits';
import { ToolProblem } from '../tools/tool-problem';
import type { ServedIndex } from './served-index';

export interface Served {
  readonly server: McpServer;
  readonly index: ServedIndex;
  /** To standard error. */
  readonly log: (message: string) => void;
  /** Tools at work. */
  readonly working: Set<Promise<unknown>>;
}

/** Nothing is changed, the same question has the same answer, and nothing but the folder is asked. */
export const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Most models count about like this one. */
export function counterFor({ log }: Served): CountTokens {
  const counter = counterOrApproximate('o200k_base', log);
  return (text) => counter.count(text);
}

type Work = () => Promise<{ readonly text: string; readonly structured: Record<string, unknown> }>;

/** Runs a tool; where it cannot answer, the result says why. */
export async function answered(served: Served, signal: AbortSignal, work: Work): Promise<CallToolResult> {
  const answer = answerOf(served, signal, work);
  served.working.add(answer);
  try {
    return await answer;
  } finally {
    served.working.delete(answer);
  }
}

async function answerOf({ log }: Served, signal: AbortSignal, work: Work): Promise<CallToolResult> {
  try {
    signal.throwIfAborted();
    const { text, structured } = await work();
    return { content: [{ type: 'text', text }], structuredContent: structured };
  } catch (error) {
    if (signal.aborted) throw error;
    const message = errorMessage(error);
    if (!(error instanceof ToolProblem)) log(error instanceof Error ? (error.stack ?? message) : message);
    return { content: [{ type: 'text', text: message }], isError: true };
  }
}
