/**
 * `dist/commands.js`: the commands that share the index and the search, with the MCP server and the PostgreSQL client. They are in one
 * file, because most of their code is the same, and compiled code in the cache of the user (code-cache.ts) makes its size matter little.
 * But only the modules that a command imports are run.
 */
import type { RunCommand } from './options/command-help';

export const bundledCommands: Readonly<Record<string, () => Promise<RunCommand>>> = {
  clear: async () => (await import('./commands/compact-and-clear-commands')).clearCommand,
  compact: async () => (await import('./commands/compact-and-clear-commands')).compactCommand,
  embed: async () => (await import('./commands/embed-command')).embedCommand,
  enrich: async () => (await import('./commands/enrich-command')).enrichCommand,
  export: async () => (await import('./commands/export-command')).exportCommand,
  'used-by': async () => (await import('./commands/graph-commands')).usedByCommand,
  uses: async () => (await import('./commands/graph-commands')).usesCommand,
  hook: async () => (await import('./commands/hook-answer')).hookAnswer,
  index: async () => (await import('./commands/index-command')).indexCommand,
  mcp: async () => (await import('./commands/mcp-command')).mcpCommand,
  measure: async () => (await import('./commands/measure-command')).measureCommand,
  pack: async () => (await import('./commands/pack-command')).packCommand,
  push: async () => (await import('./commands/push-command')).pushCommand,
  run: async () => (await import('./commands/run-command')).runCommand,
  search: async () => (await import('./commands/search-command')).searchCommand,
  similar: async () => (await import('./commands/similar-command')).similarCommand,
  stats: async () => (await import('./commands/stats-command')).statsCommand,
};

/** Of `codegrain chunk`, which is in another bundle. */
export const loadRunGraph = async () => (await import('./open-run-graph')).openRunGraph;
