/** The tools of a measured agent. They read one state of a folder and nothing else; a wrong call is answered with what to do. */
import { isTestPath } from '../../../search/file-role';
import type { ReadState } from '../file-tree';
import type { DefinitionsOf } from '../measured-task';
import { readPack, readSearch } from '../readers/codegrain-readers';
import { grep } from '../readers/grep';

/** What a model wrote: which fields count depends on the tool. */
export interface ToolCall {
  readonly tool: string;
  readonly text?: unknown;
  readonly path?: unknown;
  readonly line?: unknown;
}

export interface ToolState extends ReadState {
  readonly definitionsOf: DefinitionsOf;
}

interface AgentTool {
  /** One line for the model. */
  readonly about: string;
  readonly run: (call: ToolCall, state: ToolState) => string | Promise<string>;
}

/** Max tokens of the answer of a tool. */
export const maxToolTokens = 4000;
const maxMatches = 60;
const maxPaths = 200;
const readLines = 150;
const maxLineLength = 200;

const plainTools: Readonly<Record<string, AgentTool>> = {
  list_files: {
    about: '{"tool": "list_files", "path": "src"}: the files below a folder; "" is the whole repository.',
    run: ({ path = '' }, { tree }) => {
      const folder = String(path).replace(/^\.?\/+|\/+$/g, '');
      const paths = tree.files
        .map((file) => file.path)
        .filter((file) => folder === '' || file.startsWith(`${folder}/`));
      if (paths.length === 0) return `There is no folder ${folder}.`;
      const more = paths.length > maxPaths ? [`… ${paths.length - maxPaths} more: name a folder`] : [];
      return [...paths.slice(0, maxPaths), ...more].join('\n');
    },
  },
  grep: {
    about: '{"tool": "grep", "text": "maxBodyLength"}: the lines that have this text as whole words, in any case.',
    run: ({ text = '' }, { tree }) => {
      if (String(text).trim() === '') return 'Give a text to search for.';
      const files = grep(tree, String(text)).sort((a, b) => Number(isTestPath(a.path)) - Number(isTestPath(b.path)));
      const lines = files.flatMap(({ path, lines: numbers }) => {
        const texts = tree.lines(path);
        return numbers.map((line) => `${path}:${line}: ${(texts[line - 1] ?? '').trim().slice(0, maxLineLength)}`);
      });
      if (lines.length === 0) return 'No matches.';
      const more = lines.length > maxMatches ? [`… ${lines.length - maxMatches} more`] : [];
      return [...lines.slice(0, maxMatches), ...more].join('\n');
    },
  },
  read_file: {
    about: `{"tool": "read_file", "path": "src/a.ts", "line": 120}: ${readLines} lines of a file, from this line.`,
    run: ({ path = '', line = 1 }, { tree }) => {
      const lines = tree.lines(String(path));
      if (lines.length === 0) return `There is no file ${String(path)}.`;
      const from = Math.min(lines.length, Math.max(1, Math.floor(Number(line)) || 1));
      return numbered(lines, from, Math.min(lines.length, from + readLines - 1));
    },
  },
};

const codegrainTools: Readonly<Record<string, AgentTool>> = {
  pack: {
    about: '{"tool": "pack", "text": "the task, or a question"}: the code to open for it, ranked. Use it first.',
    run: ({ text = '' }, state) => answerOf(String(text), state, readPack),
  },
  search_code: {
    about: '{"tool": "search_code", "text": "where are retries limited"}: code found by words and meaning.',
    run: ({ text = '' }, state) => answerOf(String(text), state, (query, from) => readSearch(query, 'spans', from)),
  },
  get_chunk: {
    about: '{"tool": "get_chunk", "path": "src/a.ts", "line": 12}: the whole function at a line.',
    run: ({ path = '', line = 1 }, { tree, definitionsOf }) => {
      const lines = tree.lines(String(path));
      if (lines.length === 0) return `There is no file ${String(path)}.`;
      const at = Math.floor(Number(line)) || 1;
      const around = definitionsOf(String(path)).filter((each) => each.line <= at && at <= each.endLine);
      const smallest = around.sort((a, b) => a.endLine - a.line - (b.endLine - b.line))[0];
      return numbered(
        lines,
        smallest?.line ?? Math.max(1, at - 20),
        Math.min(lines.length, smallest?.endLine ?? at + 20),
      );
    },
  },
};

export function toolsOf(hasCodegrain: boolean): Readonly<Record<string, AgentTool>> {
  return hasCodegrain ? { ...codegrainTools, ...plainTools } : plainTools;
}

/** The answer, cut to what a tool may return. */
export async function runAgentTool(call: ToolCall, hasCodegrain: boolean, state: ToolState): Promise<string> {
  const tools = toolsOf(hasCodegrain);
  const tool = Object.hasOwn(tools, call.tool) ? tools[call.tool] : undefined;
  if (!tool) return `There is no tool ${call.tool}. The tools are ${Object.keys(tools).join(', ')}.`;
  const lines = (await tool.run(call, state)).split('\n');
  while (lines.length > 1 && state.count(lines.join('\n')) > maxToolTokens)
    lines.splice(Math.floor(lines.length * 0.8));
  return lines.join('\n');
}

async function answerOf(text: string, state: ToolState, reader: typeof readPack): Promise<string> {
  if (text.trim() === '') return 'Give a text to search for.';
  const { lines } = await reader(text, state)(maxToolTokens);
  return lines.map((line) => line.text).join('\n');
}

function numbered(lines: readonly string[], from: number, to: number): string {
  return lines
    .slice(from - 1, to)
    .map((text, at) => `${from + at}: ${text.slice(0, 400)}`)
    .join('\n');
}
