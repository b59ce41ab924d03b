/** What the host suites share: the extension's own interface, documents, and waiting for what takes a moment. */
import assert from 'node:assert/strict';
import { commands, extensions, type TextDocument, Uri, window, workspace } from 'vscode';
import type { ChunkedDocument } from '../../src/vscode/documents/document-chunks';
import type { CodegrainApi } from '../../src/vscode/extension';

export async function codegrain(): Promise<CodegrainApi> {
  const extension = extensions.getExtension<CodegrainApi>('codegrain.codegrain');
  assert.ok(extension);
  return extension.activate();
}

export function fixture(...path: string[]): Uri {
  const folder = workspace.workspaceFolders?.[0];
  assert.ok(folder);
  return Uri.joinPath(folder.uri, ...path);
}

export async function open(uri: Uri): Promise<TextDocument> {
  const document = await workspace.openTextDocument(uri);
  await window.showTextDocument(document);
  return document;
}

export async function draft(content: string, language: string): Promise<TextDocument> {
  const document = await workspace.openTextDocument({ content, language });
  await window.showTextDocument(document);
  return document;
}

/** The chunks of the document as it is now, however often it is edited meanwhile. */
export async function chunked(document: TextDocument): Promise<ChunkedDocument> {
  const { chunk } = await codegrain();
  const state = await until(() => chunk(document));
  assert.equal(state.is, 'chunked');
  assert.ok(state.is === 'chunked');
  return state;
}

/** The first answer that is not undefined or false. */
export async function until<T>(probe: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  const end = Date.now() + 20_000;
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== false) return found;
    assert.ok(Date.now() < end, `waited too long for ${probe}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Chunks joined in order: the whole text, where nothing is lost. */
export function joined({ file }: ChunkedDocument): string {
  return file.chunks
    .filter(({ role }) => role !== 'parent')
    .map(({ text }) => text)
    .join('');
}

export async function closeAll(): Promise<void> {
  await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await commands.executeCommand('workbench.action.closeAllEditors');
}
