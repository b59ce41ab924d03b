/** The MCP server: seven read-only tools, and chunks as resources. */
import { readFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { productFile } from '../../shared/product';
import { registerChunkResources } from './chunk-resources';
import { registerFindSimilar } from './find-similar-tool';
import { registerGetChunk } from './get-chunk-tool';
import { registerIndexStatus } from './index-status-tool';
import { registerOutlineFile } from './outline-file-tool';
import { registerPack } from './pack-tool';
import type { ToolContext } from './run-tool';
import { registerSearchCode } from './search-code-tool';
import type { ServedCode } from './served-code';
import { registerTraceUses } from './trace-uses-tool';

const instructions = `Codegrain knows the code of this folder. Call pack first, once, with the whole task, question, issue or error: it returns the code to open, likeliest first, within max_tokens. Then, if needed: search_code for other places, get_chunk for lines left out, trace_uses before changing a definition, outline_file for a long file, find_similar for copies. For exact strings use grep. Paths are relative to the folder.`;

/** Also said where a database is served. */
const aboutDatabase = `Paths in other repositories begin with REPOSITORY@BRANCH: and are given to tools as they are written in answers.`;
const instructionsOfDatabase = `Codegrain knows the code of the repositories in a database. Call pack first, once, with the whole task, question, issue or error: it returns the code to read, likeliest first, within max_tokens. Then, if needed: search_code for other places, get_chunk for lines left out, outline_file for a long file, find_similar for copies. Paths are REPOSITORY@BRANCH:PATH.`;

function instructionsFor({ folder, database }: ServedCode): string {
  if (!database) return instructions;
  return folder ? `${instructions} ${aboutDatabase}` : instructionsOfDatabase;
}

/** Returns a server that is not connected yet. */
export function createMcpServer(
  code: ServedCode,
  options: ToolContext['options'],
  log: ToolContext['log'],
): ToolContext {
  const { version }: { version: string } = JSON.parse(readFileSync(productFile('package.json'), 'utf8'));
  const server = new McpServer(
    { name: 'codegrain', title: 'Codegrain', version },
    { instructions: instructionsFor(code) },
  );
  const context: ToolContext = { server, code, options, log, running: new Set() };
  registerPack(context);
  registerSearchCode(context);
  registerFindSimilar(context);
  registerTraceUses(context);
  registerGetChunk(context);
  registerOutlineFile(context);
  registerIndexStatus(context);
  if (code.folder) registerChunkResources(context, code.folder);
  return context;
}
