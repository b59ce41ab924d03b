/** `trace_uses`: what code uses, or what uses it, across the files of the folder. */
import * as z from 'zod';
import { plainPlace } from '../../engine/answers/code-blocks';
import type { LeveledUse } from '../../engine/answers/graph-text';
import { graphProblem, tracedText } from '../../engine/answers/graph-text';
import { ToolProblem } from '../../engine/answers/tool-input';
import type { GraphTarget } from '../../search/graph-questions';
import { counterFor, outputOf, readOnly, runTool, type ToolContext } from './run-tool';
import { requireIndexed } from './served-index';
import {
  fileParameter,
  lineParameter,
  maxTokensParameter,
  structuredDefinition,
  structuredDependency,
  tracedShape,
} from './tool-shapes';

const description = `Lists what uses a definition (callers, subclasses, references), or what it uses, in all files, one line each with its signature; uncertain ones are marked. Use it before changing or deleting code. Not for text in strings and comments: use grep.`;

const inputSchema = {
  name: z.string().min(1).max(1000).optional().describe('Of a definition: save, Repo.save. Or give file and line'),
  file: fileParameter.optional(),
  line: lineParameter.optional(),
  direction: z.enum(['used_by', 'uses']).default('used_by').describe('uses: what it uses'),
  depth: z.number().int().min(1).max(3).default(1).describe('2: also users of users'),
  limit: z.number().int().min(1).max(1000).default(50).describe('Max definitions'),
  max_tokens: maxTokensParameter,
};

export function registerTraceUses(context: ToolContext): void {
  const { server, code } = context;
  server.registerTool(
    'trace_uses',
    {
      title: 'Trace uses',
      description,
      inputSchema,
      ...outputOf(context, tracedShape),
      annotations: readOnly,
    },
    ({ name, file, line, direction, depth, limit, max_tokens }, { signal }) =>
      runTool(context, signal, async () => {
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
        const { text, tokens, ...shown } = await tracedText(answers, {
          ...{ direction: way, place: plainPlace, budget: max_tokens, count: counterFor(context) },
          notices: [...asked.notices, ...notices],
        });
        const definitions = shown.answers.map(({ subject, direct, uses, more }) => ({
          ...structuredDefinition(subject),
          ...{ direct, uses: uses.map(structuredUse), more },
        }));
        return {
          text,
          structured: () => ({ direction, definitions, tokens }),
        };
      }),
  );
}

function targetOf(name: string | undefined, path: string | undefined, line: number | undefined): GraphTarget {
  if (name !== undefined) return { name, ...(path !== undefined && { path }) };
  if (path === undefined) throw new ToolProblem('give a name, or file and line');
  if (line === undefined)
    throw new ToolProblem('give a line or a name with the file; outline_file lists its definitions');
  return { path, line };
}

function structuredUse({ entry, level }: LeveledUse) {
  return { level, ...structuredDependency(entry), lines: [...entry.lines] };
}
