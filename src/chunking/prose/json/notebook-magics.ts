/**
 * What is not the kernel's language in the code cells of a notebook: cell magics (`%%bash`), which make the cell something else,
 * and the lines that IPython takes before Python does (`%matplotlib inline`, `!pip install x`, `np.array?`).
 */
import { detectLanguage } from '../../../languages/detect';

interface CellCode {
  /** A language id, or the name that the notebook gives a language we do not know. */
  readonly language: string;
  /** Where the code starts behind the line of a cell magic. */
  readonly start: number;
}

/** Magics whose name is no language's, or one's that we do not know. The others run code of the kernel's language. */
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
export function cellCode(source: string, language: string): CellCode {
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
  // Names of variables may stand before the command: `%%script --out result bash`.
  for (const word of words) {
    const language = knownLanguage(word.slice(word.lastIndexOf('/') + 1));
    if (language) return language;
  }
  return 'plaintext';
}

/** The id of the language that a kernel, a magic or an editor calls by a name; the name itself, in lower case, if it is unknown. */
export function languageId(name: string): string {
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

/** A line that IPython takes, from its start; the group is what Python may see of it. */
const command =
  /([ \t]*)(?:%%?(?=[A-Za-z_])|[!?]|[\w.*]+\?{1,2}[ \t]*(?=[\n\r]|$))|([ \t]*[\w.][\w.,[\] \t]*=[ \t]*)(?=![^=]|%[A-Za-z_])/y;

/** With the lines behind a backslash. */
const toLineEnd = /(?:\\\r?\n|[^\n\r])*/y;

/** What decides whether a statement may start on the next line. A string that is not closed ends with its line. */
const token = /"""|'''|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|#[^\n]*|[([{]|[)\]}]|\\\r?\n|\n/g;

/**
 * Python code in which the lines that are IPython's are comments of the same length, so that a parser reads the rest and every
 * offset stays. Indented ones become `0#…`, since they may be all there is in a block.
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

/** UTF-16 units; brackets that are open for longer are not Python's. */
const longestCommand = 5000;

/** The end of the line; for Python behind a magic (`%timeit f(a,`), that of the line that closes its brackets. */
function commandEnd(code: string, from: number): number {
  toLineEnd.lastIndex = from;
  toLineEnd.test(code);
  const lineEnd = toLineEnd.lastIndex;
  if (code[from] !== '%') return lineEnd;
  let depth = 0;
  token.lastIndex = from;
  for (let found = token.exec(code); found; found = token.exec(code)) {
    const [text] = found;
    if (found.index > from + longestCommand) return lineEnd;
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
