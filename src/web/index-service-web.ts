/** Entry point of the index service in a browser (`dist/web/index-service.js`). It parses, embeds and searches in its own thread. */
import { answerServiceRequests } from '../index-service/server/service-server';
import type { FolderSetup } from '../index-service/service-protocol';
import { poolOfThread } from './in-this-thread';
import { loadIndexRequest, putFilesRequest, removeFilesRequest, takeIndexRequest } from './mirror-protocol';
import { indexBytes, putIndex, putMirrored, removeMirrored } from './mirrored-folders';
import { loadFilesFor, loadModelFile } from './product-files';
import { handOver, workerConnection } from './worker-connection';

const connection = workerConnection();
const service = answerServiceRequests(connection, poolOfThread(), async (setups: readonly FolderSetup[]) => {
  await Promise.all(setups.map(({ chunk }) => loadFilesFor(chunk)));
  if (setups.some(({ model }) => model.is === 'built-in')) await loadModelFile();
});
connection.onRequest(putFilesRequest, ({ root, files }) => putMirrored(root, files));
connection.onRequest(removeFilesRequest, ({ root, paths }) => removeMirrored(root, paths));
connection.onRequest(loadIndexRequest, ({ root, bytes }) => putIndex(root, bytes));
connection.onRequest(takeIndexRequest, ({ root }) => {
  const { index } = service.folder(root);
  index.reload();
  const bytes = index.view && indexBytes(root, index.view.reader.contents.end);
  return bytes && { bytes: handOver(bytes) };
});
connection.listen();
