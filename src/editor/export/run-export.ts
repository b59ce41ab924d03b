/**
 * `codegrain export` in a process of its own: nothing of it runs in the editor. The process tells its progress through the
 * channel; closing that stops it, which works on every system, also when the editor itself goes away.
 */
import { fork } from 'node:child_process';
import type { ExportMessage, ExportProgress, ExportReport } from '../../export/report';

export class ExportFailed extends Error {}

/** How long a process that is not wanted any more may take to clean up. */
const patienceMs = 5_000;

export interface ExportRun {
  /** The command line, `dist/cli.js`. */
  readonly script: string;
  readonly args: readonly string[];
  /** Of the embedding server. */
  readonly key?: string | undefined;
  readonly onProgress: (progress: ExportProgress) => void;
  readonly signal: AbortSignal;
}

/** Undefined: it was stopped. @throws `ExportFailed` with what the process said. */
export function runExport({ script, args, key, onProgress, signal }: ExportRun): Promise<ExportReport | undefined> {
  return new Promise((resolve, reject) => {
    const child = fork(script, ['export', ...args], {
      execArgv: [],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', ...(key !== undefined && { CODEGRAIN_EMBEDDING_KEY: key }) },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let report: ExportReport | undefined;
    let said = '';
    let killer: NodeJS.Timeout | undefined;
    const stop = (): void => {
      if (child.connected) child.disconnect();
      killer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    };
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-10_000);
    });
    child.on('message', (message: ExportMessage) => {
      if ('report' in message) report = message.report;
      else onProgress(message.progress);
    });
    child.once('error', (error) => reject(new ExportFailed(error.message)));
    child.once('close', (status) => {
      clearTimeout(killer);
      signal.removeEventListener('abort', stop);
      if (signal.aborted) resolve(undefined);
      else if (report && (status === 0 || status === 1)) resolve(report);
      else reject(new ExportFailed(lastLine(said) ?? `the process ended with status ${status}`));
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
