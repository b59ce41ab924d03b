/**
 * The fields of a chunk for BM25F, which adds the weighted counts of all fields (field-weights.ts) before they saturate. Each line of
 * the text is in one field only: the line of a definition is its signature, comment lines are documentation, the rest is body. This
 * looks at lines and not at the syntax tree, so that a chunk's record is enough.
 */
import type { Chunk } from '../../code/chunk';
import { pathFolders } from './field-weights';

// How comment lines begin in all languages: a guess from the first characters, except for a few lookalikes.

interface CommentMark {
  readonly length: number;
  /** The end mark; empty: the comment ends with the line. */
  readonly end: string;
}

const line: CommentMark = { length: 2, end: '' };
const block: CommentMark = { length: 2, end: '*/' };
const markup: CommentMark = { length: 4, end: '-->' };
const quotes: CommentMark = { length: 3, end: '"""' };
const apostrophes: CommentMark = { length: 3, end: "'''" };

/** `#include`, `#[derive]` and `#!` are no comments: a comment has a space or another `#` after its `#`. */
function isHashComment(text: string, at: number): boolean {
  const next = text.charAt(at + 1);
  return next === ' ' || next === '#' || next === '\t';
}

/** The mark of a comment at the first non-blank character of a line; undefined: there is none. */
function commentStart(text: string, at: number): CommentMark | undefined {
  switch (text.charAt(at)) {
    case '/':
      return text.startsWith('//', at) ? line : text.startsWith('/*', at) ? block : undefined;
    case '*':
      // A later line of a block comment whose first line is in another chunk.
      return text.startsWith('* ', at) ? line : undefined;
    case '#':
      return isHashComment(text, at) ? line : undefined;
    case '-':
      return text.startsWith('-- ', at) ? line : undefined;
    case ';':
      return text.startsWith(';;', at) || text.startsWith('; ', at) ? line : undefined;
    case '<':
      return text.startsWith('<!--', at) ? markup : undefined;
    default:
      return undefined;
  }
}

/** The mark of a Python or Elixir doc string, on the line below a signature. */
function docStringMark(text: string, at: number): CommentMark | undefined {
  return text.startsWith('"""', at) ? quotes : text.startsWith("'''", at) ? apostrophes : undefined;
}

/** The parts of a chunk that are indexed. */
export type LexicalDocument = Pick<
  Chunk,
  'path' | 'name' | 'symbols' | 'scope' | 'startLine' | 'text' | 'imports' | 'globals' | 'note'
> &
  Partial<Pick<Chunk, 'start' | 'end' | 'endLine'>>;

/** The file's name without its extension, and the folders next to it. */
export function pathWords(path: string): string {
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  const dot = name.indexOf('.', 1);
  const stem = dot > 0 ? name.slice(0, dot) : name;
  return [...parts.slice(-1 - pathFolders, -1), stem].join(' ');
}

/** Without the mark that all notes begin with, such as [Context]. */
export function noteWords(note: string): string {
  return note.replace(/^\[[^\]]*\]/, '');
}

type TextField = 'signature' | 'doc' | 'body';

/** Calls `visit` for stretches of `text`, in order; together they cover all of it. */
export function textFields(
  { text, symbols, startLine }: LexicalDocument,
  visit: (start: number, end: number, field: TextField) => void,
): void {
  let start = 0;
  let field: TextField = 'body';
  let line = startLine;
  let nextSymbol = 0;
  /** The end mark of a comment that an earlier line began. */
  let until = '';
  for (let at = 0; at < text.length; line++) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline + 1;
    while ((symbols[nextSymbol]?.line ?? Infinity) < line) nextSymbol++;
    let is: TextField = 'body';
    if (until !== '') {
      is = 'doc';
      if (contains(text, until, at, end)) until = '';
    } else if (symbols[nextSymbol]?.line === line) {
      is = 'signature';
    } else {
      const first = inkStart(text, at, end);
      const mark = commentStart(text, first) ?? (field === 'signature' ? docStringMark(text, first) : undefined);
      if (mark !== undefined) {
        is = 'doc';
        if (mark.end !== '' && !contains(text, mark.end, first + mark.length, end)) until = mark.end;
      }
    }
    if (is !== field && at > start) {
      visit(start, at, field);
      start = at;
    }
    field = is;
    at = end;
  }
  if (start < text.length) visit(start, text.length, field);
}

function inkStart(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && text.charCodeAt(at) <= 32) at++;
  return at;
}

function contains(text: string, what: string, start: number, end: number): boolean {
  const first = what.charCodeAt(0);
  for (let i = start; i + what.length <= end; i++)
    if (text.charCodeAt(i) === first && text.startsWith(what, i)) return true;
  return false;
}
