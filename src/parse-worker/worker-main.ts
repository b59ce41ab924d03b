/** The entry point of the parse worker, a process that `worker-process.ts` starts. */
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-jsonrpc/node';
import { compileLess } from './compiler-settings';
import { workerArgument } from './worker-argument';
import { answerParseRequests } from './worker-server';

export function serveIfWorker(): void {
  if (!process.send || !process.argv.includes(workerArgument)) return;
  compileLess();
  const connection = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
  answerParseRequests(connection);
  // The parent process is gone, so nobody will read the reply.
  process.on('disconnect', () => process.exit(0));
  connection.listen();
}
