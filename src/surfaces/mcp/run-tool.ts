/** What all tools of the server share: they are read-only, and answer in a way that a model can act on, also when they fail. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { CountTokens } from '../../engine/answers/pack-hits';
import { ToolProblem } from '../../engine/answers/tool-input';
import type { IndexFileProblem } from '../../index/file/index-error';
import { errorMessage } from '../../shared/error-message';
import { printableText } from '../../shared/print';
import { counterOrApproximate } from '../../tokens/token-counter';
import type { ServedCode } from './served-code';
import { countedWith, type ServeOptions } from './served-index';
import { problemsShape, structuredProblems } from './tool-shapes';

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
export function outputOf<Shape extends object>({ options }: ToolContext, shape: () => Shape) {
  return options.structured === true ? { outputSchema: { ...shape(), problems: problemsShape() } } : {};
}

/** The data of an answer is made only if it was asked for. */
type Work = () => Promise<{ readonly text: string; readonly structured: () => Record<string, unknown> }>;

/**
 * Runs a tool. If it fails, the result says why. What is wrong with the index is in every answer: an agent would delete code that a
 * damaged index calls unused. The note comes on top of `max_tokens`, unless the answer has it already.
 */
export async function runTool(context: ToolContext, signal: AbortSignal, work: Work): Promise<CallToolResult> {
  const answer = answerOf(context, signal, work);
  context.running.add(answer);
  try {
    return await answer;
  } finally {
    context.running.delete(answer);
  }
}

async function answerOf({ code, options, log }: ToolContext, signal: AbortSignal, work: Work): Promise<CallToolResult> {
  try {
    signal.throwIfAborted();
    const { text, structured } = await work();
    const problem = code.folder?.problem;
    return {
      content: [{ type: 'text', text: shownText(text, problem) }],
      ...(options.structured === true && {
        structuredContent: { ...structuredProblems(problem && [problem]), ...structured() },
      }),
    };
  } catch (error) {
    if (signal.aborted) throw error;
    const message = errorMessage(error);
    if (!(error instanceof ToolProblem)) log(error instanceof Error ? (error.stack ?? message) : message);
    return { content: [{ type: 'text', text: shownText(message, code.folder?.problem) }], isError: true };
  }
}

/** Clients show the text on terminals; data has every character as it is. */
function shownText(text: string, problem: IndexFileProblem | undefined): string {
  return printableText(!problem || text.includes(problem.message) ? text : `Note: ${problem.message}\n${text}`);
}
