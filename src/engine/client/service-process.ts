/** One index service process and the connection to it. */
import { type ChildProcess, fork } from 'node:child_process';
import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import { mallocSettings, youngHeapFlags } from '../workers/process-memory';

/** The process ended before it answered. */
export class IndexServiceDied extends Error {
  constructor() {
    super('the index service ended unexpectedly');
  }
}

export interface IndexServiceProcess {
  readonly child: ChildProcess;
  /** Not listening yet. */
  readonly connection: MessageConnection;
}

interface IndexServiceEvents {
  /** What the process writes to standard error. */
  readonly onError: (text: string) => void;
  /** Called once. */
  readonly onEnd: () => void;
}

export function launchIndexService(script: string, { onError, onEnd }: IndexServiceEvents): IndexServiceProcess {
  const child = fork(script, [], {
    // Without the caller's flags: two processes cannot wait for a debugger on the same port.
    execArgv: youngHeapFlags,
    env: { ...mallocSettings, ...process.env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  child.stderr?.on('data', (data) => onError(String(data).trimEnd()));
  const connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
  connection.onError(() => {});
  let hasEnded = false;
  const end = (): void => {
    if (!hasEnded) onEnd();
    hasEnded = true;
  };
  child.once('exit', end);
  child.once('error', end);
  return { child, connection };
}
