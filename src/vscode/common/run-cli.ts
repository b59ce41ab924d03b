/**
 * A long command of the command line in a process of its own: nothing of it runs in the editor. The process tells its progress
 * through the channel; closing that stops it, which works on every system, also when the editor itself goes away.
 */
import { fork } from 'node:child_process';
import type { CommandMessage } from '../../shared/command-message';

export class CommandFailed extends Error {}

/** How long a process that is not wanted any more may take to clean up. */
const patienceMs = 5_000;

interface CommandRun<Progress> {
  /** The command line, `dist/cli.js`. */
  readonly script: string;
  readonly args: readonly string[];
  /** Secrets go here: arguments can be seen by other users of the machine. */
  readonly env: Readonly<Record<string, string>>;
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

/** Undefined: it was stopped. @throws `CommandFailed` with what the process said. */
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
    let said = '';
    let killer: NodeJS.Timeout | undefined;
    const stop = (): void => {
      if (child.connected) child.disconnect();
      killer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    };
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-10_000);
    });
    child.on('message', (message: CommandMessage<Progress, Report>) => {
      if ('report' in message) report = message.report;
      else onProgress(message.progress);
    });
    child.once('error', (error) => reject(new CommandFailed(error.message)));
    // `close` does not come where this side has closed the channel.
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
      else reject(new CommandFailed(lastLine(said) ?? `the process ended with status ${status}`));
    });
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
}

function lastLine(said: string): string | undefined {
  const line = said
    .trimEnd()
    .split('\n')
    .at(-1)
    ?.replace(/^codegrain: /, '');
  return line === '' ? undefined : line;
}
