/**
 * Jupyter notebooks (nbformat 3 and 4): JSON with a list of cells, each with its source as a string or an array of lines. The text
 * of a notebook is its sources, each ended by a line break; outputs, attachments and execution counts are left out.
 *
 * nbformat 3 has its cells in `worksheets`, calls the source of code `input`, stores the language in each cell, and has heading
 * cells.
 */
import type { Block, DetectingReader, ProseDocument, ProseReader } from '../block';
import { readWithin } from '../read-within';
import { DecodedText } from './decoded-text';
import { type JsonValue, parseJson } from './json-strings';
import { cellCode, languageId } from './notebook-magics';

/** The reader returns undefined if the file is not a notebook: broken JSON, or JSON without cells. */
export function notebookReader(readMarkdown: ProseReader): DetectingReader {
  return async (file) => {
    const notebook = parseJson(file);
    const cells = notebook && cellsOf(notebook);
    if (!cells) return undefined;
    const kernel = kernelLanguage(notebook, cells);
    const decoded = new DecodedText();
    const found: { readonly cell: Cell; readonly start: number; readonly end: number }[] = [];
    cells.forEach((cell, index) => {
      for (const part of cell.source.isArray ? cell.source.items() : [cell.source]) {
        const { string } = part;
        if (string) decoded.add(string);
      }
      const piece = decoded.endPiece(index);
      if (piece) found.push({ cell, start: piece.start, end: piece.end });
    });
    const { text, pieces } = decoded;
    const blocks: Block[] = [];
    for (const { cell, start, end } of found) {
      const inner = await blocksOf(cell, kernel, text, start, end, readMarkdown);
      blocks.push({ kind: 'cell', start, end, blocks: inner });
    }
    return { text, blocks, pieces, sharedLanguage: kernel } satisfies ProseDocument;
  };
}

interface Cell {
  readonly type: string;
  readonly source: JsonValue;
  /** Only if it differs from the notebook's. */
  readonly language: string | undefined;
}

function cellsOf(notebook: JsonValue): readonly Cell[] | undefined {
  const { cells, worksheets, nbformat } = notebook.pick('cells', 'worksheets', 'nbformat');
  const found: Cell[] = [];
  const lists = cells ? [cells] : [...(worksheets?.items() ?? [])].map((sheet) => sheet.pick('cells').cells);
  for (const list of lists) {
    if (list && !list.isArray) return undefined;
    for (const item of list?.items() ?? []) {
      const { cell_type, source, input, language, metadata } = item.pick(
        'cell_type',
        'source',
        'input',
        'language',
        'metadata',
      );
      const type = cell_type?.text;
      const code = source ?? input;
      if (type === undefined) return undefined;
      // A cell without a source is empty: it is counted but has no text.
      found.push({ type, source: code ?? item, language: language?.text ?? cellLanguage(metadata) });
    }
  }
  // Only notebooks have cells with a type. Without any cell, there must be an `nbformat`.
  return found.length > 0 || (lists.length > 0 && nbformat?.number !== undefined) ? found : undefined;
}

/** The language that VS Code or a polyglot notebook stores for a cell. */
function cellLanguage(metadata: JsonValue | undefined): string | undefined {
  const { vscode, polyglot_notebook, dotnet_interactive } =
    metadata?.pick('vscode', 'polyglot_notebook', 'dotnet_interactive') ?? {};
  const name =
    vscode?.pick('languageId').languageId ??
    polyglot_notebook?.pick('kernelName').kernelName ??
    dotnet_interactive?.pick('language').language;
  return name?.text;
}

/** The language that the notebook names; Python otherwise, as in Jupyter. */
function kernelLanguage(notebook: JsonValue, cells: readonly Cell[]): string {
  const { kernelspec, language_info } = notebook.pick('metadata').metadata?.pick('kernelspec', 'language_info') ?? {};
  const name =
    kernelspec?.pick('language').language?.text ??
    language_info?.pick('name').name?.text ??
    cells.find(({ type, language }) => type === 'code' && language)?.language;
  return languageId(name || 'python');
}

async function blocksOf(
  cell: Cell,
  kernel: string,
  text: string,
  start: number,
  end: number,
  readMarkdown: ProseReader,
): Promise<readonly Block[]> {
  if (cell.type === 'markdown') return readWithin(readMarkdown, text, start, end);
  const source = text.slice(start, end);
  if (cell.type === 'heading') return [{ kind: 'heading', start, end, name: source.trim() }];
  if (cell.type !== 'code') return [{ kind: 'markup', start, end }];
  const code = cellCode(source, cell.language ? languageId(cell.language) : kernel);
  const content = { start: start + code.start, end };
  if (code.language !== 'markdown') return [{ kind: 'code', start, end, language: code.language, content }];
  const prose = await readWithin(readMarkdown, text, content.start, end);
  return code.start > 0 ? [{ kind: 'markup', start, end: content.start }, ...prose] : prose;
}
