#!/usr/bin/env node
/** `codegrain` on the command line: finds the command and turns its outcome into an exit status. */
import { readFileSync } from 'node:fs';
import { errorMessage } from '../shared/error-message';
import { productFile } from '../shared/product';
import { chunkCommand } from './commands/chunk-command';
import { embedCommand } from './commands/embed-command';
import { enrichCommand } from './commands/enrich-command';
import { exportCommand } from './commands/export-command';
import { indexCommand } from './commands/index-command';
import { runCommand } from './commands/run-command';
import { searchCommand } from './commands/search-command';
import { similarCommand } from './commands/similar-command';
import { statsCommand } from './commands/stats-command';
import { clearCommand, compactCommand } from './commands/tidy-commands';
import { UsageError } from './options/usage';

const help = `codegrain cuts code along its grain: chunks that carry the imports and globals they use.

  codegrain chunk PATH…        print the chunks of files and folders, one JSON object per line
  codegrain index [DIR]        build or refresh the index of a folder
  codegrain search QUERY       find code by words and meaning, in the index of the folder
  codegrain similar FILE:LINE  find code like that of a place
  codegrain stats [DIR]        what is in the index, what is left out and why, and how large it is
  codegrain export --out FILE  the chunks of a folder as JSON lines, Parquet, CSV or Markdown
  codegrain compact [DIR], codegrain clear [DIR]   put the index in order, delete it
  codegrain push [DIR]         put the chunks and vectors of a folder into PostgreSQL; codegrain search --from asks it
  codegrain run --prompt FILE PATH…   ask a language model the same about everything in files, and merge the answers
  codegrain enrich [DIR]       have a language model write a note about each chunk, for the index
  codegrain embed TEXT…        print the vectors of texts, or with --similar how alike they are
  codegrain mcp [DIR]          serve the index to agents, as an MCP server

  codegrain COMMAND --help     the options of a command
  codegrain --version`;

async function main(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args;
  switch (command) {
    case 'chunk':
      return chunkCommand(rest);
    case 'embed':
      return embedCommand(rest);
    case 'enrich':
      return enrichCommand(rest);
    case 'export':
      return exportCommand(rest);
    case 'index':
      return indexCommand(rest);
    case 'stats':
      return statsCommand(rest);
    case 'compact':
      return compactCommand(rest);
    case 'clear':
      return clearCommand(rest);
    case 'run':
      return runCommand(rest);
    case 'search':
      return searchCommand(rest);
    case 'similar':
      return similarCommand(rest);
    case 'mcp':
      // In a file of its own: the other commands shall not wait for its libraries.
      return (await import('./commands/mcp-command')).mcpCommand(rest);
    case 'push':
      return (await import('./commands/database-bundle')).pushCommand(rest);
    case '--version':
    case '-v': {
      const { version }: { version: string } = JSON.parse(readFileSync(productFile('package.json'), 'utf8'));
      console.log(version);
      return 0;
    }
    case '--help':
    case '-h':
    case 'help':
      console.log(help);
      return 0;
    case undefined:
      throw new UsageError('no command given; try: codegrain --help');
    default:
      throw new UsageError(`there is no command "${command}"; try: codegrain --help`);
  }
}

// `codegrain … | head` closes the pipe early: that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  console.error(`codegrain: cannot write: ${error.message}`);
  process.exit(2);
});
for (const [signal, status] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.on(signal, () => process.exit(status));

main(process.argv.slice(2)).then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    console.error(`codegrain: ${errorMessage(error)}`);
    process.exitCode = 2;
  },
);
