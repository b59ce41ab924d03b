/** Helpers of the host suites, also of those in the web extension host: the extension's API, documents, and waiting for a condition. */
import assert from 'node:assert/strict';
import { commands, extensions, type TextDocument, Uri, window, workspace } from 'vscode';
import type { ChunkedDocument } from '../../src/vscode/documents/document-chunks';
import type { CodegrainApi } from '../../src/vscode/shared-features';

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

/**
 * VS Code gives the name of a closed untitled document to the next one, and deletes the backup of the closed one some time later.
 * Until then the next one opens with the text of that backup. Such a document stays open, so that another try gets another name.
 */
export function draft(content: string, language: string): Promise<TextDocument> {
  return until(async () => {
    const document = await workspace.openTextDocument({ content, language });
    await window.showTextDocument(document);
    return document.getText() === content && document;
  });
}

/** The chunks of the document's current version, even if it is edited in the meantime. */
export async function chunked(document: TextDocument): Promise<ChunkedDocument> {
  const { chunk } = await codegrain();
  const state = await until(() => chunk(document));
  assert.equal(state.is, 'chunked');
  assert.ok(state.is === 'chunked');
  return state;
}

/** Waits for the first result of `probe` that is not undefined or false. */
export async function until<T>(probe: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  const end = Date.now() + 60_000;
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== false) return found;
    assert.ok(Date.now() < end, `waited too long for ${probe}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Chunks joined in order: the whole text, if nothing is lost. */
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
