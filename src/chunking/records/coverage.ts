/** The coverage check: how many of a text's non-blank lines stand in exactly one searched chunk. */
import type { Chunk } from '../chunk';

export interface Coverage {
  /** Non-blank lines of the text. */
  readonly lines: number;
  /** Those whose every visible character is in exactly one searched chunk; what it shares with its neighbours is theirs. */
  readonly covered: number;
}

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
