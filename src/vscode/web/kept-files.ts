/**
 * The mirrored files of a folder between two visits: one file in the extension's storage, so that the next visit reads only what
 * changed. File systems on the web answer slowly, and some limit the number of requests.
 *
 *     length of the list (4 bytes, little endian) · list as JSON: [path, size, time][] · the bytes of all files
 */
import * as vscode from 'vscode';
import { errorMessage } from '../../shared/error-message';
import type { MirroredFile } from '../../wings/web/web-worker-protocol';
import { cachedIndexFile } from '../indexing/index-location';

export class KeptFiles {
  private readonly file: vscode.Uri;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    root: string,
    storage: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.file = vscode.Uri.joinPath(storage, ...cachedIndexFile(root, '').split('/'), '..', 'files');
  }

  /** By path; empty on the first visit, and if the file is not whole. */
  async read(): Promise<ReadonlyMap<string, MirroredFile>> {
    try {
      return unpacked(await vscode.workspace.fs.readFile(this.file));
    } catch {
      return new Map();
    }
  }

  /** Never rejects. */
  write(files: readonly MirroredFile[]): Promise<void> {
    this.writing = this.writing.then(() => this.writeNow(files));
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

  private async writeNow(files: readonly MirroredFile[]): Promise<void> {
    try {
      await vscode.workspace.fs.writeFile(this.file, packed(files));
    } catch (error) {
      // A browser may be out of space. The next visit reads the folder again.
      this.log.warn(`the files could not be kept: ${errorMessage(error)}`);
    }
  }
}

type Row = readonly [path: string, size: number, mtimeMs: number];

function packed(files: readonly MirroredFile[]): Uint8Array {
  const rows = files.map(({ path, bytes, mtimeMs }): Row => [path, bytes.length, mtimeMs]);
  const list = new TextEncoder().encode(JSON.stringify(rows));
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 4 + list.length);
  const all = new Uint8Array(size);
  new DataView(all.buffer).setUint32(0, list.length, true);
  all.set(list, 4);
  let at = 4 + list.length;
  for (const { bytes } of files) {
    all.set(bytes, at);
    at += bytes.length;
  }
  return all;
}

/** @throws if the bytes are not whole */
function unpacked(all: Uint8Array): ReadonlyMap<string, MirroredFile> {
  const listLength = new DataView(all.buffer, all.byteOffset, all.length).getUint32(0, true);
  const rows: readonly Row[] = JSON.parse(new TextDecoder().decode(all.subarray(4, 4 + listLength)));
  const files = new Map<string, MirroredFile>();
  let at = 4 + listLength;
  for (const [path, size, mtimeMs] of rows) {
    files.set(path, { path, bytes: all.slice(at, at + size), mtimeMs });
    at += size;
  }
  if (at !== all.length) throw new Error('the kept files are not whole');
  return files;
}
