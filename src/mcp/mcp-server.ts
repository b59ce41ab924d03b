/** The MCP server: six read-only tools, and chunks as resources. */
import { readFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { productFile } from '../shared/product';
import { registerChunkResources } from './chunk-resources';
import { registerFindSimilar } from './find-similar-tool';
import { registerGetChunk } from './get-chunk-tool';
import { registerIndexStatus } from './index-status-tool';
import { registerOutlineFile } from './outline-file-tool';
import type { ToolContext } from './run-tool';
import { registerSearchCode } from './search-code-tool';
import type { ServedIndex } from './served-index';
import { registerTraceUses } from './trace-uses-tool';

const instructions = `Codegrain searches the code of one folder by words and meaning, on this machine. Use search_code first when you do not know where something is: it returns the lines that answer, the best functions and sections whole, within max_tokens. get_chunk reads one of them whole, with the imports and globals it uses; outline_file shows what is in a file; find_similar finds copies and variants; trace_uses lists what uses a definition and what it uses. Paths are relative to the folder.`;

/** Returns a server that is not connected yet. */
export function createMcpServer(index: ServedIndex, log: ToolContext['log']): ToolContext {
  const { version }: { version: string } = JSON.parse(readFileSync(productFile('package.json'), 'utf8'));
  const server = new McpServer({ name: 'codegrain', title: 'Codegrain', version }, { instructions });
  const context: ToolContext = { server, index, log, running: new Set() };
  registerSearchCode(context);
  registerFindSimilar(context);
  registerTraceUses(context);
  registerGetChunk(context);
  registerOutlineFile(context);
  registerIndexStatus(context);
  registerChunkResources(context);
  return context;
}
