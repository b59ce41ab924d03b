/** How comment lines begin in all languages: a guess from the first characters, except for a few lookalikes. */

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
export function commentStart(text: string, at: number): CommentMark | undefined {
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
export function docStringMark(text: string, at: number): CommentMark | undefined {
  return text.startsWith('"""', at) ? quotes : text.startsWith("'''", at) ? apostrophes : undefined;
}
