/**
 * Jupyter notebooks (nbformat 3 and 4): JSON with a list of cells, each with its source as a string or an array of lines. The text
 * of a notebook is its sources, each ended by a line break; outputs, attachments and execution counts are left out.
 *
 * nbformat 3 has its cells in `worksheets`, calls the source of code `input`, stores the language in each cell, and has heading
 * cells.
 */
import { detectLanguage } from '../../languages/detect-language';
import type { Block, ProseDocument } from '../block';
import { readMarkdownWithin } from '../markdown/block-parser';
import { DecodedText } from './decoded-text';
import { type JsonValue, parseJson } from './json-strings';

interface CellCode {
  /** A language id, or the notebook's own name for an unknown language. */
  readonly language: string;
  /** Where the code starts, after the line of a cell magic. */
  readonly start: number;
}

/** Magics whose name is not a known language. All others run code in the kernel's language. */
const magicLanguages: Readonly<Record<string, string>> = {
  bigquery: 'sql',
  cu: 'cpp',
  cuda: 'cpp',
  fsharp: 'fsharp',
  js: 'javascript',
  kql: 'kql',
  latex: 'latex',
  md: 'markdown',
  markdown: 'markdown',
  mermaid: 'mermaid',
  octave: 'octave',
  pwsh: 'powershell',
  sparksql: 'sql',
  svg: 'xml',
};

/** The language and code of a cell. */
function cellCode(source: string, language: string): CellCode {
  // `%%bash` is IPython's, `#!csharp` is .NET Interactive's, and a line with nothing but `%sql` is Databricks'.
  const line =
    /^\s*(?:%%([\w+#-]+)([^\n\r]*)|#!([a-z][\w-]*)[ \t]*|%(md|python|r|scala|sh|sql)[ \t]*)(?:\r\n|[\n\r]|$)/.exec(
      source,
    );
  if (!line) return { language, start: 0 };
  const [all, cellMagic, args = '', directive, lineMagic] = line;
  const named = languageOfMagic(cellMagic ?? directive ?? lineMagic ?? '', args);
  if (cellMagic === undefined && named === undefined) return { language, start: 0 };
  return { language: named ?? language, start: all.length };
}

function languageOfMagic(magic: string, args: string): string | undefined {
  const name = magic.toLowerCase();
  if (Object.hasOwn(magicLanguages, name)) return magicLanguages[name];
  const words = args.split(/\s+/).filter((word) => word !== '' && !word.startsWith('-'));
  if (name === 'writefile' || name === 'file') return detectLanguage(words[0] ?? '', '') ?? 'plaintext';
  if (name !== 'script') return knownLanguage(name);
  // Names of variables may come before the command: `%%script --out result bash`.
  for (const word of words) {
    const language = knownLanguage(word.slice(word.lastIndexOf('/') + 1));
    if (language) return language;
  }
  return 'plaintext';
}

/** The language id for the name that a kernel, a magic or an editor uses; unknown names are returned in lower case. */
function languageId(name: string): string {
  return knownLanguage(name) ?? name.toLowerCase();
}

function knownLanguage(name: string): string | undefined {
  const word = name.toLowerCase();
  // `python3`, `c++17`, `julia-1.9`.
  for (const spelling of [word, word.replace(/[-\s]?[\d.]+$/, '')]) {
    const id = spelling === 'ipython' ? 'python' : detectLanguage('', '', spelling === '' ? 'plaintext' : spelling);
    if (id) return id;
  }
  return undefined;
}

/** A line that IPython handles, from its start. The group is the part that Python may see. */
const command =
  /([ \t]*)(?:%%?(?=[A-Za-z_])|[!?]|[\w.*]+\?{1,2}[ \t]*(?=[\n\r]|$))|([ \t]*[\w.][\w.,[\] \t]*=[ \t]*)(?=![^=]|%[A-Za-z_])/y;

/** Includes the lines that follow a backslash. */
const toLineEnd = /(?:\\\r?\n|[^\n\r])*/y;

/** Tokens that decide whether a statement may start on the next line. An unclosed string ends with its line. */
const token = /"""|'''|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|#[^\n]*|[([{]|[)\]}]|\\\r?\n|\n/g;

/**
 * Replaces the lines of IPython with comments of the same length, so that a parser can read the rest and all offsets stay the same.
 * Indented lines become `0#…`, because they may be the only statement of a block.
 *
 * Code in notebook cells that is not in the kernel's language: cell magics (`%%bash`), which change the language of the cell,
 * and lines that IPython handles before Python (`%matplotlib inline`, `!pip install x`, `np.array?`).
 */
export function maskMagics(code: string): string {
  if (!/^[ \t]*(?:[%!?]|[\w.*]+\?)|=[ \t]*[!%]/m.test(code)) return code;
  let masked = '';
  let done = 0;
  let depth = 0;
  let startsLine = true;
  for (let at = 0; at < code.length; ) {
    command.lastIndex = at;
    const found = startsLine && depth === 0 ? command.exec(code) : null;
    if (found) {
      const from = at + (found[1] ?? found[2] ?? '').length;
      const end = commandEnd(code, from);
      masked += code.slice(done, from) + comment(code.slice(from, end), from > at);
      done = at = end;
    }
    token.lastIndex = at;
    const text = token.exec(code)?.[0];
    if (text === undefined) break;
    at = token.lastIndex;
    startsLine = text === '\n';
    if (text === '"""' || text === "'''") {
      const end = code.indexOf(text, at);
      at = end < 0 ? code.length : end + 3;
    } else if (text === '(' || text === '[' || text === '{') depth++;
    else if (text === ')' || text === ']' || text === '}') depth = Math.max(0, depth - 1);
  }
  return masked + code.slice(done);
}

