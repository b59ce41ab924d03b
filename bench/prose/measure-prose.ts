/**
 * Measures chunks of prose for every chunker in the same way, using only its pieces and the document.
 *
 * - A line is covered if every character of the line that is not white space is in some piece.
 * - Text stored: characters in the pieces' texts, minus the overlap that a chunker declares, / in the document; without white
 *   space, so that trimming costs nothing.
 * - A sentence, a code block, a row of a table or a cell of a notebook is torn if no piece contains all of it and it has at
 *   most 400 tokens (lines with their indentation and line break, because a chunker that keeps lines must include them). Scanners
 *   of the benchmark find these parts (see facts/), in notebooks in the sources of Markdown cells. So is a function in a fence of
 *   Markdown or in a code cell, also if its fence or cell is larger.
 * - A heading is left alone if a piece ends with it although its section has text. It does not count if the sentence or block that
 *   follows fits the limit but leaves no room for the heading.
 */
import { countTokens } from '../chunks/count-tokens';
import { maxTokens, type Piece, type PlacedPiece } from '../chunks/measured-piece';
import { placePieces } from '../chunks/place-pieces';
import { countInk, isWhiteSpace } from '../chunks/text-checks';
import type { ProseFile } from './doc-corpus';
import type { ProseFormat } from './doc-packages';
import { definitionsIn, fencedCode } from './facts/code-definitions';
import type { DocumentFacts, Heading, Span } from './facts/document-facts';
import { htmlFacts } from './facts/html-facts';
import { markdownFacts } from './facts/markdown-facts';
import { rstFacts } from './facts/rst-facts';
import { readNotebook } from './notebook-text';

const smallTokens = 30;

export interface ProseFacts extends DocumentFacts {
  readonly format: ProseFormat;
  readonly text: string;
  readonly cells: readonly Span[];
  /** Functions in fences of Markdown and in code cells. */
  readonly definitions: readonly Span[];
}

/** Lists only parts that fit the limit. */
export async function readProseFacts({ language: format }: ProseFile, source: string): Promise<ProseFacts> {
  const notebook = format === 'notebook' ? readNotebook(source) : undefined;
  const text = notebook?.text ?? source;
  const all = notebook
    ? join(
        notebook.cells
          .filter(({ type }) => type === 'markdown')
          .map(({ start, end }) => markdownFacts(text, start, end)),
      )
    : { markdown: markdownFacts, rst: rstFacts, html: htmlFacts, notebook: markdownFacts }[format](text);
  const fits = ({ start, end }: Span): boolean =>
    countTokens(`${text.slice(text.lastIndexOf('\n', start - 1) + 1, end)}\n`) <= maxTokens;
  const fitsAlone = ({ start, end }: Span): boolean => countTokens(text.slice(start, end)) <= maxTokens;
  const code = notebook
    ? notebook.cells.flatMap(({ type, start, end }) =>
        type === 'code' ? { language: 'python' as const, start, end } : [],
      )
    : format === 'markdown'
      ? fencedCode(text, all.code)
      : [];
  return {
    format,
    text,
    definitions: (await definitionsIn(text, code)).filter(fits),
    sentences: all.sentences.filter(fitsAlone),
    code: all.code.filter(fits),
    rows: all.rows.filter(fits),
    headings: all.headings.filter((heading, i) => hasText(text, heading, all.headings[i + 1]) && hasRoom(text, i, all)),
    cells: notebook?.cells.filter((cell) => text.slice(cell.start, cell.end).trim() && fits(cell)) ?? [],
  };
}

function join(parts: readonly DocumentFacts[]): DocumentFacts {
  return {
    sentences: parts.flatMap((part) => part.sentences),
    code: parts.flatMap((part) => part.code),
    rows: parts.flatMap((part) => part.rows),
    headings: parts.flatMap((part) => part.headings),
  };
}

/** True if there is something under a heading: text, or a subsection. */
function hasText(text: string, heading: Heading, next: Heading | undefined): boolean {
  if (!next) return hasContent(text, heading.end, text.length);
  return next.level > heading.level || hasContent(text, heading.end, next.start);
}

