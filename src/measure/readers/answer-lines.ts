/** Which lines of files are in an answer of Codegrain's tools, and where in its text: only lines that are there count. */
import type { Span } from '../../search/hits/spans';
import type { FileTree } from '../file-tree';
import type { ShownLine } from '../reading';

/** What an answer says it shows, in the order of its text. */
export interface ShownPlace {
  readonly path: string;
  readonly spans: readonly Span[];
}

/** Lines between two lines of one place: what stands for lines that were left out, or a note. */
const maxBetween = 8;

export function linesInAnswer(text: string, places: readonly ShownPlace[], tree: FileTree): ShownLine[] {
  const shown: ShownLine[] = text.split('\n').map((line) => ({ text: line }));
  let from = 0;
  for (const { path, spans } of places) {
    const lines = tree.lines(path);
    let isFirst = true;
    for (const [start, end] of spans)
      for (let line = start; line <= end; line++) {
        const at = findLine(shown, lines[line - 1] ?? '', from, isFirst ? shown.length : from + maxBetween);
        if (at === undefined) continue;
        shown[at] = { text: shown[at]?.text ?? '', path, line };
        from = at + 1;
        isFirst = false;
      }
  }
  return shown;
}

/** Indentation may be left out of an answer. */
function findLine(shown: readonly ShownLine[], wanted: string, from: number, to: number): number | undefined {
  const text = wanted.trim();
  for (let at = from; at < Math.min(to, shown.length); at++) if (shown[at]?.text.trim() === text) return at;
  return undefined;
}
