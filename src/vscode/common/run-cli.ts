/**
 * Runs a long command of the command line in its own process, so that it does not slow down the editor. The process reports progress
 * over the IPC channel. Closing the channel stops it, which works on every platform and also when the editor itself exits.
 */
import { fork } from 'node:child_process';
import type { CommandMessage } from '../../shared/command-message';

export class CommandFailed extends Error {}

/** How long a stopped process may take to clean up before it is killed. */
const killAfterMs = 5_000;

interface CommandRun<Progress> {
  /** The command line, `dist/cli.js`. */
  readonly script: string;
  readonly args: readonly string[];
  /** Secrets go here: other users of the machine can see the arguments. */
  readonly env: Readonly<Record<string, string>>;
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

/** @returns undefined if it was stopped. @throws `CommandFailed` with the last line that the process printed. */
export function runCliCommand<Progress, Report>({
  script,
  args,
  env,
  onProgress,
  signal,
}: CommandRun<Progress>): Promise<Report | undefined> {
  return new Promise((resolve, reject) => {
    const child = fork(script, [...args], {
      execArgv: [],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', ...env },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let report: Report | undefined;
    let output = '';
    let killer: NodeJS.Timeout | undefined;
    const stop = (): void => {
      if (child.connected) child.disconnect();
      killer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    };
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000);
    });
    child.on('message', (message: CommandMessage<Progress, Report>) => {
      if ('report' in message) report = message.report;
      else onProgress(message.progress);
    });
    child.once('error', (error) => reject(new CommandFailed(error.message)));
    // There is no `close` event if this side closed the channel.
    child.once('exit', () => {
      if (!signal.aborted) return;
      clearTimeout(killer);
      resolve(undefined);
    });
    child.once('close', (status) => {
      clearTimeout(killer);
      signal.removeEventListener('abort', stop);
      if (signal.aborted) resolve(undefined);
      else if (report && (status === 0 || status === 1)) resolve(report);
      else reject(new CommandFailed(lastLine(output) ?? `the process ended with status ${status}`));
    });
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
}

function lastLine(output: string): string | undefined {
  const line = output
    .trimEnd()
    .split('\n')
    .at(-1)
    ?.replace(/^codegrain: /, '');
  return line === '' ? undefined : line;
}
