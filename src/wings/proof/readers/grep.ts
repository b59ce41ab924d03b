/** Finds the lines of a tree that have a text, as `grep -n -i -w` does: whole words, in any case. */
import type { FileTree } from '../file-tree';

export interface MatchedFile {
  readonly path: string;
  /** 1-based, ascending, each once. */
  readonly lines: readonly number[];
}

/** Files with more matches than this are not searched further: no one reads them all. */
const maxMatches = 1000;

export function grep(tree: FileTree, text: string): MatchedFile[] {
  const wanted = text.toLowerCase();
  const found: MatchedFile[] = [];
  for (const { path, lower } of tree.files) {
    const offsets = offsetsOf(lower, wanted);
    if (offsets.length > 0) found.push({ path, lines: lineNumbers(lower, offsets) });
  }
  return found;
}

/** How often a word is in a text. */
export function occurrences(lower: string, word: string): number {
  return offsetsOf(lower, word).length;
}

function offsetsOf(lower: string, wanted: string): number[] {
  const offsets: number[] = [];
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
    const isWhole = !(isWordAt(lower, at - 1) && isWordAt(lower, at)) && !isInside(lower, at + wanted.length);
    if (isWhole) offsets.push(at);
    if (offsets.length === maxMatches) break;
  }
  return offsets;
}

/** Is there a letter both before and after this offset? */
function isInside(text: string, at: number): boolean {
  return isWordAt(text, at - 1) && isWordAt(text, at);
}

function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95;
}

function lineNumbers(text: string, offsets: readonly number[]): number[] {
  const lines: number[] = [];
  let line = 1;
  let from = 0;
  for (const offset of offsets) {
    for (let at = text.indexOf('\n', from); at >= 0 && at < offset; at = text.indexOf('\n', from)) {
      line++;
      from = at + 1;
    }
    if (lines.at(-1) !== line) lines.push(line);
  }
  return lines;
}
