/**
 * Which lines of files are in an answer of Codegrain's tools, and where in its text. The answer says what it shows as data; here each of
 * these lines is looked up in the text, below the heading with its place (`## src/a.ts:3-40 …`), so that only what is there counts.
 */

import type { Span } from '../../../search/hits/spans';
import { printablePath } from '../../../shared/printable-path';
import type { FileTree } from '../file-tree';
import type { ShownLine } from '../reading';

/** What an answer says it shows. */
export interface ShownPlace {
  readonly path: string;
  readonly spans: readonly Span[];
}

interface Block {
  readonly path: string;
  readonly range: Span;
  /** Its lines in the text, the heading included; the end is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Lines between two lines of one place: what stands for lines that are left out, or a note. */
const maxBetween = 8;
/** A place of one line: `- src/a.ts:3-9 function f · 4: return 1;`. */
const loneLine = /^- .+? · (?:\d+: )?(.+)$/;

export function linesInAnswer(text: string, places: readonly ShownPlace[], tree: FileTree): ShownLine[] {
  const shown: ShownLine[] = text.split('\n').map((line) => ({ text: line }));
  const linesOf = new Map<string, Set<number>>();
  for (const { path, spans } of places) {
    const lines = linesOf.get(path) ?? new Set<number>();
    for (const [start, end] of spans) for (let line = start; line <= end; line++) lines.add(line);
    linesOf.set(path, lines);
  }
  const paths = new Map([...linesOf.keys()].map((path) => [printablePath(path), path]));
  for (const { path, range, from, to } of blocksIn(shown, paths)) {
    const texts = tree.lines(path);
    const wanted = [...(linesOf.get(path) ?? [])].sort((a, b) => a - b);
    let next = from;
    for (const line of wanted) {
      if (line < range[0] || line > range[1]) continue;
      const at = findLine(shown, texts[line - 1] ?? '', next, next === from ? to : Math.min(to, next + maxBetween));
      if (at === undefined) continue;
      shown[at] = { text: shown[at]?.text ?? '', path, line };
      next = at + 1;
    }
  }
  return shown;
}

/** @param paths as they are printed. */
function blocksIn(shown: readonly ShownLine[], paths: ReadonlyMap<string, string>): Block[] {
  const heads: Omit<Block, 'to'>[] = [];
  let fence: string | undefined;
  for (const [from, { text }] of shown.entries()) {
    if (fence !== undefined) {
      if (text === fence) fence = undefined;
      continue;
    }
    fence = /^(`{3,})/.exec(text)?.[1];
    const [, printed = '', start = '', end = start] = /^(?:## |- )(.*?):(\d+)(?:-(\d+))?(?=\s|$)/.exec(text) ?? [];
    // Without a path it is the file of the heading above.
    const path = printed === '' && start !== '' ? heads.at(-1)?.path : paths.get(printed);
    if (path !== undefined) heads.push({ path, range: [Number(start), Number(end)], from });
  }
  return heads.map((head, at) => ({ ...head, to: heads[at + 1]?.from ?? shown.length }));
}

/** Indentation may be left out of an answer; a place of one line may be in the heading. */
function findLine(shown: readonly ShownLine[], wanted: string, from: number, to: number): number | undefined {
  const text = wanted.trim();
  for (let at = from; at < to; at++) {
    const line = shown[at]?.text.trim() ?? '';
    if (line === text || (text !== '' && loneLine.exec(line)?.[1] === text)) return at;
  }
  return undefined;
}
