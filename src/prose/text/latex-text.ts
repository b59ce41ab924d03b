/** Reads LaTeX text between environments: headings, displayed formulas, comments, paragraphs. */
import { firstIndex } from '../../shared/range-of';
import type { Block } from '../block';

/** Finds the environments of a LaTeX text as a tree, in one pass that handles comments, escapes and verbatim text. */
export interface LatexEnvironment {
  readonly name: string;
  /** Start of `\begin`. */
  readonly start: number;
  /** After `\begin{name}`. */
  readonly open: number;
  /** Start of `\end`. */
  close: number;
  /** After `\end{name}`. */
  end: number;
  readonly inner: LatexEnvironment[];
  /** Offsets of `\item` and `\bibitem`. */
  readonly items: number[];
  /** Offsets after each `\\` and `\tabularnewline`. */
  readonly rows: number[];
  /** Offsets after each rule (`\hline`, `\midrule`…). */
  readonly rules: number[];
}

export const verbatimEnvironment =
  /^(?:verbatim|Verbatim|BVerbatim|LVerbatim|lstlisting|minted|alltt|comment|filecontents|listing|code|semiverbatim)\*?$/;
/** Environments that are parts of a formula or a line of text. */
const isInline = /^(?:array|[pbBvV]?matrix|smallmatrix|cases|split|aligned|gathered|alignedat|math|dcases|rcases)\*?$/;

const token = /\\(?:(begin|end)\s*\{([A-Za-z@*]+)\}|verb\*?([^A-Za-z\s*])|([A-Za-z@]+)\*?|[^A-Za-z])|%[^\n]*/g;
const rule = /^(?:hline|midrule|toprule|bottomrule|cmidrule|cline|endhead|endfirsthead|specialrule)$/;

const environment = (name: string, start: number, open: number): LatexEnvironment => {
  return { name, start, open, close: open, end: open, inner: [], items: [], rows: [], rules: [] };
};

interface Structure {
  /** Contains the outermost environments; `document` is not one of them. */
  readonly root: LatexEnvironment;
  /** After `\begin{document}`. */
  readonly bodyStart: number | undefined;
  /** Start of `\end{document}`. */
  readonly bodyEnd: number;
}

export function latexStructure(text: string): Structure {
  const root = environment('', 0, 0);
  const open: LatexEnvironment[] = [root];
  const counts = new Map<string, number>();
  const unclosed = new Set<string>();
  let bodyStart: number | undefined;
  let bodyEnd = text.length;

  const begin = (name: string, start: number, end: number): number => {
    const entered = environment(name, start, end);
    if (verbatimEnvironment.test(name) && !unclosed.has(name)) {
      const close = text.indexOf(`\\end{${name}}`, end);
      if (close < 0) {
        unclosed.add(name);
        return end;
      }
      entered.close = close;
      entered.end = close + name.length + 6;
      open.at(-1)?.inner.push(entered);
      return entered.end;
    }
    open.push(entered);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return end;
  };

  /** Closes an environment and drops those inside it that were never closed; it takes over their contents. */
  const finish = (name: string, start: number, end: number): void => {
    if (!counts.get(name)) return;
    const at = open.findLastIndex((candidate) => candidate.name === name);
    const closed = open[at] ?? root;
    for (const { name: dropped } of open.slice(at)) counts.set(dropped, (counts.get(dropped) ?? 1) - 1);
    takeOver(closed, open.splice(at).slice(1));
    closed.close = start;
    closed.end = end;
    if (!isInline.test(name)) open.at(-1)?.inner.push(closed);
  };

  token.lastIndex = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [all, edge, name = '', delimiter, command] = match;
    const end = token.lastIndex;
    if (edge && name === 'document') {
      if (edge === 'begin') bodyStart ??= end;
      else bodyEnd = Math.min(bodyEnd, match.index);
    } else if (edge === 'begin') token.lastIndex = begin(name, match.index, end);
    else if (edge === 'end') finish(name, match.index, end);
    else if (delimiter) token.lastIndex = verbEnd(text, end, delimiter);
    else if (command === 'item' || command === 'bibitem') open.at(-1)?.items.push(match.index);
    else if (all === '\\\\' || command === 'tabularnewline') open.at(-1)?.rows.push(end);
    else if (command && rule.test(command)) open.at(-1)?.rules.push(end);
  }
  takeOver(root, open.slice(1));
  return { root, bodyStart, bodyEnd };
}

/** Adds the contents of dropped environments, outer ones first, after the contents of the closed one. */
function takeOver(closed: LatexEnvironment, dropped: readonly LatexEnvironment[]): void {
  for (const { inner, items, rows, rules } of dropped) {
    for (const one of inner) closed.inner.push(one);
    for (const one of items) closed.items.push(one);
    for (const one of rows) closed.rows.push(one);
    for (const one of rules) closed.rules.push(one);
  }
}

/** `\verb` ends on its line. */
function verbEnd(text: string, at: number, delimiter: string): number {
  for (let end = at; end < text.length && text[end] !== '\n'; end++) if (text[end] === delimiter) return end + 1;
  return at;
}

/** The environments in `[from, to)`; `all` is sorted. */
export function environmentsWithin(
  all: readonly LatexEnvironment[],
  from: number,
  to: number,
): readonly LatexEnvironment[] {
  const low = firstIndex(all.length, (i) => (all[i]?.start ?? 0) >= from);
  let end = low;
  while (end < all.length && (all[end]?.end ?? to) <= to) end++;
  return all.slice(low, end);
}

