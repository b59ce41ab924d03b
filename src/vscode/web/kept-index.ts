/** The index of a folder between two visits: one file in the extension's storage, written some time after the last change. */
import * as vscode from 'vscode';
import { errorMessage } from '../../shared/error-message';
import { cachedIndexFile } from '../indexing/index-location';

/** Waits for the end of a burst of changes: an index has megabytes. */
const pauseMs = 1_000;

export class KeptIndex {
  private readonly file: vscode.Uri;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    root: string,
    storage: vscode.Uri,
    /** Undefined if there is no index. */
    private readonly take: () => Promise<Uint8Array | undefined>,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.file = vscode.Uri.joinPath(storage, ...cachedIndexFile(root, '').split('/'));
  }

  /** Undefined on the first visit. */
  async read(): Promise<Uint8Array | undefined> {
    try {
      return await vscode.workspace.fs.readFile(this.file);
    } catch {
      return undefined;
    }
  }

  saveSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.writing = this.writing.then(() => this.save());
    }, pauseMs);
  }

  async delete(): Promise<void> {
    clearTimeout(this.timer);
    await this.writing;
    try {
      await vscode.workspace.fs.delete(this.file);
    } catch {
      // There is none.
    }
  }

  private async save(): Promise<void> {
    try {
      const bytes = await this.take();
      if (bytes) await vscode.workspace.fs.writeFile(this.file, bytes);
    } catch (error) {
      // A browser may be out of space. The next visit indexes again.
      this.log.warn(`the index could not be kept: ${errorMessage(error)}`);
    }
  }
}
