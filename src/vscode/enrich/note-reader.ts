/** Reads the notes of the window's folders, to show them with chunks. */
import * as vscode from 'vscode';
import type { Chunk } from '../../code/chunk';
import { plainHashOf } from '../../code/records/embedded-text';
import { indexFileOf } from '../../index/index-settings';
import { NoteLog, noteFileOf } from '../../index/logs/note-log';
import { remember } from '../../shared/maps';
import { setupWithoutModel } from '../indexing/folder-setup';

export class NoteReader {
  private readonly logs = new Map<string, NoteLog>();

  constructor(private readonly cache: vscode.Uri) {}

  fileOf(folder: vscode.WorkspaceFolder): string {
    const { root, indexFile = indexFileOf(root) } = setupWithoutModel(folder.uri, this.cache);
    return noteFileOf(indexFile);
  }

  /** The note of a chunk; undefined if it has none or the notes cannot be read. */
  noteOf(uri: vscode.Uri, chunk: Chunk): string | undefined {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    const hash = plainHashOf(chunk);
    if (folder?.uri.scheme !== 'file' || hash === undefined) return undefined;
    try {
      const file = this.fileOf(folder);
      const log = remember(this.logs, file, () => new NoteLog(file));
      log.refresh();
      return log.note(hash);
    } catch {
      // A hover without the note is better than no hover.
      return undefined;
    }
  }

  refresh(): void {
    this.logs.clear();
  }
}
