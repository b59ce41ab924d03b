/** The entry point of the parse worker, a process that `worker-process.ts` starts. */
import { setImmediate } from 'node:timers/promises';
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-jsonrpc/node';
import { compileLess } from './compiler-settings';
import { compactFileRequest, giveWayNotification, workerArgument } from './worker-protocol';
import { answerParseRequests } from './worker-server';

export function serveIfWorker(): void {
  if (!process.send || !process.argv.includes(workerArgument)) return;
  compileLess();
  const connection = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
  let mustGiveWay = false;
  connection.onNotification(giveWayNotification, () => {
    mustGiveWay = true;
  });
  /** Gives way once per notification, after at least one file. */
  const mayContinue = async (isFirst: boolean): Promise<boolean> => {
    // A message is read in one turn of the event loop, and handled in the next.
    await setImmediate();
    await setImmediate();
    if (isFirst) return true;
    const may = !mustGiveWay;
    mustGiveWay = false;
    return may;
  };
  answerParseRequests(connection, undefined, mayContinue);
  connection.onRequest(compactFileRequest, async (job) => {
    const { compactFile } = await import('../../index/compact/compact');
    const { mergeLexical } = await import('../../index/lexical/merge-segments');
    await compactFile(job, { mergeLexical });
    const { user, system } = process.cpuUsage();
    return { reply: { cpuMs: (user + system) / 1000 }, memory: process.memoryUsage.rss(), broken: false };
  });
  // The parent process is gone, so nobody will read the reply.
  process.on('disconnect', () => process.exit(0));
  connection.listen();
}
