/** The code at a place, for a question about similar code in the database. */
import { type Uri, workspace } from 'vscode';
import { type DocumentChunks, searchedChunksOf } from '../documents/document-chunks';

/** @param line 1-based. @returns undefined if the file cannot be read, or no chunk has the line. */
export async function codeAt(chunks: DocumentChunks, uri: Uri, line: number): Promise<string | undefined> {
  try {
    const state = await chunks.get(await workspace.openTextDocument(uri));
    if (state?.is !== 'chunked') return undefined;
    return searchedChunksOf(state.file).find(({ startLine, endLine }) => startLine <= line && line <= endLine)?.text;
  } catch {
    // The file is gone, or is no text.
    return undefined;
  }
}
