/** The commands of `codegrain`: from this table the help is printed and the command is found. */
import { setFlagsFromString } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

/** Takes the arguments after the command's name, and returns the exit status. */
type RunCommand = (args: readonly string[]) => Promise<number>;

interface CliCommand {
  /** What the user types: the name, then the arguments that matter most. */
  readonly usage: string;
  readonly summary: string;
  load(): Promise<RunCommand>;
}

/**
 * By name, in the order of the help. The commands are in several bundles (see esbuild.js), loaded when they are used: each would slow
 * down the start of the others.
 */
const commands: Readonly<Record<string, CliCommand>> = {
  chunk: {
    usage: 'chunk PATH…',
    summary: 'Print the chunks of files and folders, one JSON object per line',
    load: async () => {
      // V8 optimises WebAssembly in other threads, and a process waits for them at its end: longer than a file takes.
      setFlagsFromString('--wasm-tiering-budget=1000000000');
      return (await import('./commands/chunk-command')).chunkCommand;
    },
  },
  index: {
    usage: 'index [DIR]',
    summary: 'Build or update the index of a folder',
    load: async () => (await import('./commands-bundle')).bundled.indexCommand(),
  },
  search: {
    usage: 'search QUERY [DIR]',
    summary: 'Find code by words and meaning',
    load: async () => (await import('./commands-bundle')).bundled.searchCommand(),
  },
  pack: {
    usage: 'pack TEXT [DIR]',
    summary: 'Print the code to open for a question or an issue, within a token budget',
    load: async () => (await import('./commands-bundle')).bundled.packCommand(),
  },
  similar: {
    usage: 'similar FILE:LINE',
    summary: 'Find code similar to the code at a line',
    load: async () => (await import('./commands-bundle')).bundled.similarCommand(),
  },
  uses: {
    usage: 'uses FILE:LINE|NAME',
    summary: 'Show what a definition uses in the whole folder',
    load: async () => (await import('./commands-bundle')).bundled.usesCommand(),
  },
  'used-by': {
    usage: 'used-by FILE:LINE|NAME',
    summary: 'Show what uses a definition in the whole folder',
    load: async () => (await import('./commands-bundle')).bundled.usedByCommand(),
  },
  stats: {
    usage: 'stats [DIR]',
    summary: 'Show what is indexed, what is skipped and why, and the sizes',
    load: async () => (await import('./commands-bundle')).bundled.statsCommand(),
  },
  compact: {
    usage: 'compact [DIR]',
    summary: 'Make the index smaller and faster to search',
    load: async () => (await import('./commands-bundle')).bundled.compactCommand(),
  },
  clear: {
    usage: 'clear [DIR]',
    summary: 'Delete the index of a folder',
    load: async () => (await import('./commands-bundle')).bundled.clearCommand(),
  },
  export: {
    usage: 'export [DIR] --out FILE',
    summary: 'Write the chunks of a folder as JSON lines, Parquet, CSV or Markdown',
    load: async () => (await import('./commands-bundle')).bundled.exportCommand(),
  },
  push: {
    usage: 'push [DIR] --to URL',
    summary: 'Write the chunks and vectors of a folder to PostgreSQL',
    load: async () => (await import('./commands-bundle')).bundled.pushCommand(),
  },
  run: {
    usage: 'run --prompt FILE PATH…',
    summary: 'Run a prompt over files with a language model, and merge the answers',
    load: async () => (await import('./commands-bundle')).bundled.runCommand(),
  },
  enrich: {
    usage: 'enrich [DIR]',
    summary: 'Have a language model write a note about each chunk',
    load: async () => (await import('./commands-bundle')).bundled.enrichCommand(),
  },
  embed: {
    usage: 'embed TEXT…',
    summary: 'Print the vectors of texts, or how similar they are',
    load: async () => (await import('./commands-bundle')).bundled.embedCommand(),
  },
  measure: {
    usage: 'measure [DIR]',
    summary: 'Measure on your own commits how many tokens agents save',
    load: async () => (await import('./commands-bundle')).bundled.measureCommand(),
  },
  mcp: {
    usage: 'mcp [DIR]',
    summary: 'Serve the index to agents as an MCP server',
    load: async () => (await import('./commands-bundle')).bundled.mcpCommand(),
  },
  serve: {
    usage: 'serve --stdio',
    summary: 'Chunk, search and embed for programs in any language, as JSON lines',
    load: async () => (await import('./commands/serve-command')).serveCommand,
  },
  agents: {
    usage: 'agents [add|remove NAME…]',
    summary: 'List coding agents, and connect them to the MCP server',
    load: async () => (await import('./commands/agents-command')).agentsCommand,
  },
  hook: {
    usage: 'hook',
    summary: 'Add code to the prompt of an agent that has prompt hooks',
    load: async () =>
      isMainThread
        ? (await import('./commands/hook-command')).hookCommand
        : (await import('./commands-bundle')).bundled.hookAnswer(),
  },
};

export function findCommand(name: string): CliCommand | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}

export function commandList(): string {
  const all = Object.values(commands);
  const width = Math.max(...all.map(({ usage }) => usage.length));
  return all.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`).join('\n');
}
