/**
 * Rewrites valid TypeScript that the grammar cannot parse into code that it can parse. Every rewrite keeps the length of the text,
 * so the tree's offsets are valid for the original.
 */

/** `export type * from`. */
const typeStar = /(?<=\bexport\s+)type(?=\s*\*)/g;
/** `in` and `out` before a type parameter. */
const variance = /\b(?:in\s+out|in|out)(?=\s+(?!(?:as|is|in|of|instanceof|satisfies)\b)[A-Za-z_$])/g;
/**
 * A line that starts with `<` or `in:` looks like a continuation of the line before. If it is a member of a type, the grammar
 * misses the end of the member above.
 */
const memberStarts = /(?<=\n[ \t]*)[ \t](?=<|in\??:)/g;
/** Endings that the code before a new member cannot have. */
const unfinished = /(?:[,(=<[{|&?:;]|=>|^)$/;

export function repairTypeScript(text: string): string {
  const blank = (word: string): string => ' '.repeat(word.length);
  return text
    .replace(typeStar, blank)
    .replace(variance, (word, at: number) => (/[<,]$/.test(codeBefore(text, at)) ? blank(word) : word))
    .replace(memberStarts, (space, at: number) => (unfinished.test(codeBefore(text, at)) ? space : ';'));
}

/** The last characters of the code before an offset, without white space and comments. */
function codeBefore(text: string, offset: number): string {
  let end = offset;
  for (;;) {
    while (end > 0 && /\s/.test(text.charAt(end - 1))) end--;
    const line = text.lastIndexOf('\n', end - 1) + 1;
    if (end >= 2 && text.startsWith('*/', end - 2)) end = Math.max(0, text.lastIndexOf('/*', end - 2));
    else if (/^\s*\/\//.test(text.slice(line, end))) end = line;
    else return text.slice(Math.max(0, end - 2), end);
  }
}
