/** Where a key goes among the lines of a snippet. Does not depend on the DOM. */

/** The next or previous line; from outside the first or last, and from the last one the first. */
export function nextLine(lines: readonly number[], current: number | undefined, step: 1 | -1): number | undefined {
  const at = current === undefined ? -1 : lines.indexOf(current);
  const next = at < 0 && step < 0 ? lines.length - 1 : (at + step + lines.length) % lines.length;
  return lines[next];
}
