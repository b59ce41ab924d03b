/** What all tools of the server share: they are read-only, and answer in a way that a model can act on, also when they fail. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { againIfChanged } from '../index/parts/again-if-changed';
import { errorMessage } from '../shared/error-message';
import { counterOrApproximate } from '../tokens/token-counter';
import type { CountTokens } from '../tools/pack-hits';
import { ToolProblem } from '../tools/tool-problem';
import type { ServeOptions } from './serve-options';
import type { ServedCode } from './served-code';
import { countedWith } from './served-index';

export interface ToolContext {
  readonly server: McpServer;
  readonly code: ServedCode;
  readonly options: Pick<ServeOptions, 'structured' | 'ranking'>;
  /** Writes to standard error. */
  readonly log: (message: string) => void;
  /** Running tool calls. */
  readonly running: Set<Promise<unknown>>;
}

/** Tools change nothing, give the same answer to the same request, and read only the folder. */
export const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

export function counterFor({ log }: ToolContext): CountTokens {
  const counter = counterOrApproximate(countedWith, log);
  return (text) => counter.count(text);
}

/**
 * The schema of a tool's data. A client that finds data in an answer may give its model the data alone, as JSON, and leave out the text;
 * others give both. So there is data, and a schema, only for a program that asks for it.
 */
export function outputOf<Shape>({ options }: ToolContext, shape: () => Shape): { outputSchema?: Shape } {
  return options.structured === true ? { outputSchema: shape() } : {};
}

/** The data of an answer is made only if it was asked for. */
type Work = () => Promise<{ readonly text: string; readonly structured: () => Record<string, unknown> }>;

/** Runs a tool. If it fails, the result says why. */
export async function runTool(context: ToolContext, signal: AbortSignal, work: Work): Promise<CallToolResult> {
  const answer = answerOf(context, signal, work);
  context.running.add(answer);
  try {
    return await answer;
  } finally {
    context.running.delete(answer);
  }
}

async function answerOf({ options, log }: ToolContext, signal: AbortSignal, work: Work): Promise<CallToolResult> {
  try {
    signal.throwIfAborted();
    const { text, structured } = await againIfChanged(work);
    return {
      content: [{ type: 'text', text }],
      ...(options.structured === true && { structuredContent: structured() }),
    };
  } catch (error) {
    if (signal.aborted) throw error;
    const message = errorMessage(error);
    if (!(error instanceof ToolProblem)) log(error instanceof Error ? (error.stack ?? message) : message);
    return { content: [{ type: 'text', text: message }], isError: true };
  }
}
