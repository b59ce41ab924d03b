/** A notebook as the benchmark reads it: the sources of its cells, separated by blank lines. Uses no code of the product. */

export interface NotebookCell {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

export interface NotebookText {
  readonly text: string;
  /** All cells, including empty ones. */
  readonly cells: readonly NotebookCell[];
}

interface JsonCell {
  readonly cell_type: string;
  readonly source?: string | readonly string[];
  readonly input?: string | readonly string[];
}

export function readNotebook(json: string): NotebookText {
  const notebook = JSON.parse(json) as { cells?: JsonCell[]; worksheets?: { cells?: JsonCell[] }[] };
  const found = notebook.cells ?? notebook.worksheets?.flatMap((sheet) => sheet.cells ?? []) ?? [];
  let text = '';
  const cells = found.map((cell): NotebookCell => {
    const source = cell.source ?? cell.input ?? '';
    const start = text.length;
    text += typeof source === 'string' ? source : source.join('');
    const end = text.length;
    text += '\n\n';
    return { type: cell.cell_type, start, end };
  });
  return { text, cells };
}
