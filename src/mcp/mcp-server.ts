/** The MCP server: seven read-only tools, and chunks as resources. */
import { readFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { productFile } from '../shared/product';
import { registerChunkResources } from './chunk-resources';
import { registerFindSimilar } from './find-similar-tool';
import { registerGetChunk } from './get-chunk-tool';
import { registerIndexStatus } from './index-status-tool';
import { registerOutlineFile } from './outline-file-tool';
import { registerPack } from './pack-tool';
import type { ToolContext } from './run-tool';
import { registerSearchCode } from './search-code-tool';
import type { ServedIndex } from './served-index';
import { registerTraceUses } from './trace-uses-tool';

const instructions = `Codegrain knows the code of this folder. Call pack first, once, with the whole task, question, issue or error: it returns the code to open, likeliest first, within max_tokens. Then, if needed: search_code for other places, get_chunk for lines left out, trace_uses before changing a definition, outline_file for a long file, find_similar for copies. For exact strings use grep. Paths are relative to the folder.`;

/** Returns a server that is not connected yet. */
export function createMcpServer(index: ServedIndex, log: ToolContext['log']): ToolContext {
  const { version }: { version: string } = JSON.parse(readFileSync(productFile('package.json'), 'utf8'));
  const server = new McpServer({ name: 'codegrain', title: 'Codegrain', version }, { instructions });
  const context: ToolContext = { server, index, log, running: new Set() };
  registerPack(context);
  registerSearchCode(context);
  registerFindSimilar(context);
  registerTraceUses(context);
  registerGetChunk(context);
  registerOutlineFile(context);
  registerIndexStatus(context);
  registerChunkResources(context);
  return context;
}
