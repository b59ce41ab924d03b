/** Finds comments inside a function that describe the statements after them. */
import { isEnglish, summaryOf } from './doc-summary';

export interface CommentPair {
  readonly comment: string;
  readonly code: string;
}

const maxLines = 10;

/** @param mark the start of a line comment in this language. */
export function commentPairs(definition: string, mark: string): CommentPair[] {
  const lines = definition.split('\n');
  const pairs: CommentPair[] = [];
  const isComment = (line: string | undefined): boolean => line?.trimStart().startsWith(mark) === true;
  // The first line is the signature of the definition.
  for (let i = 1; i < lines.length; i++) {
    if (!isComment(lines[i])) continue;
    let after = i;
    while (isComment(lines[after])) after++;
    const comment = summaryOf(lines.slice(i, after).join('\n'), '');
    let end = after;
    while (end < lines.length && end - after < maxLines && !isComment(lines[end])) end++;
    const code = lines.slice(after, end).join('\n').trimEnd();
    const words = comment?.split(' ').length ?? 0;
    if (comment && words >= 4 && words <= 30 && isEnglish(comment) && isProse(comment) && end - after >= 2)
      pairs.push({ comment, code });
    i = after;
  }
  return pairs;
}

/** False for commented-out code. */
function isProse(text: string): boolean {
  return !/[;{}=]\s*$|\w\(.*\)|[{};]|:=|==|=>|->/.test(text);
}
