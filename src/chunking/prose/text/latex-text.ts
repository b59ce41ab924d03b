/** Reads LaTeX text between environments: headings, displayed formulas, comments, paragraphs. */
import type { Block } from '../block';
import type { FlatBlock } from './flat-blocks';

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
  for (let round = 0; round < 4 && /\\[a-zA-Z]+\*?\s*\{/.test(text); round++) {
    text = text.replace(/\\[a-zA-Z]+\*?\s*(?:\[[^\]]*\])?\{([^{}]*)\}/g, '$1');
  }
  return text
    .replace(/\\([a-zA-Z]+)\*?/g, (_, name: string) => (/[A-Z]/.test(name) ? name : ''))
    .replace(/\\([^a-zA-Z])/g, (_, char: string) => (/[&%$#_{}]/.test(char) ? char : ' '))
    .replace(/(?<!\\)[{}$]/g, '')
    .replace(/[~\s]+/g, ' ')
    .trim();
}

/** Reads `[from, to)`, which contains no environments, into `flat`. */
export function readLatexText(text: string, from: number, to: number, flat: FlatBlock[]): void {
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
      else flat.push({ block: { kind: 'formula', start: line, end: formula ?? next } });
      line = title?.block.end ?? formula ?? next;
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

function readHeading(text: string, line: number, next: number, to: number): FlatBlock | undefined {
  const match = heading.exec(text.slice(line, Math.min(to, next + maxArgumentLength)));
  if (!match) return undefined;
  const open = line + match[0].length;
  const close = closingBrace(text, open, to);
  if (close === undefined) return undefined;
  const name = plainLatex(text.slice(open, close));
  // The text of a `\paragraph` may begin on the line of its title.
  const rest = lineEnd(text, close, to);
  const isAlone = /^(?:\s*\\label\s*\{[^}]*\})?\s*(?:%.*)?$/.test(text.slice(close + 1, rest).trimEnd());
  const block: Block = { kind: 'heading', start: line, end: isAlone ? rest : close + 1, ...(name ? { name } : {}) };
  return { block, level: levels.indexOf(match[1] ?? '') };
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
function addParagraph(text: string, start: number, end: number, flat: FlatBlock[]): void {
  const shown = text.slice(start, end);
  if (shown.trim() === '') return;
  const isMarkup = shown
    .split('\n')
    .every((line) => /^\s*(?:%|$|[{}\]]+\s*$)/.test(line) || setup.test(line.trimStart()));
  flat.push({ block: { kind: isMarkup ? 'markup' : 'paragraph', start, end } });
}
