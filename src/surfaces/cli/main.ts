#!/usr/bin/env node
/** The `codegrain` command line: runs a command and exits with its status. */
import { errorMessage } from '../../shared/error-message';
import { printError, printLine } from '../../shared/print';
import { productVersion } from '../../shared/product';
import { setRunFlags, useCompiledCode } from './code-cache';
import { commandList, isCommand, loadCommand } from './command-table';
import { UsageError } from './options/flags';

const help = `Split code into AST chunks that carry the imports and globals they use, index them, and search by meaning.

Usage: codegrain COMMAND [options]

Commands:
${commandList()}

Options:
  -h, --help     Print help; "codegrain COMMAND --help" prints the options of a command
  -v, --version  Print the version`;

async function main([name, ...args]: readonly string[]): Promise<number> {
  switch (name) {
    case '--version':
    case '-v':
      printLine(productVersion());
      return 0;
    case '--help':
    case '-h':
    case 'help':
      printLine(help);
      return 0;
    case undefined:
      throw new UsageError('no command given; try: codegrain --help');
  }
  if (!isCommand(name)) throw new UsageError(`unknown command "${name}"; try: codegrain --help`);
  const run = await loadCommand(name);
  setRunFlags();
  return run(args);
}

// `codegrain … | head` closes the pipe early: that is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  printError(`codegrain: cannot write: ${error.message}`);
  process.exit(2);
});
for (const [signal, status] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.on(signal, () => process.exit(status));

const args = process.argv.slice(2);
const [name = ''] = args;
useCompiledCode(__dirname, isCommand(name) ? name : 'none');
/** The status is set. Exported for tests, which run many commands in one process. */
export const ended = main(args).then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    printError(`codegrain: ${errorMessage(error)}`);
    process.exitCode = 2;
  },
);
