/**
 * What stays of a mirrored folder between two visits, in the extension's storage: its index, and its files, so that the next visit reads
 * only what changed. File systems on the web answer slowly, and some limit the number of requests. The files are one file:
 *
 *     length of the list (4 bytes, little endian) · list as JSON: [path, size, time][] · the bytes of all files
 */
import * as vscode from 'vscode';
import { errorMessage } from '../../../shared/error-message';
import type { MirroredFile } from '../../../wings/web/web-worker-protocol';
import { cachedIndexFile } from '../index-location';

export class KeptFile {
  private readonly file: vscode.Uri;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    root: string,
    private readonly what: 'index' | 'files',
    storage: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
  ) {
    const index = vscode.Uri.joinPath(storage, ...cachedIndexFile(root, '').split('/'));
    this.file = what === 'index' ? index : vscode.Uri.joinPath(index, '..', 'files');
  }

  /** Undefined on the first visit. */
  async read(): Promise<Uint8Array | undefined> {
    try {
      return await vscode.workspace.fs.readFile(this.file);
    } catch {
      return undefined;
    }
  }

  /** Never rejects. @param take undefined: there is nothing to keep. */
  write(take: () => Promise<Uint8Array | undefined>): Promise<void> {
    this.writing = this.writing.then(async () => {
      try {
        const bytes = await take();
        if (bytes) await vscode.workspace.fs.writeFile(this.file, bytes);
      } catch (error) {
        // A browser may be out of space. The next visit reads or indexes the folder again.
        this.log.warn(`the ${this.what} could not be kept: ${errorMessage(error)}`);
      }
    });
    return this.writing;
  }

  async delete(): Promise<void> {
    await this.writing;
    try {
      await vscode.workspace.fs.delete(this.file);
    } catch {
      // There is none.
    }
  }
}

type Row = readonly [path: string, size: number, mtimeMs: number];

export async function packedFiles(files: readonly MirroredFile[]): Promise<Uint8Array> {
  const rows = files.map(({ path, bytes, mtimeMs }): Row => [path, bytes.length, mtimeMs]);
  const list = new TextEncoder().encode(JSON.stringify(rows));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, list.length, true);
  const all = new Blob([length, list, ...files.map(({ bytes }) => bytes)]);
  return new Uint8Array(await all.arrayBuffer());
}

/** By path; empty if the bytes are not whole. */
export function unpackedFiles(all: Uint8Array | undefined): ReadonlyMap<string, MirroredFile> {
  const files = new Map<string, MirroredFile>();
  try {
    if (!all) return files;
    let at = 4 + new DataView(all.buffer, all.byteOffset, all.length).getUint32(0, true);
    const rows: readonly Row[] = JSON.parse(new TextDecoder().decode(all.subarray(4, at)));
    for (const [path, size, mtimeMs] of rows) {
      files.set(path, { path, bytes: all.slice(at, at + size), mtimeMs });
      at += size;
    }
    return at === all.length ? files : new Map();
  } catch {
    return new Map();
  }
}