/** UTF-16 units; brackets that stay open for longer are not Python's. */
const maxCommandLength = 5000;

/** The end of the line. For Python after a magic (`%timeit f(a,`), the end of the line that closes its brackets. */
function commandEnd(code: string, from: number): number {
  toLineEnd.lastIndex = from;
  toLineEnd.test(code);
  const lineEnd = toLineEnd.lastIndex;
  if (code[from] !== '%') return lineEnd;
  let depth = 0;
  token.lastIndex = from;
  for (let found = token.exec(code); found; found = token.exec(code)) {
    const [text] = found;
    if (found.index > from + maxCommandLength) return lineEnd;
    if (/^[([{]$/.test(text)) depth++;
    else if (/^[)\]}]$/.test(text)) depth--;
    else if (text === '\n' && depth <= 0)
      return Math.max(lineEnd, found.index - (code[found.index - 1] === '\r' ? 1 : 0));
  }
  return depth <= 0 ? code.length : lineEnd;
}

/** A comment of the same length on each line. */
function comment(text: string, asStatement: boolean): string {
  const commented = text.replace(/^./gm, '#');
  return asStatement ? `0${commented.slice(1).replace(/^[^\n\r]/, '#')}` : commented;
}

/** Undefined if the file is not a notebook: broken JSON, or JSON without cells. */
export function readNotebook(file: string): ProseDocument | undefined {
  const notebook = parseJson(file);
  const cells = notebook && cellsOf(notebook);
  if (!cells) return undefined;
  const kernel = kernelLanguage(notebook, cells);
  const decoded = new DecodedText();
  const placed = cells.map((cell, index) => {
    for (const { string } of cell.source.isArray ? cell.source.items() : [cell.source]) if (string) decoded.add(string);
    return decoded.endPiece(index);
  });
  const { text, pieces } = decoded;
  const blocks = cells.flatMap((cell, index): Block[] => {
    const piece = placed[index];
    if (!piece) return [];
    const { start, end } = piece;
    return [{ kind: 'cell', start, end, blocks: blocksOf(cell, kernel, text, start, end) }];
  });
  return { text, blocks, pieces, sharedLanguage: kernel };
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

function blocksOf(cell: Cell, kernel: string, text: string, start: number, end: number): readonly Block[] {
  if (cell.type === 'markdown') return readMarkdownWithin(text, start, end);
  const source = text.slice(start, end);
  if (cell.type === 'heading') return [{ kind: 'heading', start, end, name: source.trim() }];
  if (cell.type !== 'code') return [{ kind: 'markup', start, end }];
  const code = cellCode(source, cell.language ? languageId(cell.language) : kernel);
  const content = { start: start + code.start, end };
  if (code.language !== 'markdown') return [{ kind: 'code', start, end, language: code.language, content }];
  const prose = readMarkdownWithin(text, content.start, end);
  return code.start > 0 ? [{ kind: 'markup', start, end: content.start }, ...prose] : prose;
}
