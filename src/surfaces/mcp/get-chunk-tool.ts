/** `get_chunk`: one chunk, with the imports and globals it uses, its parent, and the definitions of other files that it uses. */

import { ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import type { Chunk } from '../../code/chunk';
import { isSameHash, plainHashOf } from '../../code/records/embedded-text';
import { type ChunkAnswer, chunkForms, fencedTitle, plainPlace } from '../../engine/answers/code-blocks';
import { copiedText } from '../../engine/answers/copied-code';
import { withDependencies } from '../../engine/answers/graph-text';
import { firstThatFits } from '../../engine/answers/pack-hits';
import { ToolProblem } from '../../engine/answers/tool-input';
import type { StoredChunk, StoredFile } from '../../index/format/segment-contents';
import { usesOfChunk } from '../../index/graph/attach-dependencies';
import type { GraphEntry } from '../../index/graph/graph-entry';
import type { IndexView } from '../../search/view/index-view';
import { counterFor, registerTool, type ToolContext } from './run-tool';
import type { FileChunks } from './served-code';
import type { ServedIndex } from './served-index';
import * as shapes from './tool-shapes';

export function registerGetChunk(context: ToolContext): void {
  const { code } = context;
  const { folder } = code;
  registerTool(context, {
    name: 'get_chunk',
    title: 'Get a chunk',
    description: `Reads one whole function, class or section at a line, with the imports, globals and signatures it uses. Use it for lines that an answer left out, or a line of a stack trace. Not for whole files: outline_file says what is in them.`,
    input: {
      id: z.string().max(64).optional().describe('Of a chunk, instead of path and line'),
      path: shapes.file.optional(),
      line: shapes.line.optional(),
      parent: z.boolean().default(true).describe('Also the code around it'),
      max_tokens: shapes.maxTokens,
    },
    output: shapes.chunkShape,
    async run({ id, path, line, parent, max_tokens: budget }, signal) {
      const found =
        id !== undefined && path === undefined
          ? await chunkOfId(code.requireFolder('an id alone'), idOf(id), signal)
          : chunkAtLine(await code.chunksOf(pathOf(path), signal), lineOf(line));
      const { chunk, context: uses, isStale: stale } = found;
      const count = counterFor(context);
      const forms = chunkForms(found, plainPlace, false);
      // The first form is the one with the parent.
      const allowedForms = found.parent && !parent ? forms.slice(1) : forms;
      const fitting = await firstThatFits(allowedForms, budget, count);
      if (fitting.tokens > budget)
        throw new ToolProblem(
          `${plainPlace(chunk)} has ${fitting.tokens} tokens, more than max_tokens: ask with a larger max_tokens`,
        );
      await folder?.recordUse(chunk);
      const form = forms.length - allowedForms.length + fitting.at;
      const used = await dependenciesOf(folder, chunk);
      const { text, dependencies } = await withDependencies(fitting.text, used, { place: plainPlace, budget, count });
      return {
        text,
        data: () => ({
          ...{ chunk, stale, parent: form === 0 ? found.parent : undefined },
          ...(form < forms.length - 1 && uses !== '' && { context: uses }),
          ...(dependencies.length > 0 && { dependencies }),
        }),
      };
    },
  });
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

// Finds a chunk by its id or line, with the current text of the file.

interface CurrentChunk extends ChunkAnswer {
  readonly chunk: Chunk;
}

/** @throws `ToolProblem` if the index has no such chunk */
async function chunkOfId(index: ServedIndex, id: string, signal: AbortSignal): Promise<CurrentChunk> {
  const { index: asked, view } = await index.current(signal);
  const stored = await asked.ask(() => {
    const place = view.reader.find(id.toLowerCase());
    return place?.segment.chunk(place.row);
  });
  if (!stored)
    throw new ToolProblem(
      `there is no chunk ${id} in the index: its file changed or was deleted; use search_code to find it again`,
    );
  const { chunks } = await index.chunksOf(index.folder.resolveFile(stored.path), signal);
  const chunk = currentVersion(chunks, stored);
  if (!chunk)
    throw new ToolProblem(
      `the chunk ${id} is no longer in ${stored.path}, which was edited; use get_chunk with path and line ${stored.startLine}`,
    );
  const isStale = stored.hash !== undefined && !isSameHash(chunk.hash, plainHashOf(stored));
  return withParent(chunk, chunks, isStale);
}

/** @throws `ToolProblem` if no chunk contains the line */
export function chunkAtLine({ path, chunks }: Pick<FileChunks, 'path' | 'chunks'>, line: number): CurrentChunk {
  const searched = chunks.filter(({ role }) => role !== 'parent');
  const chunk = searched.find(({ startLine, endLine }) => startLine <= line && line <= endLine);
  if (chunk) return withParent(chunk, chunks, false);
  const lines = searched.reduce((max, { endLine }) => Math.max(max, endLine), 0);
  throw new ToolProblem(`${path} has no chunk at line ${line}; the last line with a chunk is ${lines}`);
}

/** Found by content, the nearest if several are equal; otherwise by id. The same rule as for hits. */
function currentVersion(chunks: readonly Chunk[], stored: StoredChunk): Chunk | undefined {
  const distance = (chunk: Chunk): number => Math.abs(chunk.startLine - stored.startLine);
  const same = chunks.filter(({ hash, role }) => role !== 'parent' && isSameHash(hash, plainHashOf(stored)));
  if (same.length > 0) return same.reduce((best, other) => (distance(other) < distance(best) ? other : best));
  return chunks.find(({ id }) => id === stored.id);
}

function withParent(chunk: Chunk, chunks: readonly Chunk[], isStale: boolean): CurrentChunk {
  const parent = chunk.parent === undefined ? undefined : chunks.find(({ id }) => id === chunk.parent);
  return { chunk, context: chunk.context, ...(parent && { parent }), isStale };
}

// Chunks as resources: `codegrain://chunk/ID`. The chunks of the files that changed last are listed; all others can be read too.

const maxListed = 100;

export function registerChunkResources({ server }: ToolContext, index: ServedIndex): void {
  const template = new ResourceTemplate('codegrain://chunk/{id}', {
    list: async ({ signal }) => {
      try {
        const current = await index.current(signal);
        const latest = await current.index.ask(() => latestChunks(current.view));
        return { resources: latest.map(resourceOf) };
      } catch (error) {
        // Without an index there are no resources; the tools say what to do.
        if (error instanceof ToolProblem) return { resources: [] };
        throw error;
      }
    },
  });
  const description = `A chunk of code with the context it needs. Only ${maxListed} chunks, from the files that changed last, are listed; search_code gives the ids of others.`;
  server.registerResource(
    'chunk',
    template,
    { title: 'Chunk', description, mimeType: 'text/plain' },
    async (uri, { id }, { signal }) => {
      try {
        const { chunk } = await chunkOfId(index, String(id), signal);
        return { contents: [{ uri: uri.href, mimeType: 'text/plain', text: copiedText(chunk, chunk.language) }] };
      } catch (error) {
        if (error instanceof ToolProblem) throw new McpError(ErrorCode.InvalidParams, error.message);
        throw error;
      }
    },
  );
}

function latestChunks(view: IndexView): StoredChunk[] {
  const files: StoredFile[] = [...view.reader.files()].filter(({ skipped }) => !skipped);
  files.sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1));
  const chunks: StoredChunk[] = [];
  for (const { path } of files) {
    for (const { segment, row } of view.reader.searchedChunks(path)) {
      if (chunks.length === maxListed) return chunks;
      chunks.push(segment.chunk(row));
    }
  }
  return chunks;
}

function resourceOf(chunk: StoredChunk) {
  return {
    uri: `codegrain://chunk/${chunk.id}`,
    name: plainPlace(chunk),
    title: `${fencedTitle(chunk)} (${plainPlace(chunk)})`,
  };
}
