/**
 * The cells of a notebook in the editor. A notebook is chunked as a whole, because cells use each other's imports. The document of a
 * cell then gets the chunks that contain a part of the cell, with positions in the cell.
 */
import * as vscode from 'vscode';
import type { Chunk, ChunkedFile } from '../../code/chunk';

/** The notebook that a document is a cell of. */
export function notebookOf(document: vscode.TextDocument): vscode.NotebookDocument | undefined {
  if (document.uri.scheme !== 'vscode-notebook-cell') return undefined;
  return vscode.workspace.notebookDocuments.find((notebook) => indexOf(notebook, document) >= 0);
}

/** The notebook as it would be saved, with unsaved edits, without outputs. */
export function notebookText(notebook: vscode.NotebookDocument): string {
  const cells = notebook.getCells();
  const code = cells.find(({ kind }) => kind === vscode.NotebookCellKind.Code)?.document.languageId;
  return JSON.stringify({
    cells: cells.map(({ kind, document }) => ({
      cell_type: kind === vscode.NotebookCellKind.Code ? 'code' : 'markdown',
      metadata: {},
      source: document.getText(),
    })),
    metadata: { kernelspec: { language: code ?? 'python' } },
    nbformat: 4,
    nbformat_minor: 5,
  });
}

/** The chunks of a notebook that start in a cell, as chunks of the cell's document; `pieces` of a chunk are its cells. */
export function chunksOfCell(
  file: ChunkedFile,
  notebook: vscode.NotebookDocument,
  document: vscode.TextDocument,
): ChunkedFile {
  const index = indexOf(notebook, document);
  const length = document.getText().length;
  const chunks = file.chunks.flatMap((chunk): Chunk[] => {
    const { pieces } = chunk;
    if (!pieces || pieces.from > index || pieces.to < index) return [];
    // A parent is shown in all its cells, any other chunk where it starts.
    if (chunk.role !== 'parent' && pieces.from !== index) return [];
    const start = pieces.from === index ? Math.min(pieces.start, length) : 0;
    const end = pieces.to === index ? Math.min(pieces.end, length) : length;
    const startLine = document.positionAt(start).line + 1;
    const endLine = document.positionAt(Math.max(start, end - 1)).line + 1;
    return [{ ...chunk, start, end, startLine, endLine }];
  });
  return { ...file, chunks };
}

function indexOf(notebook: vscode.NotebookDocument, document: vscode.TextDocument): number {
  return notebook.getCells().findIndex((cell) => cell.document === document);
}
