/** The difference of two texts as `diff -u` shows it: the lines between the first and the last that differ, with three around them. */

const contextLines = 3;

export function unifiedDiff(name: string, before: string | undefined, after: string | undefined): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start++;
  let same = 0;
  while (same < most - start && old.at(-1 - same) === now.at(-1 - same)) same++;
  const from = Math.max(0, start - contextLines);
  const shown = Math.min(same, contextLines);
  const oldEnd = old.length - same;
  const nowEnd = now.length - same;
  return [
    `--- ${before === undefined ? '/dev/null' : name}`,
    `+++ ${after === undefined ? '/dev/null' : name}`,
    `@@ -${rangeOf(from, oldEnd + shown)} +${rangeOf(from, nowEnd + shown)} @@`,
    ...old.slice(from, start).map((line) => ` ${line}`),
    ...old.slice(start, oldEnd).map((line) => `-${line}`),
    ...now.slice(start, nowEnd).map((line) => `+${line}`),
    ...old.slice(oldEnd, oldEnd + shown).map((line) => ` ${line}`),
  ].join('\n');
}

/** Each line with a note if it is the last and has no line break. */
function linesOf(text: string | undefined): string[] {
  if (!text) return [];
  const lines = text.split('\n');
  const last = lines.pop();
  return last ? [...lines, `${last}\n\\ No newline at end of file`] : lines;
}

/** A range without lines begins at the line before it. */
function rangeOf(from: number, to: number): string {
  return to === from ? `${from},0` : `${from + 1},${to - from}`;
}
