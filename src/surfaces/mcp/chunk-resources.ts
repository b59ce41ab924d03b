/** Chunks as resources: `codegrain://chunk/ID`. The chunks of the files that changed last are listed; all others can be read too. */
import { ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { fencedTitle, plainPlace } from '../../engine/answers/code-blocks';
import { ToolProblem } from '../../engine/answers/tool-input';
import type { StoredChunk, StoredFile } from '../../index/format/segment-contents';
import type { IndexView } from '../../search/view/index-view';
import { chunkOfId } from './current-chunk';
import type { ToolContext } from './run-tool';
import type { ServedIndex } from './served-index';

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
        const { chunk, context } = await chunkOfId(index, String(id), signal);
        return { contents: [{ uri: uri.href, mimeType: 'text/plain', text: context + chunk.text }] };
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
