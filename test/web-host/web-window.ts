/** Helpers of the suites in the web extension host. */
import assert from 'node:assert/strict';
import { commands, extensions, FileType, type TextDocument, Uri, window, workspace } from 'vscode';
import type { ChunkedDocument } from '../../src/vscode/documents/document-chunks';
import type { CodegrainApi } from '../../src/vscode/shared-features';

export async function codegrainOnWeb(): Promise<CodegrainApi> {
  const extension = extensions.getExtension<CodegrainApi>('codegrain.codegrain');
  assert.ok(extension);
  return extension.activate();
}

/** A file in the folder that is open. */
export function inFolder(...path: string[]): Uri {
  const folder = workspace.workspaceFolders?.[0];
  assert.ok(folder);
  return Uri.joinPath(folder.uri, ...path);
}

export async function openFile(uri: Uri): Promise<TextDocument> {
  const document = await workspace.openTextDocument(uri);
  await window.showTextDocument(document);
  return document;
}

export async function chunksOf(document: TextDocument): Promise<ChunkedDocument> {
  const { chunk } = await codegrainOnWeb();
  const state = await eventually(() => chunk(document));
  assert.ok(state.is === 'chunked', JSON.stringify(state));
  return state;
}

/** Waits for the first result of `probe` that is not undefined or false. */
export async function eventually<T>(probe: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  const end = Date.now() + 60_000;
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== false) return found;
    assert.ok(Date.now() < end, `waited too long for ${probe}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

export function textOf({ file }: ChunkedDocument): string {
  return file.chunks
    .filter(({ role }) => role !== 'parent')
    .map(({ text }) => text)
    .join('');
}

export async function closeEditors(): Promise<void> {
  await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await commands.executeCommand('workbench.action.closeAllEditors');
}

export async function pathsFor(query: string): Promise<string[]> {
  const { index } = await codegrainOnWeb();
  const { hits } = await index.search(query, { limit: 5 });
  return hits.map(({ path }) => path);
}

/** Waits until the first hit is in this file and has the name. */
export async function found(name: string, path: string): Promise<void> {
  const { index } = await codegrainOnWeb();
  await eventually(async () => {
    const [first] = (await index.search(name, { limit: 5 })).hits;
    return first?.path === path && first.text.includes(name);
  });
}

/** The index in the storage that VS Code keeps in the browser for this workspace. */
export async function keptIndex(): Promise<Uri | undefined> {
  const folders = [Uri.parse('vscode-userdata:/User/workspaceStorage')];
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    for (const [name, type] of await workspace.fs.readDirectory(folder)) {
      const uri = Uri.joinPath(folder, name);
      if (name === 'index.cgx') return uri;
      if (type === FileType.Directory) folders.push(uri);
    }
  }
  return undefined;
}
