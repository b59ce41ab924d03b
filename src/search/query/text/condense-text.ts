/**
 * Leaves out most of the middle of a very long text: what it is about is said at its beginning, a log ends with what went wrong, and
 * between them only lines with places, errors and names tell something. Lines are kept whole, and so are the marks of fences, so that
 * what is left is read like the whole text.
 */

/** UTF-16 units that are kept of the beginning, of the middle and of the end. */
const kept = { beginning: 16_000, middle: 4_000, end: 4_000 } as const;

/** Longer lines are cut. */
const maxLineLength = 2000;

/** Fences, errors, `file.ext:12`, `line 12`, names in backticks. */
const telling =
  /^[\s>]{0,12}(?:```|~~~|\{\{\{|\}\}\}|\{code|\{noformat)|Error|Exception|panic|\.\w{1,10}:\d|\bline \d|`[^`]/;

export function condensedText(text: string): string {
  const { beginning, middle, end } = kept;
  if (text.length <= beginning + middle + end) return text;
  const from = lineEnd(text, beginning) ?? beginning;
  const to = Math.max(from, lineEnd(text, text.length - end) ?? text.length - end);
  const lines: string[] = [];
  let left: number = middle;
  for (let at = from; at < to && left > 0; ) {
    const next = Math.min(lineEnd(text, at) ?? at + maxLineLength, to);
    const line = text.slice(at, Math.min(next, at + left));
    if (telling.test(line.slice(0, 400))) {
      lines.push(line);
      left -= line.length;
    }
    at = next;
  }
  return text.slice(0, from) + lines.join('') + text.slice(to);
}

/** Where the line at an offset ends, after its line break; undefined: it goes on for long. */
function lineEnd(text: string, at: number): number | undefined {
  const newline = text.slice(at, at + maxLineLength).indexOf('\n');
  return newline < 0 ? undefined : at + newline + 1;
}
