/** The MCP server: five tools that read, and chunks as resources. */
import { readFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { productFile } from '../shared/product';
import { registerChunkResources } from './chunk-resources';
import { registerFindSimilar } from './find-similar-tool';
import { registerGetChunk } from './get-chunk-tool';
import { registerIndexStatus } from './index-status-tool';
import { registerOutlineFile } from './outline-file-tool';
import { registerSearchCode } from './search-code-tool';
import type { ServedIndex } from './served-index';
import type { Served } from './tool-answer';

const instructions = `Codegrain searches the code of one folder by words and meaning, on this machine. Ask search_code first when you do not know where something is: it gives whole functions and sections, as many as max_tokens holds. get_chunk reads one of them with the imports and globals it uses; outline_file shows what is in a file; find_similar finds copies and variants. Paths are relative to the folder.`;

/** Not connected to anyone yet. */
export function makeServer(index: ServedIndex, log: Served['log']): Served {
  const { version }: { version: string } = JSON.parse(readFileSync(productFile('package.json'), 'utf8'));
  const server = new McpServer({ name: 'codegrain', title: 'Codegrain', version }, { instructions });
  const served: Served = { server, index, log, working: new Set() };
  registerSearchCode(served);
  registerFindSimilar(served);
  registerGetChunk(served);
  registerOutlineFile(served);
  registerIndexStatus(served);
  registerChunkResources(served);
  return served;
}
