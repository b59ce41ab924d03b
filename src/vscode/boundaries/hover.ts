/**
 * Hovering the beginning of a chunk's first line (its indentation or first word) or its end shows the chunk in full. Not the label: VS
 * Code asks for hovers over text only, and a label that counts as text would make the editor scroll sideways.
 */
import * as vscode from 'vscode';
import type { Chunk } from '../../code/chunk';
import { countsInChunk } from '../../engine/service/definition-counts';
import type { DefinitionCounts } from '../../engine/service-protocol';
import { chunkDetails } from '../documents/chunk-details';
import { type DocumentChunks, searchedChunksOf } from '../documents/document-chunks';
import type { NoteReader } from '../enrich/note-reader';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import type { Boundaries } from './boundaries';
import { ownStart } from './boundary-styles';

/** Milliseconds that a hover waits for the index, which may have much to do. */
const countsMs = 500;

interface HoverParts {
  readonly chunks: DocumentChunks;
  readonly boundaries: Boundaries;
  readonly notes: NoteReader;
  readonly index: WorkspaceIndex;
}

export function registerHover({ chunks, boundaries, notes, index }: HoverParts): vscode.Disposable {
  return vscode.languages.registerHoverProvider('*', {
    async provideHover(document, position, token) {
      if (!boundaries.areShown(document)) return undefined;
      // Hovers over other code belong to the language; the first word is mostly a keyword, about which it has nothing to say.
      const { text, range } = document.lineAt(position);
      const isAtEnd = position.isEqual(range.end);
      const firstWord = range.with({ end: range.start.translate(0, /^\s*[^\s\w]*\w*/.exec(text)?.[0].length ?? 0) });
      if (!isAtEnd && !firstWord.contains(position)) return undefined;
      const state = await chunks.get(document);
      if (state?.is !== 'chunked' || token.isCancellationRequested) return undefined;
      const here = searchedChunksOf(state.file).filter((chunk) => ownStart(chunk, document).line === position.line);
      if (here.length === 0) return undefined;
      const counts = await countsOf(index, document.uri, here, token);
      if (token.isCancellationRequested) return undefined;
      const byId = new Map(state.file.chunks.map((chunk) => [chunk.id, chunk]));
      return new vscode.Hover(
        here.map((chunk) => {
          const note = notes.noteOf(document.uri, chunk);
          const shown = note === undefined ? chunk : { ...chunk, note };
          return chunkDetails(document.uri, shown, byId.get(chunk.parent ?? ''), countsInChunk(counts, chunk));
        }),
        isAtEnd ? new vscode.Range(range.end, range.end) : firstWord,
      );
    },
  });
}

/** None without an index, and if it does not answer soon: the hover then shows the chunk alone. */
async function countsOf(
  index: WorkspaceIndex,
  uri: vscode.Uri,
  here: readonly Chunk[],
  token: vscode.CancellationToken,
): Promise<readonly DefinitionCounts[]> {
  if (index.state.consent !== 'given') return [];
  const from = Math.min(...here.map(({ startLine }) => startLine));
  const to = Math.max(...here.map(({ endLine }) => endLine));
  const late = new Promise<readonly DefinitionCounts[]>((resolve) => setTimeout(() => resolve([]), countsMs));
  const counts = index.graph.counts(uri, { lines: { from, to } }, token).catch(() => []);
  return Promise.race([counts, late]);
}
