/** The coverage check: counts the non-blank lines of a text that are in exactly one searched chunk. */
import type { Chunk, Coverage } from '../chunk';

export function coverageOf(text: string, chunks: readonly Chunk[]): Coverage {
  if (coverOnce(text, chunks) && !text.includes('\r')) {
    const lines = inkLines(text);
    return { lines, covered: lines };
  }
  const times = new Uint8Array(text.length);
  for (const { role, start, end, overlap } of chunks) {
    if (role === 'parent') continue;
    for (let i = start + overlap.before; i < end; i++) times[i] = (times[i] ?? 0) + 1;
  }
  let lines = 0;
  let covered = 0;
  let isBlank = true;
  let isCovered = true;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 10;
    if (code === 10 || code === 13) {
      if (!isBlank) lines++;
      if (!isBlank && isCovered) covered++;
      isBlank = true;
      isCovered = true;
    } else if (code > 32) {
      isBlank = false;
      if (times[i] !== 1) isCovered = false;
    }
  }
  return { lines, covered };
}

/** True for nearly all files: each chunk begins where the one before ends. */
function coverOnce(text: string, chunks: readonly Chunk[]): boolean {
  let at = 0;
  for (const { role, start, end, overlap } of chunks) {
    if (role === 'parent') continue;
    if (start + overlap.before !== at) return false;
    at = end;
  }
  return at === text.length;
}

/** The non-blank lines of a text without carriage returns. */
function inkLines(text: string): number {
  let lines = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) <= 32) continue;
    lines++;
    at = text.indexOf('\n', at);
    if (at < 0) break;
  }
  return lines;
}
