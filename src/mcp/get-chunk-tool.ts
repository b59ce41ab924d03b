/** `get_chunk`: one chunk, with what it uses and what is around it. */
import * as z from 'zod';
import { type ChunkAnswer, chunkForms, type ShownChunk } from '../tools/chunk-forms';
import { plainPlace } from '../tools/fenced-code';
import { firstThatFits } from '../tools/first-that-fits';
import { ToolProblem } from '../tools/tool-problem';
import { chunkOfId, chunkOfLine } from './stored-chunk';
import { answered, counterFor, readOnly, type Served } from './tool-answer';
import { chunkShape, file, line, maxTokens } from './tool-shapes';

const description = `Gives one whole piece of code (function, class, section) by the id of a hit, or by a file and a line in it, with the imports and globals it uses and the code around it. Use it to read a hit that was only named, or the definition at a line of a stack trace. Works by path and line without an index too.`;

export function registerGetChunk(served: Served): void {
  const { server, index } = served;
  const inputSchema = {
    id: z.string().max(64).optional().describe('Of a hit: 16 hexadecimal digits. Or give path and line.'),
    path: file.optional(),
    line: line.optional(),
    parent: z.boolean().default(true).describe('With the code around it, where it is part of something larger.'),
    max_tokens: maxTokens,
  };
  server.registerTool(
    'get_chunk',
    { title: 'Get a chunk', description, inputSchema, outputSchema: chunkShape, annotations: readOnly },
    ({ id, path, line, parent, max_tokens }, { signal }) =>
      answered(served, signal, async () => {
        const found =
          id !== undefined
            ? await chunkOfId(index, idOf(id), signal)
            : await chunkOfLine(index, index.folder.inside(pathOf(path)), lineOf(line), signal);
        const forms = chunkForms(found, plainPlace, true);
        // The first form is the one with the parent.
        const wanted = found.parent && !parent ? forms.slice(1) : forms;
        const fitting = await firstThatFits(wanted, max_tokens, counterFor(served));
        if (fitting.tokens > max_tokens)
          throw new ToolProblem(
            `${plainPlace(found.chunk)} has ${fitting.tokens} tokens, more than max_tokens; ask with a larger one`,
          );
        const left = forms.length - wanted.length + fitting.at;
        return { text: fitting.text, structured: structured(found, left === 0, left < forms.length - 1) };
      }),
  );
}

function idOf(id: string): string {
  const digits = id.replace(/^codegrain:\/\/chunk\//, '').trim();
  if (!/^[0-9a-f]{16}$/i.test(digits))
    throw new ToolProblem(`"${id.slice(0, 40)}" is no id: ids have 16 hexadecimal digits`);
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
