/** Hovering a boundary (its label, or the indentation of a chunk's first line) shows the chunk in full. */
import * as vscode from 'vscode';
import { chunkDetails } from '../documents/chunk-details';
import { type DocumentChunks, searchedChunksOf } from '../documents/document-chunks';
import type { FolderNotes } from '../enrich/folder-notes';
import type { Boundaries } from './boundaries';
import { ownStart } from './boundary-styles';

export function registerHover(chunks: DocumentChunks, boundaries: Boundaries, notes: FolderNotes): vscode.Disposable {
  return vscode.languages.registerHoverProvider('*', {
    async provideHover(document, position, token) {
      if (!boundaries.areShown(document)) return undefined;
      // Hovers over code belong to the language; ours appear where there is no code.
      const { firstNonWhitespaceCharacterIndex, range } = document.lineAt(position);
      const isAtLabel = position.isEqual(range.end);
      if (!isAtLabel && position.character >= firstNonWhitespaceCharacterIndex) return undefined;
      const state = await chunks.get(document);
      if (state?.is !== 'chunked' || token.isCancellationRequested) return undefined;
      const here = searchedChunksOf(state.file).filter((chunk) => ownStart(chunk, document).line === position.line);
      if (here.length === 0) return undefined;
      const byId = new Map(state.file.chunks.map((chunk) => [chunk.id, chunk]));
      return new vscode.Hover(
        here.map((chunk) => {
          const note = notes.noteOf(document.uri, chunk);
          const shown = note === undefined ? chunk : { ...chunk, note };
          return chunkDetails(document.uri, shown, byId.get(chunk.parent ?? ''));
        }),
        isAtLabel ? new vscode.Range(range.end, range.end) : new vscode.Range(range.start, position),
      );
    },
  });
}
