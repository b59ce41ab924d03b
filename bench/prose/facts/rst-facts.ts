/** reStructuredText line by line: sections, literal blocks and code directives, tables, paragraphs. */

import { agreedSentences } from './agreed-sentences';
import { type DocumentFacts, type Heading, type Line, linesOf, type Span } from './document-facts';

const adornment = /^([!-/:-@[-`{-~])\1{2,}\s*$/;
const codeDirective = /^\s*\.\.\s+(?:code-block|code|sourcecode|parsed-literal|ipython|highlight-block)::/;
const grid = /^\s*\+(?:[-=]+\+)+\s*$/;
const simple = /^\s*=+(?: +=+)+\s*$/;
const item = /^\s*(?:[-*+•]|\(?(?:\d+|#|[a-z])[.)])\s+/;
/** Directives, comments, targets, fields, doctests, line blocks, options. */
const other = /^\s*(?:\.\.(?:\s|$)|:[^:`]+:(?:\s|$)|>>>|\|\s|--?\w|\+[-=])/;

export function rstFacts(text: string): DocumentFacts {
  const lines = linesOf(text);
  const found = { sentences: [] as Span[], code: [] as Span[], rows: [] as Span[], headings: [] as Heading[] };
  const styles: string[] = [];
  let paragraph: Line[] = [];
  const endParagraph = (): void => {
    if (paragraph.length > 0) found.sentences.push(...sentencesOf(text, paragraph));
    paragraph = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as Line;
    if (line.text.trim() === '') {
      const last = paragraph.at(-1);
      const isLiteral = last?.text.trimEnd().endsWith('::') ?? false;
      const margin = item.exec(paragraph[0]?.text ?? '')?.[0].length ?? Math.min(...paragraph.map(indentOf));
      endParagraph();
      if (!isLiteral) continue;
      const end = indentedUntil(lines, at, margin);
      const first = lines.findIndex(({ text }, i) => i > at && text.trim() !== '');
      if (end > at) {
        found.code.push({ start: lines[first]?.start ?? line.start, end: lines[end]?.end ?? line.end });
        at = end;
      }
      continue;
    }
    const title = titleAt(lines, at);
    if (title && paragraph.length === 0) {
      if (!styles.includes(title.style)) styles.push(title.style);
      const level = styles.indexOf(title.style) + 1;
      found.headings.push({ start: line.start, end: lines[title.last]?.end ?? line.end, level });
      at = title.last;
      continue;
    }
    if (paragraph.length === 0 && grid.test(line.text)) {
      at = gridRows(lines, at, found.rows);
      continue;
    }
    if (paragraph.length === 0 && simple.test(line.text)) {
      at = simpleRows(lines, at, found.rows);
      continue;
    }
    if (paragraph.length === 0 && other.test(line.text)) {
      const end = indentedUntil(lines, at, indentOf(line));
      if (codeDirective.test(line.text)) {
        if (end > at) found.code.push({ start: line.start, end: lines[end]?.end ?? line.end });
        at = end;
      } else if (
        /^\s*\.\.\s+(?:note|warning|seealso|tip|versionadded|versionchanged|deprecated)::\s*$/.test(line.text)
      ) {
        // The content is normal text.
      } else if (/^\s*\.\.(?:\s|$)/.test(line.text)) at = end;
      else while (lines[at + 1]?.text.trim()) at++;
      continue;
    }
    if (item.test(line.text)) endParagraph();
    else if (paragraph.length > 0 && indentOf(line) !== indentOf(paragraph.at(-1)) && !isHanging(paragraph, line)) {
      // A term and its definition, or a block that starts without a blank line: where sentences end is not defined.
      paragraph = [];
    }
    paragraph.push(line);
  }
  endParagraph();
  return found;
}

function isHanging(paragraph: readonly Line[], line: Line): boolean {
  const mark = item.exec(paragraph[0]?.text ?? '');
  return paragraph.length === 1 && mark !== null && indentOf(line) === mark[0].length;
}

function indentOf(line: Line | undefined): number {
  return (line?.text.length ?? 0) - (line?.text.trimStart().length ?? 0);
}

/** The last non-blank line of the lines after `at` that are indented more than `margin`. */
function indentedUntil(lines: readonly Line[], at: number, margin: number): number {
  let last = at;
  for (let i = at + 1; i < lines.length; i++) {
    const line = lines[i];
    if (line?.text.trim() === '') continue;
    if (indentOf(line) <= margin) break;
    last = i;
  }
  return last;
}

function titleAt(lines: readonly Line[], at: number): { style: string; last: number } | undefined {
  const [first, second, third] = [lines[at]?.text ?? '', lines[at + 1]?.text ?? '', lines[at + 2]?.text ?? ''];
  const isBlankBefore = at === 0 || lines[at - 1]?.text.trim() === '';
  if (!isBlankBefore) return undefined;
  const [over, under] = [adornment.exec(first)?.[1], adornment.exec(second)?.[1]];
  if (over && !under && second.trim() && adornment.exec(third)?.[1] === over)
    return { style: over + over, last: at + 2 };
  if (!over && under && !/^\s/.test(first) && second.trimEnd().length >= first.trimEnd().length) {
    return { style: under, last: at + 1 };
  }
  return undefined;
}

function gridRows(lines: readonly Line[], at: number, rows: Span[]): number {
  let start = at + 1;
  let i = at + 1;
  for (; i < lines.length && /^\s*[|+]/.test(lines[i]?.text ?? ''); i++) {
    if (!grid.test(lines[i]?.text ?? '')) continue;
    if (i > start) rows.push({ start: lines[start]?.start ?? 0, end: lines[i - 1]?.end ?? 0 });
    start = i + 1;
  }
  return i - 1;
}

/** Lines whose first column is blank belong to the row before them. */
function simpleRows(lines: readonly Line[], at: number, rows: Span[]): number {
  const margin = indentOf(lines[at]);
  const column = margin + (/=+/.exec(lines[at]?.text ?? '')?.[0].length ?? 0);
  let borders = 1;
  let last = at;
  const own: { start: number; end: number }[] = [];
  for (let i = at + 1; i < lines.length; i++) {
    const line = lines[i] as Line;
    last = i;
    if (simple.test(line.text) || /^\s*=+\s*$/.test(line.text)) {
      borders++;
      const after = lines[i + 1]?.text.trim() ?? '';
      if (borders >= 2 && after === '') break;
      continue;
    }
    if (line.text.trim() === '' || /^\s*-+(?: +-+)*\s*$/.test(line.text)) continue;
    const before = own.at(-1);
    if (before && line.text.slice(margin, column).trim() === '') before.end = line.end;
    else own.push({ start: line.start, end: line.end });
  }
  rows.push(...own);
  return last;
}

function sentencesOf(text: string, paragraph: readonly Line[]): Span[] {
  const first = paragraph[0] as Line;
  const end = paragraph.at(-1)?.end ?? first.end;
  const mark = item.exec(first.text)?.[0].length ?? 0;
  return agreedSentences(text.slice(first.start + mark, end), first.start + mark);
}
