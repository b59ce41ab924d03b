/** One keeper process and the connection to it. */
import { type ChildProcess, fork } from 'node:child_process';
import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';

/** The process ended before it answered. */
export class IndexServiceDied extends Error {
  constructor() {
    super('the process that keeps the index ended unexpectedly');
  }
}

export interface IndexServiceProcess {
  readonly child: ChildProcess;
  /** Not listening yet. */
  readonly connection: MessageConnection;
}

interface IndexServiceEvents {
  /** What the process says about its own end. */
  readonly onError: (text: string) => void;
  /** Once. */
  readonly onEnd: () => void;
}

export function launchIndexService(script: string, { onError, onEnd }: IndexServiceEvents): IndexServiceProcess {
  const child = fork(script, [], {
    // Not those of the caller: two processes cannot wait for a debugger at one port.
    execArgv: [],
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
