/** The tools about definitions: `outline_file` and `trace_uses`. */
import * as z from 'zod';
import { plainPlace } from '../../engine/answers/code-blocks';
import { outlineOf, outlineText, withCounts } from '../../engine/answers/file-outline';
import { graphProblem, tracedText } from '../../engine/answers/graph-text';
import { ToolProblem } from '../../engine/answers/tool-input';
import type { GraphTarget } from '../../search/graph-questions';
import { counterFor, registerTool, type ToolContext } from './run-tool';
import { requireIndexed } from './served-index';
import * as shapes from './tool-shapes';

export function registerOutlineFile(context: ToolContext): void {
  const { code } = context;
  registerTool(context, {
    name: 'outline_file',
    title: 'Outline a file',
    description: `Lists the definitions or sections of a file with their lines, and how many definitions each uses and is used by. Use it before reading a long file, then get_chunk. Not for code: it shows signatures alone.`,
    input: {
      path: shapes.file,
      start_line: shapes.line.optional().describe('To continue an outline that was too long'),
      max_tokens: shapes.maxTokens,
    },
    output: shapes.outlineShape,
    async run({ path, start_line = 1, max_tokens }, signal) {
      const file = await code.chunksOf(path, signal);
      const { language, chunks } = file;
      const entries = outlineOf(chunks).filter((entry) => entry.line >= start_line);
      const lines = chunks.reduce((max, { endLine }) => Math.max(max, endLine), 0);
      const head = `${file.path} (${language}, ${lines} lines)${entries.length === 0 ? ' has no known definitions' : ''}`;
      const outline = (of: typeof entries) => outlineText(head, of, max_tokens, counterFor(context));
      const uncounted = await outline(entries);
      const opened = file.isStored ? undefined : code.folder?.now;
      // Only what fits is counted.
      const counted = await opened?.index.ask(() => withCounts(uncounted.shown, opened.view.graph, file.path));
      const { text, shown } = counted ? await outline([...counted, ...entries.slice(counted.length)]) : uncounted;
      return { text, data: () => ({ ...file, symbols: shown, more: entries.length - shown.length }) };
    },
  });
}

export function registerTraceUses(context: ToolContext): void {
  const { code } = context;
  registerTool(context, {
    name: 'trace_uses',
    title: 'Trace uses',
    description: `Lists what uses a definition (callers, subclasses, references), or what it uses, in all files, one line each with its signature; uncertain ones are marked. Use it before changing or deleting code. Not for text in strings and comments: use grep.`,
    input: {
      name: z.string().min(1).max(1000).optional().describe('Of a definition: save, Repo.save. Or give file and line'),
      file: shapes.file.optional(),
      line: shapes.line.optional(),
      direction: z.enum(['used_by', 'uses']).default('used_by').describe('uses: what it uses'),
      depth: z.number().int().min(1).max(3).default(1).describe('2: also users of users'),
      limit: z.number().int().min(1).max(1000).default(50).describe('Max definitions'),
      max_tokens: shapes.maxTokens,
    },
    output: shapes.tracedShape,
    async run({ name, file, line, direction, depth, limit, max_tokens }, signal) {
      const index = code.requireFolder('trace_uses');
      if (file !== undefined && (await code.database?.place(file)))
        throw new ToolProblem(
          'the database does not know what uses what: trace_uses works for files of this folder alone',
        );
      const path = file === undefined ? undefined : index.folder.resolveFile(file).path;
      const target = targetOf(name, path, line);
      const { index: asked, view, notices } = await index.current(signal);
      const known = path === undefined ? undefined : requireIndexed(index, view, path);
      if (known && line !== undefined && line > known.lines)
        throw new ToolProblem(`${known.path} has no line ${line} in the index, only ${known.lines} lines`);
      const way = direction === 'uses' ? 'uses' : 'used by';
      const answers = await asked.graph({ target, direction: way, depth, limit });
      if (answers.length === 0) throw new ToolProblem(graphProblem(view, target));
      const traced = await tracedText(answers, {
        ...{ direction: way, place: plainPlace, budget: max_tokens, count: counterFor(context) },
        notices: [...asked.notices, ...notices],
      });
      const definitions = traced.answers.map(({ subject, direct, uses, more }) => ({
        ...{ ...subject, direct, more },
        uses: uses.map(({ entry, level }) => ({ ...entry, level })),
      }));
      return { text: traced.text, data: () => ({ direction, definitions, tokens: traced.tokens }) };
    },
  });
}

function targetOf(name: string | undefined, path: string | undefined, line: number | undefined): GraphTarget {
  if (name !== undefined) return { name, ...(path !== undefined && { path }) };
  if (path === undefined) throw new ToolProblem('give a name, or file and line');
  if (line === undefined)
    throw new ToolProblem('give a line or a name with the file; outline_file lists its definitions');
  return { path, line };
}
