/** `get_chunk`: one chunk, with the imports and globals it uses, its parent, and the definitions of other files that it uses. */
import * as z from 'zod';
import type { Chunk } from '../../code/chunk';
import { type ChunkAnswer, chunkForms, plainPlace, type ShownChunk } from '../../engine/answers/code-blocks';
import { firstThatFits } from '../../engine/answers/count-tokens';
import { withDependencies } from '../../engine/answers/graph-text';
import { ToolProblem } from '../../engine/answers/tool-input';
import { usesOfChunk } from '../../index/graph/attach-dependencies';
import type { GraphEntry } from '../../index/graph/graph-entry';
import { chunkAtLine, chunkOfId } from './current-chunk';
import { structuredDependency } from './graph-shapes';
import { counterFor, outputOf, readOnly, runTool, type ToolContext } from './run-tool';
import type { ServedIndex } from './served-index';
import { chunkShape, fileParameter, lineParameter, maxTokensParameter } from './tool-shapes';

const description = `Reads one whole function, class or section at a line, with the imports, globals and signatures it uses. Use it for lines that an answer left out, or a line of a stack trace. Not for whole files: outline_file says what is in them.`;

export function registerGetChunk(context: ToolContext): void {
  const { server, code } = context;
  const { folder } = code;
  const inputSchema = {
    id: z.string().max(64).optional().describe('Of a chunk, instead of path and line'),
    path: fileParameter.optional(),
    line: lineParameter.optional(),
    parent: z.boolean().default(true).describe('Also the code around it'),
    max_tokens: maxTokensParameter,
  };
  server.registerTool(
    'get_chunk',
    { title: 'Get a chunk', description, inputSchema, ...outputOf(context, chunkShape), annotations: readOnly },
    ({ id, path, line, parent, max_tokens }, { signal }) =>
      runTool(context, signal, async () => {
        const found =
          id !== undefined && path === undefined
            ? await chunkOfId(code.requireFolder('an id alone'), idOf(id), signal)
            : chunkAtLine(await code.chunksOf(pathOf(path), signal), lineOf(line));
        const forms = chunkForms(found, plainPlace, false);
        // The first form is the one with the parent.
        const allowedForms = found.parent && !parent ? forms.slice(1) : forms;
        const fitting = await firstThatFits(allowedForms, max_tokens, counterFor(context));
        if (fitting.tokens > max_tokens)
          throw new ToolProblem(
            `${plainPlace(found.chunk)} has ${fitting.tokens} tokens, more than max_tokens: ask with a larger max_tokens`,
          );
        await folder?.recordUse(found.chunk);
        const skippedForms = forms.length - allowedForms.length + fitting.at;
        const { text, dependencies } = await withDependencies(fitting.text, await dependenciesOf(folder, found.chunk), {
          ...{ place: plainPlace, budget: max_tokens, count: counterFor(context) },
        });
        return {
          text,
          structured: () => ({
            ...structured(found, skippedForms === 0, skippedForms < forms.length - 1),
            ...(dependencies.length > 0 && { dependencies: dependencies.map(structuredDependency) }),
          }),
        };
      }),
  );
}

/** In the index the chunk may have other lines than in the file, and its file none if it is new. */
async function dependenciesOf(index: ServedIndex | undefined, chunk: Chunk): Promise<GraphEntry[]> {
  const opened = index?.now;
  if (!opened) return [];
  const { view } = opened;
  return opened.index.ask(() => {
    const place = view.reader.file(chunk.path) && view.reader.find(chunk.id);
    if (!place) return [];
    const { startLine, endLine } = place.segment.chunk(place.row);
    const subject = view.graph.subjectOfLines(chunk.path, startLine, endLine);
    return subject ? usesOfChunk(view.graph.entries(subject, 'uses'), { ...chunk, startLine, endLine }) : [];
  });
}

function idOf(id: string): string {
  const digits = id.replace(/^codegrain:\/\/chunk\//, '').trim();
  if (!/^[0-9a-f]{16}$/i.test(digits))
    throw new ToolProblem(`"${id.slice(0, 40)}" is not an id: ids have 16 hexadecimal digits`);
  return digits;
}

function pathOf(path: string | undefined): string {
  if (path === undefined) throw new ToolProblem('give path and line, or the id of a chunk');
  return path;
}

function lineOf(line: number | undefined): number {
  if (line === undefined)
    throw new ToolProblem('give a line with the path; outline_file lists the lines of definitions');
  return line;
}

function structured({ chunk, context, parent, isStale }: ChunkAnswer, hasParent: boolean, hasContext: boolean) {
  return {
    chunk: shown(chunk),
    ...(hasContext && context !== '' && { context }),
    ...(parent && hasParent && { parent: shown(parent) }),
    stale: isStale,
  };
}

function shown({ id, path, startLine, endLine, kind, name, scope, language, text }: ShownChunk) {
  return { id, path, startLine, endLine, kind, name, scope: [...scope], language, text };
}
