/** The parse worker's side of the protocol. All parsing runs here, in a separate process. */
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-jsonrpc/node';
import { type AskVectors, chunkFile } from './chunk-file';
import { makeSegment } from './segment-maker';
import {
  chunkRequest,
  knownVectorsRequest,
  segmentRequest,
  sentenceVectorsRequest,
  type WorkerReply,
} from './worker-protocol';

export function serveParseWorker(): void {
  const connection = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
  const askVectors: AskVectors = (texts) => connection.sendRequest(sentenceVectorsRequest, { texts });
  connection.onRequest(chunkRequest, (request) => answer((onTrap) => chunkFile(request, onTrap, askVectors)));
  const askKnownVectors = (hashes: Uint8Array) => connection.sendRequest(knownVectorsRequest, { hashes });
  connection.onRequest(segmentRequest, (request) =>
    answer((onTrap) => makeSegment(request, onTrap, askKnownVectors, { askVectors })),
  );
  // The parent process is gone, so nobody will read the reply.
  process.on('disconnect', () => process.exit(0));
  connection.listen();
}

async function answer<Reply>(work: (onTrap: () => void) => Promise<Reply>): Promise<WorkerReply<Reply>> {
  let broken = false;
  const reply = await work(() => {
    broken = true;
  });
  return { reply, memory: process.memoryUsage.rss(), broken };
}
