/** Markdown line by line: fences, ATX and setext headings, rows of pipe tables, paragraphs. */

import { agreedSentences } from './agreed-sentences';
import { type DocumentFacts, type Heading, type Line, linesOf, type Span } from './document-facts';

const fence = /^((?:\s|>)*(?:(?:[-*+]|\d+[.)])\s+)?)(`{3,}|~{3,})([^`]*)$/;
const heading = /^ {0,3}(#{1,6})(?:\s+\S.*)$/;
const underline = /^ {0,3}(?:=+|-{2,})\s*$/;
const ruler = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
const item = /^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ x]\]\s+)?/;
/** Lines that start neither a paragraph nor a list item: HTML, quotes, definitions, directives, indented code, tables. */
const other = /^(?:\s*[<>|]|\s*\[[^\]]+\]:|\s*:::|\s*!!!|\s*\$\$| {4}|\t| {0,3}(?:\* ?){3,}$| {0,3}(?:- ?){3,}$)/;

export function markdownFacts(text: string, start = 0, end = text.length): DocumentFacts {
  const lines = linesOf(text, start, end);
  const found = { sentences: [] as Span[], code: [] as Span[], rows: [] as Span[], headings: [] as Heading[] };
  let at = start === 0 ? afterFrontMatter(lines) : 0;
  let paragraph: Line[] = [];
  const endParagraph = (): void => {
    if (paragraph.length > 0) found.sentences.push(...sentencesOf(text, paragraph));
    paragraph = [];
  };
  /** How an HTML block or comment, indented code or a quote continues. */
  let isSkipping = false;
  for (; at < lines.length; at++) {
    const line = lines[at] as Line;
    const next = lines[at + 1];
    if (line.text.trim() === '') {
      endParagraph();
      isSkipping = false;
      continue;
    }
    if (line.text.trimStart().startsWith('<!--') && !line.text.includes('-->')) {
      endParagraph();
      while (at + 1 < lines.length && !lines[at]?.text.includes('-->')) at++;
      continue;
    }
    const fenced = fence.exec(line.text);
    if (fenced) {
      endParagraph();
      const close = closing(lines, at, fenced[2] ?? '');
      if (close === -1) return found;
      found.code.push({ start: line.start, end: lines[close]?.end ?? line.end });
      at = close;
      continue;
    }
    if (isSkipping) continue;
    const title = heading.exec(line.text);
    if (title) {
      endParagraph();
      found.headings.push({ start: line.start, end: line.end, level: title[1]?.length ?? 1 });
      continue;
    }
    if (next && line.text.includes('|') && next.text.includes('|') && ruler.test(next.text) && paragraph.length === 0) {
      found.rows.push({ start: line.start, end: line.end });
      for (at += 2; at < lines.length && lines[at]?.text.includes('|'); at++) {
        const row = lines[at] as Line;
        found.rows.push({ start: row.start, end: row.end });
      }
      at--;
      continue;
    }
    if (
      paragraph.length === 0 &&
      next &&
      underline.test(next.text) &&
      !item.test(line.text) &&
      !other.test(line.text)
    ) {
      found.headings.push({ start: line.start, end: next.end, level: next.text.includes('=') ? 1 : 2 });
      at++;
      continue;
    }
    if (item.test(line.text)) endParagraph();
    else if (paragraph.length === 0 && other.test(line.text)) {
      isSkipping = true;
      continue;
    }
    if (/^\s*[<>|]/.test(line.text) || /<(?:br|p|div|table|ul|li)\b/i.test(line.text)) {
      // The paragraph continues as something else: where its sentences end is not defined.
      paragraph = [];
      isSkipping = true;
      continue;
    }
    paragraph.push(line);
  }
  endParagraph();
  return found;
}

function closing(lines: readonly Line[], open: number, mark: string): number {
  const close = new RegExp(`^[\\s>]*${mark[0] === '`' ? '`' : '~'}{${mark.length},}\\s*$`);
  for (let at = open + 1; at < lines.length; at++) if (close.test(lines[at]?.text ?? '')) return at;
  return -1;
}

function afterFrontMatter(lines: readonly Line[]): number {
  if (lines[0]?.text !== '---') return 0;
  const end = lines.findIndex(({ text }, i) => i > 0 && text === '---');
  return end === -1 ? 0 : end + 1;
}

function sentencesOf(text: string, paragraph: readonly Line[]): Span[] {
  const first = paragraph[0] as Line;
  const end = paragraph.at(-1)?.end ?? first.end;
  const mark = item.exec(first.text)?.[0].length ?? 0;
  return agreedSentences(text.slice(first.start + mark, end), first.start + mark);
}
