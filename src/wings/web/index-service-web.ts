/** Entry point of the index service in a browser (`dist/web/index-service.js`). It parses, embeds and searches in its own thread. */
import { answerServiceRequests } from '../../engine/service/service-server';
import type { FolderSetup } from '../../engine/service-protocol';
import { indexFileOf } from '../../index/index-settings';
import { poolOfThread } from './in-this-thread';
import { disk } from './node/open-files';
import { join, normalize } from './node/path';
import { loadFilesFor, loadModelFile } from './product-files';
import {
  loadIndexRequest,
  type MirroredFile,
  putFilesRequest,
  removeFilesRequest,
  takeIndexRequest,
} from './web-worker-protocol';
import { handOver, workerConnection } from './worker-connection';

const connection = workerConnection();
const service = answerServiceRequests(connection, poolOfThread(), async (setups: readonly FolderSetup[]) => {
  await Promise.all(setups.map(({ chunk }) => loadFilesFor(chunk)));
  if (setups.some(({ model }) => model.is === 'built-in')) await loadModelFile();
});
connection.onRequest(putFilesRequest, ({ root, files }) => putMirrored(root, files));
connection.onRequest(removeFilesRequest, ({ root, paths }) => removeMirrored(root, paths));
connection.onRequest(loadIndexRequest, ({ root, bytes }) => disk.put(indexFileOf(root), bytes));
connection.onRequest(takeIndexRequest, ({ root }) => {
  const { index } = service.folder(root);
  index.reload();
  const bytes = index.view && indexBytes(root, index.view.reader.contents.end);
  return bytes && { bytes: handOver(bytes) };
});
connection.listen();

/** The folders that a user of the index service mirrors into its memory. */
function putMirrored(root: string, files: readonly MirroredFile[]): void {
  disk.makeFolders(root);
  for (const { path, bytes, mtimeMs } of files) disk.put(placeIn(root, path), bytes, mtimeMs);
}

function removeMirrored(root: string, paths: readonly string[]): void {
  for (const path of paths) {
    const place = placeIn(root, path);
    if (disk.find(place)) disk.remove(place, 'rm');
  }
}

/** A copy of the first `size` bytes of the index; undefined if there is none. */
function indexBytes(root: string, size: number): Uint8Array | undefined {
  const file = disk.find(indexFileOf(root));
  return file?.is === 'file' ? file.bytes.slice(0, Math.min(size, file.size)) : undefined;
}

/** @throws for a path that leads out of the folder */
function placeIn(root: string, path: string): string {
  const inner = normalize(path);
  if (inner === '.' || inner.startsWith('..') || inner.startsWith('/'))
    throw new Error(`"${path}" is not a path in ${root}`);
  return join(root, inner);
}
