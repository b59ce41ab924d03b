/**
 * `dist/commands.js`: the commands that share the index and the search, with the MCP server and the PostgreSQL client. They are loaded
 * together, when one of them is used: most of the code is the same, and compiled code in the cache of the user (code-cache.ts) makes its size matter little.
 */
export { clearCommand, compactCommand } from './commands/compact-and-clear-commands';
export { embedCommand } from './commands/embed-command';
export { enrichCommand } from './commands/enrich-command';
export { exportCommand } from './commands/export-command';
export { usedByCommand, usesCommand } from './commands/graph-commands';
export { hookAnswer } from './commands/hook-answer';
export { indexCommand } from './commands/index-command';
export { mcpCommand } from './commands/mcp-command';
export { measureCommand } from './commands/measure-command';
export { packCommand } from './commands/pack-command';
export { pushCommand } from './commands/push-command';
export { runCommand } from './commands/run-command';
export { searchCommand } from './commands/search-command';
export { similarCommand } from './commands/similar-command';
export { statsCommand } from './commands/stats-command';
export { openRunGraph } from './open-run-graph';
