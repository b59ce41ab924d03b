/** Entry point of the index service (`dist/index-service.js`). */
import { availableParallelism } from 'node:os';
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-jsonrpc/node';
import { answerServiceRequests } from '../../engine/service/service-server';
import { WorkerPool } from '../../engine/workers/worker-pool';

const workerIdleMs = 60_000;
/** Time limit for an orderly exit. Other windows take over when the lock is released, or its process is gone. */
const exitMs = 2000;

const connection = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
// One more than indexing uses, so that a search does not wait for a batch. Workers start only when needed.
const pool = new WorkerPool({ jobs: availableParallelism() + 1, idleMs: workerIdleMs });
const service = answerServiceRequests(connection, pool, undefined, async (setup, modelOf) => {
  // The client of the database is a bundle of its own, so that windows without a database do without it.
  const { openStoredCode } = await import('../../wings/team/stored/database-code');
  return openStoredCode(setup, modelOf);
});
process.on('disconnect', () => {
  setTimeout(() => process.exit(0), exitMs);
  service.close().finally(() => process.exit(0));
});
connection.listen();
