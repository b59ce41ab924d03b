/** One keeper process and the connection to it. */
import { type ChildProcess, fork } from 'node:child_process';
import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';

/** The process ended before it answered. */
export class KeeperDied extends Error {
  constructor() {
    super('the process that keeps the index ended unexpectedly');
  }
}

export interface KeeperProcess {
  readonly child: ChildProcess;
  /** Not listening yet. */
  readonly connection: MessageConnection;
  /** Rejects when the process ends. */
  readonly died: Promise<never>;
}

/** @param onError what the process says about its own end. */
export function launchKeeper(script: string, onError: (text: string) => void): KeeperProcess {
  const child = fork(script, [], {
    // Not those of the caller: two processes cannot wait for a debugger at one port.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  child.stderr?.on('data', (data) => onError(String(data).trimEnd()));
  const connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
  connection.onError(() => {});
  const died = new Promise<never>((_, reject) => {
    child.once('exit', () => reject(new KeeperDied()));
    child.once('error', () => reject(new KeeperDied()));
  });
  // Those who wait for it hear of it; nobody has to.
  died.catch(() => undefined);
  return { child, connection, died };
}
