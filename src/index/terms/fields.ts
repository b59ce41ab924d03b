/**
 * The fields of a chunk and what a word in each counts (BM25F: weighted counts are added before they saturate). A word of the text
 * is in one field only: the line of a definition is its signature, lines of comments are documentation, the rest is body. Lines
 * tell, not the syntax tree, so that a chunk's record is enough.
 */
import type { Chunk } from '../../chunking/chunk';
import { commentStart, docStringMark } from './comment-lines';

/** What of a chunk is indexed. */
export type LexicalDocument = Pick<
  Chunk,
  'path' | 'name' | 'symbols' | 'scope' | 'startLine' | 'text' | 'imports' | 'globals' | 'note'
>;

export const fields = ['name', 'symbols', 'path', 'scope', 'signature', 'doc', 'body', 'context', 'note'] as const;
export type Field = (typeof fields)[number];
export type FieldWeights = Readonly<Record<Field, number>>;

/**
 * In quarters at the finest. `symbols` are definitions beside the one a chunk is named after; `context` are the names of the
 * imports and globals it uses, which its text names too; `note` is what a language model wrote about it.
 */
export const fieldWeights: FieldWeights = {
  name: 6,
  symbols: 2,
  path: 4,
  scope: 2,
  signature: 1.5,
  doc: 1,
  body: 1,
  context: 0,
  note: 1,
};

/** Folders above the file that describe it. */
const pathFolders = 2;

/** The file's name without its ending, and its last folders. */
export function pathWords(path: string): string {
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  const dot = name.indexOf('.', 1);
  const stem = dot > 0 ? name.slice(0, dot) : name;
  return [...parts.slice(-1 - pathFolders, -1), stem].join(' ');
}

/** A mark before all notes, such as [Context], says nothing of this one. */
export function noteWords(note: string): string {
  return note.replace(/^\[[^\]]*\]/, '');
}

type TextField = 'signature' | 'doc' | 'body';

/** Calls `visit` for stretches of `text` that cover all of it, in order. */
export function textFields(
  { text, symbols, startLine }: LexicalDocument,
  visit: (start: number, end: number, field: TextField) => void,
): void {
  let start = 0;
  let field: TextField = 'body';
  let line = startLine;
  let nextSymbol = 0;
  /** What ends the comment that a line before began. */
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
  for (let i = start; i + what.length <= end; i++) {
    if (text.charCodeAt(i) === first && text.startsWith(what, i)) return true;
  }
  return false;
}
