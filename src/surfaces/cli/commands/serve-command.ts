/** `codegrain serve --stdio` answers requests of programs in other languages. */
import { serveStdio } from '../../serve/serve-session';
import { type CommandAbout, command, untilSignal } from '../options/command-help';
import { UsageError } from '../options/flags';
import { switchFlag } from '../options/shared-flags';

export const serveAbout = {
  usage: 'serve --stdio',
  about:
    'Answer requests of programs in any language: one JSON object per line on standard input, one per line on standard output.',
  flags: {
    own: {
      stdio: switchFlag('stdio', 'Use standard input and output. There is no other way yet.'),
    },
  },
  notes:
    'Methods: chunk, chunkFile, chunkFolder, countTokens, embed, refresh, search, similar, pack, hello, cancel, shutdown. docs/serve.md describes them, with clients in Python and Go. Standard output has answers only; everything else goes to standard error. The server ends when its client closes standard input and has all its answers.',
  exit: '0 the client is done, 2 wrong use or error.',
} satisfies CommandAbout;

export const serveCommand = command(serveAbout, async ({ values, positionals }) => {
  if (positionals.length > 0) throw new UsageError('serve takes no folder: requests name theirs');
  if (!values.own.stdio) throw new UsageError('serve needs --stdio');
  await serveStdio(untilSignal());
  return 0;
});
