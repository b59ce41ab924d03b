/** The parse worker's side of the protocol. All parsing runs here, in a separate process or web worker. */
import type { MessageConnection } from 'vscode-jsonrpc';
import type { ChunkOptions } from '../../options/chunk-options';
import { type AskVectors, chunkFile } from './chunk-file';
import { makeSegment, type SegmentHelp } from './segment-maker';
import {
  chunkRequest,
  knownVectorsRequest,
  segmentRequest,
  sentenceVectorsRequest,
  type WorkerReply,
} from './worker-protocol';

/** Does the work of a request, and what has to be done before or after it. */
type AroundRequest = <Reply>(options: Partial<ChunkOptions>, work: () => Promise<Reply>) => Promise<Reply>;

export function answerParseRequests(
  connection: MessageConnection,
  around: AroundRequest = (_, work) => work(),
  mayContinue?: SegmentHelp['mayContinue'],
): void {
  const askVectors: AskVectors = (texts) => connection.sendRequest(sentenceVectorsRequest, { texts });
  connection.onRequest(chunkRequest, (request) =>
    around(request.options ?? {}, () => answer((onTrap) => chunkFile(request, onTrap, askVectors))),
  );
  const askKnownVectors = (hashes: Uint8Array) => connection.sendRequest(knownVectorsRequest, { hashes });
  connection.onRequest(segmentRequest, (request) =>
    around(request.options, () =>
      answer((onTrap) => makeSegment(request, onTrap, askKnownVectors, { askVectors, mayContinue })),
    ),
  );
}

async function answer<Reply>(work: (onTrap: () => void) => Promise<Reply>): Promise<WorkerReply<Reply>> {
  let broken = false;
  const reply = await work(() => {
    broken = true;
  });
  return { reply, memory: process.memoryUsage.rss(), broken };
}
