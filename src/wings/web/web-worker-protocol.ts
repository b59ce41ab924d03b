/**
 * Messages of the web workers, besides those of the engine (`worker-protocol.ts`, `service-protocol.ts`): JSON-RPC over `postMessage`
 * (vscode-jsonrpc/browser), as structured clones.
 *
 * The index service (`dist/web/index-service.js`) has no disk: its user mirrors a folder into the worker's memory and keeps it equal, then
 * asks for `refresh` or `update` as on the desktop. The index exists in memory, too: the user loads the bytes of the last session before it
 * opens the folder with `folders`, and takes them after a change to keep them.
 *
 *     start? → put files → load index? → folders → refresh → take index
 *     a file changed: put files / remove files → update → take index
 *
 * `FolderSetup.root` is any absolute path with slashes, such as `/github/owner/name`; `indexFile` is left out. One index of 2,000 files
 * has some megabytes: take it when work has ended, not after each file.
 */
import { RequestType } from 'vscode-jsonrpc';
import type { CounterName } from '../../tokens/counter-table';
import type { Counted } from '../../tokens/token-counter';

/**
 * To be sent to any worker first, unless its script is at `dist/web/` below that folder and was not started from a blob: then the worker
 * knows the URL. `productUrl` is that of the folder with `grammars/`, `dist/` and `models/` of this version.
 */
export const startRequest = new RequestType<{ readonly productUrl: string }, void, void>('start');

/** The parse worker in a browser also counts tokens. */
export const countRequest = new RequestType<{ readonly counted: Counted; readonly counter: CounterName }, number, void>(
  'count',
);

export interface MirroredFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** When the file changed, in milliseconds; with its size, it decides whether the file is read again. */
  readonly mtimeMs: number;
}

type InMirror = { readonly root: string };

/** Adds files or replaces them. The folder exists from then on, also without files. Send batches of a few megabytes. */
export const putFilesRequest = new RequestType<InMirror & { readonly files: readonly MirroredFile[] }, void, void>(
  'put files',
);
/** Removes files or folders; missing ones do not matter. */
export const removeFilesRequest = new RequestType<InMirror & { readonly paths: readonly string[] }, void, void>(
  'remove files',
);
/** The bytes that `take index` gave. Bytes that are no index, or one of another version, only mean that `refresh` starts again. */
export const loadIndexRequest = new RequestType<InMirror & { readonly bytes: Uint8Array }, void, void>('load index');
/** All complete work so far; also while indexing. Undefined if the folder has no index. */
export const takeIndexRequest = new RequestType<InMirror, { readonly bytes: Uint8Array } | undefined, void>(
  'take index',
);