/**
 * True if a heading, with the headings directly before it, fits into one chunk with the part that follows it, or if that part is
 * too large for a chunk anyway.
 */
function hasRoom(text: string, index: number, { headings, sentences, code, terms = [] }: DocumentFacts): boolean {
  const heading = headings[index];
  if (!heading) return true;
  let first = index;
  while (first > 0 && !hasContent(text, headings[first - 1]?.end ?? 0, headings[first]?.start ?? 0)) first--;
  const after = [sentences, code, terms].flatMap((spans) => spans.find(({ start }) => start >= heading.end) ?? []);
  const next = after.sort((a, b) => a.start - b.start)[0];
  if (!next || hasContent(text, heading.end, next.start)) return true;
  const count = (start: number): number => countTokens(`${text.slice(start, next.end)}\n`);
  return count(next.start) > maxTokens || count(headings[first]?.start ?? 0) <= maxTokens;
}

/** True if there is more than tags, link targets and white space; a comment with words counts as more. */
function hasContent(text: string, start: number, end: number): boolean {
  const plain = text
    .slice(start, Math.min(end, start + 4000))
    .replaceAll(/<(?!!--)[^>]*>/g, '')
    .replaceAll(/^\s*\.\. (?:_|index::|[\w-]*module::).*$/gm, '');
  return /[\p{L}\p{N}]/u.test(plain) || end - start > 4000;
}

export interface ProseTotals {
  files: number;
  empty: number;
  lines: number;
  linesCovered: number;
  ink: number;
  storedInk: number;
  declaredInk: number;
  sentences: number;
  sentencesTorn: number;
  code: number;
  codeTorn: number;
  definitions: number;
  definitionsTorn: number;
  rows: number;
  rowsTorn: number;
  cells: number;
  cellsTorn: number;
  headings: number;
  headingsAlone: number;
  chunks: number;
  over: number;
  small: number;
  largestText: number;
  tokens: number;
  unplaced: number;
  wrong: number;
}

export function emptyProseTotals(): ProseTotals {
  return {
    files: 0,
    empty: 0,
    lines: 0,
    linesCovered: 0,
    ink: 0,
    storedInk: 0,
    declaredInk: 0,
    sentences: 0,
    sentencesTorn: 0,
    code: 0,
    codeTorn: 0,
    definitions: 0,
    definitionsTorn: 0,
    rows: 0,
    rowsTorn: 0,
    cells: 0,
    cellsTorn: 0,
    headings: 0,
    headingsAlone: 0,
    chunks: 0,
    over: 0,
    small: 0,
    largestText: 0,
    tokens: 0,
    unplaced: 0,
    wrong: 0,
  };
}

export function addProseTotals(sum: ProseTotals, part: ProseTotals): ProseTotals {
  const keys = Object.keys(sum) as (keyof ProseTotals)[];
  for (const key of keys) sum[key] = key.startsWith('largest') ? Math.max(sum[key], part[key]) : sum[key] + part[key];
  return sum;
}

export type OnProseMiss = (kind: string, offset: number, detail: string) => void;