const levels = ['part', 'chapter', 'section', 'subsection', 'subsubsection', 'paragraph', 'subparagraph'];
const heading =
  /^[^\S\n]*\\(part|chapter|section|subsection|subsubsection|paragraph|subparagraph)\*?\s*(?:\[[^\]]{0,500}\]\s*)?\{/;
/** Commands without text for a reader, alone on their lines. */
const setup =
  /^\\(?:maketitle|tableofcontents|listof\w+|label|newpage|clearpage|cleardoublepage|pagebreak|input|include|bibliography\w*|usepackage|(?:re)?newcommand|providecommand|def|let|set\w+|addto\w+|pagestyle|thispagestyle|\w+matter|appendix|(?:small|med|big|v|h)skip|[vh]space|noindent|index|centering|printindex|makeindex|begingroup|endgroup|newtheorem|title|author|date|documentclass|graphicspath|hypersetup|lstset|protect|par|vfill|hfill|end|begin)\b/;
const maxArgumentLength = 2000;

/** The closing brace for the one opened before `at`; undefined if it is not closed within `maxArgumentLength`. */
export function closingBrace(text: string, at: number, to: number): number | undefined {
  let depth = 1;
  for (let i = at; i < Math.min(to, at + maxArgumentLength); i++) {
    const char = text[i];
    if (char === '\\') i++;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return i;
  }
  return undefined;
}

/** Text without commands, braces and comments, on one line. */
export function plainLatex(source: string): string {
  let text = source
    .replace(/(?<!\\)%.*\n?/g, '')
    .replace(/\\(?:label|footnote|index|cite\w*|thanks)\s*(?:\[[^\]]*\])?\{[^{}]*\}/g, '');
  text = text
    .replace(/\\texorpdfstring\s*\{([^{}]*)\}\s*\{[^{}]*\}/g, '$1')
    .replace(/\\verb\*?([^A-Za-z\s])(.*?)\1/g, '$2');
  for (let round = 0; round < 4 && /\\[a-zA-Z]+\*?\s*\{/.test(text); round++)
    text = text.replace(/\\[a-zA-Z]+\*?\s*(?:\[[^\]]*\])?\{([^{}]*)\}/g, '$1');
  return text
    .replace(/\\([a-zA-Z]+)\*?/g, (_, name: string) => (/[A-Z]/.test(name) ? name : ''))
    .replace(/\\([^a-zA-Z])/g, (_, char: string) => (/[&%$#_{}]/.test(char) ? char : ' '))
    .replace(/(?<!\\)[{}$]/g, '')
    .replace(/[~\s]+/g, ' ')
    .trim();
}

/** Reads `[from, to)`, which contains no environments, into `flat`. */
export function readLatexText(text: string, from: number, to: number, flat: Block[]): void {
  let paragraph: number | undefined;
  const flush = (end: number): void => {
    if (paragraph !== undefined) addParagraph(text, paragraph, end, flat);
    paragraph = undefined;
  };
  let line = from;
  while (line < to) {
    const next = lineEnd(text, line, to);
    const shown = text.slice(line, next);
    const trimmed = shown.trimStart();
    if (trimmed === '') flush(line);
    const title = trimmed.startsWith('\\') ? readHeading(text, line, next, to) : undefined;
    const formula = title ? undefined : formulaEnd(text, line, trimmed, to);
    if (title || formula !== undefined) {
      flush(line);
      if (title) flat.push(title);
      else flat.push({ kind: 'formula', start: line, end: formula ?? next });
      line = title?.end ?? formula ?? next;
      continue;
    }
    if (trimmed !== '') paragraph ??= line;
    line = next;
  }
  flush(to);
}

const lineEnd = (text: string, at: number, to: number): number => {
  const found = text.indexOf('\n', at);
  return found < 0 || found >= to ? to : found + 1;
};

function readHeading(text: string, line: number, next: number, to: number): Block | undefined {
  const match = heading.exec(text.slice(line, Math.min(to, next + maxArgumentLength)));
  if (!match) return undefined;
  const open = line + match[0].length;
  const close = closingBrace(text, open, to);
  if (close === undefined) return undefined;
  const name = plainLatex(text.slice(open, close));
  // The text of a `\paragraph` may begin on the line of its title.
  const rest = lineEnd(text, close, to);
  const isAlone = /^(?:\s*\\label\s*\{[^}]*\})?\s*(?:%.*)?$/.test(text.slice(close + 1, rest).trimEnd());
  const level = levels.indexOf(match[1] ?? '');
  return { kind: 'heading', start: line, end: isAlone ? rest : close + 1, ...(name ? { name } : {}), level };
}

/** The end of a formula that begins on a line; it ends before a blank line at the latest. */
function formulaEnd(text: string, line: number, trimmed: string, to: number): number | undefined {
  const close = trimmed.startsWith('\\[') ? '\\]' : trimmed.startsWith('$$') ? '$$' : undefined;
  if (!close) return undefined;
  let at = lineEnd(text, line, to);
  if (trimmed.indexOf(close, 2) >= 0) return at;
  while (at < to) {
    const next = lineEnd(text, at, to);
    const shown = text.slice(at, next);
    if (shown.trim() === '') return at;
    if (shown.includes(close)) return next;
    at = next;
  }
  return at;
}

/** A paragraph of only comments and settings is markup. */
function addParagraph(text: string, start: number, end: number, flat: Block[]): void {
  const shown = text.slice(start, end);
  if (shown.trim() === '') return;
  const isMarkup = shown
    .split('\n')
    .every((line) => /^\s*(?:%|$|[{}\]]+\s*$)/.test(line) || setup.test(line.trimStart()));
  flat.push({ kind: isMarkup ? 'markup' : 'paragraph', start, end });
}
