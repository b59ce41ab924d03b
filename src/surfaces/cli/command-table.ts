/** The commands of `codegrain`: from this table the help is printed and the command is found. */
import { setFlagsFromString } from 'node:v8';
import { isMainThread } from 'node:worker_threads';
import type { RunCommand } from './options/command-help';

/** What the user types, the name and then the arguments that matter most, and what it does; in the order of the help. */
const commands = [
  ['chunk PATH…', 'Print the chunks of files and folders, one JSON object per line'],
  ['index [DIR]', 'Build or update the index of a folder'],
  ['search QUERY [DIR]', 'Find code by words and meaning'],
  ['pack TEXT [DIR]', 'Print the code to open for a question or an issue, within a token budget'],
  ['similar FILE:LINE', 'Find code similar to the code at a line'],
  ['uses FILE:LINE|NAME', 'Show what a definition uses in the whole folder'],
  ['used-by FILE:LINE|NAME', 'Show what uses a definition in the whole folder'],
  ['stats [DIR]', 'Show what is indexed, what is skipped and why, and the sizes'],
  ['compact [DIR]', 'Make the index smaller and faster to search'],
  ['clear [DIR]', 'Delete the index of a folder'],
  ['export [DIR] --out FILE', 'Write the chunks of a folder as JSON lines, Parquet, CSV or Markdown'],
  ['push [DIR] --to URL', 'Write the chunks and vectors of a folder to PostgreSQL'],
  ['run --prompt FILE PATH…', 'Run a prompt over files with a language model, and merge the answers'],
  ['enrich [DIR]', 'Have a language model write a note about each chunk'],
  ['embed TEXT…', 'Print the vectors of texts, or how similar they are'],
  ['measure [DIR]', 'Measure on your own commits how many tokens agents save'],
  ['mcp [DIR]', 'Serve the index to agents as an MCP server'],
  ['serve --stdio', 'Chunk, search and embed for programs in any language, as JSON lines'],
  ['agents [add|remove NAME…]', 'List coding agents, and connect them to the MCP server'],
  ['hook', 'Add code to the prompt of an agent that has prompt hooks'],
] as const;

export function isCommand(name: string): boolean {
  return commands.some(([usage]) => (usage.split(' ')[0] ?? '') === name);
}

/**
 * The commands are in several bundles (see esbuild.js), loaded when they are used: each would slow down the start of the others.
 * @param name of a command in the table
 */
export async function loadCommand(name: string): Promise<RunCommand> {
  switch (name) {
    case 'chunk':
      // V8 optimises WebAssembly in other threads, and a process waits for them at its end: longer than a file takes.
      setFlagsFromString('--wasm-tiering-budget=1000000000');
      return (await import('./commands/chunk-command')).chunkCommand;
    case 'serve':
      return (await import('./commands/serve-command')).serveCommand;
    case 'agents':
      return (await import('./commands/agents-command')).agentsCommand;
    case 'hook':
      // The answer is made in a thread of the command.
      if (isMainThread) return (await import('./commands/hook-command')).hookCommand;
  }
  const { bundledCommands } = await import('./commands-bundle');
  const load = bundledCommands[name];
  if (!load) throw new Error(`the bundle has no command ${name}`);
  return load();
}

export function commandList(): string {
  const width = Math.max(...commands.map(([usage]) => usage.length));
  return commands.map(([usage, summary]) => `  ${usage.padEnd(width)}  ${summary}`).join('\n');
}