export function measureProse(facts: ProseFacts, pieces: readonly Piece[], onMiss: OnProseMiss = () => {}): ProseTotals {
  const totals = emptyProseTotals();
  const { text } = facts;
  totals.files = 1;
  totals.empty = pieces.length === 0 ? 1 : 0;
  totals.ink = countInk(text);
  const placed = placePieces(text, pieces);
  totals.unplaced = pieces.length - placed.length;
  for (const piece of pieces) measureSize(piece, totals, onMiss);
  measureCoverage(text, placed, totals, onMiss);
  const holds = ({ start, end }: Span): boolean => placed.some((piece) => piece.start <= start && end <= piece.end);
  const torn = (spans: readonly Span[], what: string): number => {
    const found = spans.filter((span) => !holds(span));
    for (const span of found) onMiss(`${what} torn`, span.start, textAroundCut(text, placed, span));
    return found.length;
  };
  totals.sentences = facts.sentences.length;
  totals.sentencesTorn = torn(facts.sentences, 'sentence');
  totals.code = facts.code.length;
  totals.codeTorn = torn(facts.code, 'code');
  totals.definitions = facts.definitions.length;
  totals.definitionsTorn = torn(facts.definitions, 'definition');
  totals.rows = facts.rows.length;
  totals.rowsTorn = torn(facts.rows, 'row');
  totals.cells = facts.cells.length;
  totals.cellsTorn = torn(facts.cells, 'cell');
  totals.headings = facts.headings.length;
  for (const heading of facts.headings) {
    const alone = placed.some(
      (piece) => piece.start <= heading.start && piece.end >= heading.end && !hasContent(text, heading.end, piece.end),
    );
    // A piece that is only the heading, or ends with it; another piece may contain it with its text.
    const hasFollowingText = placed.some(
      (piece) => piece.start <= heading.start && hasContent(text, heading.end, piece.end),
    );
    if (!alone || hasFollowingText) continue;
    totals.headingsAlone++;
    onMiss('heading alone', heading.start, brief(text.slice(heading.start, heading.end)));
  }
  for (const piece of placed) checkRecord(text, piece, totals, onMiss);
  return totals;
}

function measureSize(piece: Piece, totals: ProseTotals, onMiss: OnProseMiss): void {
  const tokens = countTokens(piece.text);
  totals.chunks++;
  totals.tokens += tokens;
  totals.storedInk += countInk(piece.text);
  totals.declaredInk += countInk(piece.text.slice(0, piece.overlap ?? 0));
  totals.largestText = Math.max(totals.largestText, tokens);
  if (tokens > maxTokens) {
    totals.over++;
    onMiss('over the limit', piece.start ?? 0, `${tokens} tokens`);
  }
  if (tokens < smallTokens) {
    totals.small++;
    onMiss('small chunk', piece.start ?? 0, `${tokens} tokens: ${brief(piece.text)}`);
  }
}

function measureCoverage(text: string, placed: readonly PlacedPiece[], totals: ProseTotals, onMiss: OnProseMiss): void {
  const covered = new Uint8Array(text.length);
  for (const { start, end } of placed) covered.fill(1, start, end);
  let hasInk = false;
  let lost = -1;
  for (let at = 0; at <= text.length; at++) {
    if (at === text.length || text.charCodeAt(at) === 10) {
      if (hasInk) totals.lines++;
      if (hasInk && lost === -1) totals.linesCovered++;
      if (lost !== -1) onMiss('line not covered', lost, brief(text.slice(lost, at)));
      hasInk = false;
      lost = -1;
    } else if (!isWhiteSpace(text.charCodeAt(at))) {
      hasInk = true;
      if (!covered[at] && lost === -1) lost = at;
    }
  }
}

/** The text on both sides of the first cut. */
function textAroundCut(text: string, placed: readonly PlacedPiece[], { start, end }: Span): string {
  const cut = placed.map((piece) => piece.end).find((at) => at > start && at < end);
  const tokens = countTokens(text.slice(start, end));
  if (cut === undefined) return `${tokens} tokens, missing: ${brief(text.slice(start, end))}`;
  return `${tokens} tokens: ${JSON.stringify(`${text.slice(Math.max(start, cut - 60), cut)}✂${text.slice(cut, Math.min(end, cut + 60))}`)}`;
}

/** Offsets that a chunker reports must be right; between cells of a notebook, white space may differ. */
function checkRecord(text: string, piece: PlacedPiece, totals: ProseTotals, onMiss: OnProseMiss): void {
  if (piece.overlap === undefined) return;
  const compact = (of: string): string => of.replaceAll(/\s+/g, '');
  const slice = text.slice(piece.start, piece.end);
  if (slice === piece.text || compact(slice) === compact(piece.text)) return;
  totals.wrong++;
  onMiss('wrong record', piece.start, 'text is not the slice from start to end');
}

function brief(text: string): string {
  const flat = text.trim().replaceAll(/\s+/g, ' ');
  return flat.length > 100 ? `${flat.slice(0, 99)}…` : flat;
}
