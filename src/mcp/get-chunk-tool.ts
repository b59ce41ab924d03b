/** `get_chunk`: one chunk, with the imports and globals it uses, its parent, and the definitions of other files that it uses. */
import * as z from 'zod';
import type { Chunk } from '../chunking/chunk';
import type { GraphEntry } from '../graph/graph-entry';
import { usesOfChunk } from '../graph/needed-definitions';
import { withDependencies } from '../tools/chunk-dependencies';
import { type ChunkAnswer, chunkForms, type ShownChunk } from '../tools/chunk-forms';
import { plainPlace } from '../tools/fenced-code';
import { firstThatFits } from '../tools/first-that-fits';
import { ToolProblem } from '../tools/tool-problem';
import { chunkOfId, chunkOfLine } from './current-chunk';
import { structuredDependency } from './graph-shapes';
import { counterFor, readOnly, runTool, type ToolContext } from './run-tool';
import type { ServedIndex } from './served-index';
import { chunkShape, fileParameter, lineParameter, maxTokensParameter } from './tool-shapes';

const description = `Returns one complete piece of code (function, class, section) by the id of a hit, or by a file and a line, with the imports and globals it uses, the code around it, and signature and place of the definitions it uses. Use it to read a hit that was listed without its code, or the definition at a line of a stack trace. By path and line it also works without an index.`;

export function registerGetChunk(context: ToolContext): void {
  const { server, index } = context;
  const inputSchema = {
    id: z.string().max(64).optional().describe('Id of a hit: 16 hexadecimal digits. Or give path and line.'),
    path: fileParameter.optional(),
    line: lineParameter.optional(),
    parent: z.boolean().default(true).describe('Include the code around the chunk, if it is part of something larger.'),
    max_tokens: maxTokensParameter,
  };
  server.registerTool(
    'get_chunk',
    { title: 'Get a chunk', description, inputSchema, outputSchema: chunkShape, annotations: readOnly },
    ({ id, path, line, parent, max_tokens }, { signal }) =>
      runTool(context, signal, async () => {
        const found =
          id !== undefined
            ? await chunkOfId(index, idOf(id), signal)
            : await chunkOfLine(index, index.folder.resolveFile(pathOf(path)), lineOf(line), signal);
        const forms = chunkForms(found, plainPlace, true);
        // The first form is the one with the parent.
        const allowedForms = found.parent && !parent ? forms.slice(1) : forms;
        const fitting = await firstThatFits(allowedForms, max_tokens, counterFor(context));
        if (fitting.tokens > max_tokens)
          throw new ToolProblem(
            `${plainPlace(found.chunk)} has ${fitting.tokens} tokens, more than max_tokens; ask with a larger limit`,
          );
        await index.recordUse(found.chunk);
        const skippedForms = forms.length - allowedForms.length + fitting.at;
        const { text, dependencies } = await withDependencies(fitting.text, await dependenciesOf(index, found.chunk), {
          ...{ place: plainPlace, budget: max_tokens, count: counterFor(context) },
        });
        return {
          text,
          structured: {
            ...structured(found, skippedForms === 0, skippedForms < forms.length - 1),
            ...(dependencies.length > 0 && { dependencies: dependencies.map(structuredDependency) }),
          },
        };
      }),
  );
}

/** In the index the chunk may have other lines than in the file, and its file none if it is new. */
async function dependenciesOf(index: ServedIndex, chunk: Chunk): Promise<GraphEntry[]> {
  const view = await index.viewNow();
  const place = view?.reader.find(chunk.id);
  if (!view || !place) return [];
  const { startLine, endLine } = place.segment.chunk(place.row);
  const subject = view.graph.subjectOfLines(chunk.path, startLine, endLine);
  return subject ? usesOfChunk(view.graph.entries(subject, 'uses'), { ...chunk, startLine, endLine }) : [];
}

function idOf(id: string): string {
  const digits = id.replace(/^codegrain:\/\/chunk\//, '').trim();
  if (!/^[0-9a-f]{16}$/i.test(digits))
    throw new ToolProblem(`"${id.slice(0, 40)}" is not an id: ids have 16 hexadecimal digits`);
  return digits;
}

function pathOf(path: string | undefined): string {
  if (path === undefined) throw new ToolProblem('give the id of a hit, or path and line');
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
