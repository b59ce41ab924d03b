/** The coverage check: counts the non-blank lines of a text that are in exactly one searched chunk. */
import type { Chunk, Coverage } from '../chunk';

export function coverageOf(text: string, chunks: readonly Chunk[]): Coverage {
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
