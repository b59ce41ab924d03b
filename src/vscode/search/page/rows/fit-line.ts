/** How a line of a snippet fits the width of the page. Does not depend on the DOM. */
import type { SnippetLine } from '../../../../search/hits/snippet';

export type FittedLine = Pick<SnippetLine, 'text' | 'marks'>;

/**
 * Fits a line of a snippet to the width of the page, so that its first match can be seen.
 * @param columns characters that fit. What is too long at the end is cut by the style sheet.
 */
export function fitLine({ text, marks }: FittedLine, columns: number): FittedLine {
  const [first] = marks;
  if (!first || first[1] < columns) return { text, marks };
  // A quarter of the width before the match says what it is part of, unless the match needs the room.
  const wanted = Math.max(first[0] - Math.floor(columns / 4), Math.min(first[0], first[1] - columns + 2));
  const from = isWithinCharacter(text, wanted) ? wanted + 1 : wanted;
  if (from <= 1) return { text, marks };
  const shown = text.slice(from).trimStart();
  const shift = 1 - (text.length - shown.length);
  return {
    text: `…${shown}`,
    marks: marks.filter(([start]) => start + shift > 0).map(([start, end]) => [start + shift, end + shift]),
  };
}

/** Between the halves of a surrogate pair. */
function isWithinCharacter(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
