/**
 * `dist/commands.js`: the commands that share the index and the search, with the MCP server and the PostgreSQL client. They are in one
 * file, because most of their code is the same, and compiled code in the cache of the user (code-cache.ts) makes its size matter little.
 * But only the modules that a command imports are run.
 */
export const bundled = {
  clearCommand: async () => (await import('./commands/compact-and-clear-commands')).clearCommand,
  compactCommand: async () => (await import('./commands/compact-and-clear-commands')).compactCommand,
  embedCommand: async () => (await import('./commands/embed-command')).embedCommand,
  enrichCommand: async () => (await import('./commands/enrich-command')).enrichCommand,
  exportCommand: async () => (await import('./commands/export-command')).exportCommand,
  usedByCommand: async () => (await import('./commands/graph-commands')).usedByCommand,
  usesCommand: async () => (await import('./commands/graph-commands')).usesCommand,
  hookAnswer: async () => (await import('./commands/hook-answer')).hookAnswer,
  indexCommand: async () => (await import('./commands/index-command')).indexCommand,
  mcpCommand: async () => (await import('./commands/mcp-command')).mcpCommand,
  measureCommand: async () => (await import('./commands/measure-command')).measureCommand,
  openRunGraph: async () => (await import('./open-run-graph')).openRunGraph,
  packCommand: async () => (await import('./commands/pack-command')).packCommand,
  pushCommand: async () => (await import('./commands/push-command')).pushCommand,
  runCommand: async () => (await import('./commands/run-command')).runCommand,
  searchCommand: async () => (await import('./commands/search-command')).searchCommand,
  similarCommand: async () => (await import('./commands/similar-command')).similarCommand,
  statsCommand: async () => (await import('./commands/stats-command')).statsCommand,
};
