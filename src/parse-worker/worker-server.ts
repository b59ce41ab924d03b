/** The engine's side of the protocol. Everything that parses runs here, in a process of its own. */
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-jsonrpc/node';
import { chunkFile } from './chunk-file';
import { makeSegment } from './segment-maker';
import { chunkRequest, knownVectorsRequest, segmentRequest, type WorkerReply } from './worker-protocol';

export function serveParseWorker(): void {
  const connection = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
  connection.onRequest(chunkRequest, (request) => answer((trapped) => chunkFile(request, trapped)));
  const askKnown = (hashes: Uint8Array) => connection.sendRequest(knownVectorsRequest, { hashes });
  connection.onRequest(segmentRequest, (request) => answer((trapped) => makeSegment(request, trapped, askKnown)));
  // The parent has gone: nobody will read the answer.
  process.on('disconnect', () => process.exit(0));
  connection.listen();
}

async function answer<Reply>(work: (trapped: () => void) => Promise<Reply>): Promise<WorkerReply<Reply>> {
  let broken = false;
  const reply = await work(() => {
    broken = true;
  });
  return { reply, memory: process.memoryUsage.rss(), broken };
}
