/** What all tools of the server share: they are read-only, and answer in a way that a model can act on, also when they fail. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
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
const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

export function counterFor({ log }: ToolContext): CountTokens {
  const counter = counterOrApproximate(countedWith, log);
  return (text) => counter.count(text);
}

/** The data is made only if it was asked for, and may have more fields than the output of the tool. */
type ToolAnswer = { readonly text: string; readonly data: () => object };

interface Tool<Input extends z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: () => z.ZodRawShape;
  run(input: z.output<z.ZodObject<Input>>, signal: AbortSignal): Promise<ToolAnswer>;
}

/**
 * A client that finds data in an answer may give its model the data alone, as JSON, and leave out the text; others give both. So there is
 * data, and a schema of it, only for a program that asks for it. The schema chooses the fields of the data.
 */
export function registerTool<Input extends z.ZodRawShape>(context: ToolContext, tool: Tool<Input>): void {
  const { server, options, running } = context;
  const { name, title, description } = tool;
  const inputSchema: z.ZodRawShape = tool.input;
  const output = options.structured === true ? { ...tool.output(), problems: problemsShape() } : undefined;
  const about = { title, description, inputSchema, annotations, ...(output && { outputSchema: output }) };
  server.registerTool(name, about, (input, { signal }) => {
    // Read once more, for its type.
    const work = () => tool.run(z.object(tool.input).parse(input), signal);
    const answer = answerOf(context, work, output && z.object(output), signal).finally(() => running.delete(answer));
    running.add(answer);
    return answer;
  });
}

/**
 * If a tool fails, the result says why. What is wrong with the index is in every answer: an agent would delete code that a damaged index
 * calls unused. The note comes on top of `max_tokens`, unless the answer has it already.
 */
async function answerOf(
  { code, log }: ToolContext,
  work: () => Promise<ToolAnswer>,
  output: z.ZodObject | undefined,
  signal: AbortSignal,
): Promise<CallToolResult> {
  try {
    signal.throwIfAborted();
    const { text, data } = await work();
    const problem = code.folder?.problem;
    return {
      content: [{ type: 'text', text: shownText(text, problem) }],
      ...(output && {
        structuredContent: output.parse({ ...structuredProblems(problem && [problem]), ...data() }),
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
