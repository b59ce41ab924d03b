/**
 * Which chunks were used, and when: `index.cgx.uses`, next to the index, for ranking by usage. It is written only where that is on, and
 * stays on this machine. A line is checked (line-file.ts), its JSON is
 *
 *     chunk   id of the chunk
 *     path    of its file, for people
 *     at      milliseconds, as in `Date.now()`
 *
 * The file has at most `maxBytes` and one line more: then the older half of its lines is dropped. Damaged lines are ignored.
 */
import { writeFile } from 'node:fs/promises';
import { prepareFolder, replaceFile, temporaryFile } from '../file/index-files';
import { AddedLines, checkedLine, LineWriter, readCheckedLine, sizeOf, wholeLines } from './line-file';

/** Some 2,500 uses. */
const maxBytes = 1 << 18;
/** Of one chunk. More would hardly count: bonuses grow by the logarithm of uses. */
const maxTimes = 64;

type ChunkUse = { readonly chunk: string; readonly path: string; readonly at: number };

/** Where the uses of the chunks of an index are. */
export function useFileOf(indexFile: string): string {
  return `${indexFile}.uses`;
}

export class UseLog {
  /** By chunk, oldest first. */
  private times = new Map<string, number[]>();
  private readonly added: AddedLines;

  constructor(readonly file: string) {
    this.added = new AddedLines(file, () => {
      this.times = new Map();
    });
  }

  /** Reads the lines added since; a file that was replaced or removed is read from its start. */
  refresh(): void {
    // What is before was written by another program: this one drops it in time.
    for (const { text } of this.added.next(2 * maxBytes)) {
      const use = decodeUse(text);
      if (!use) continue;
      const times = this.times.get(use.chunk) ?? [];
      this.times.set(use.chunk, times);
      times.push(use.at);
      if (times.length > maxTimes) times.shift();
    }
  }

  /** The number of uses; each counts half after every half-life. */
  usesOf(chunk: string, now: number, halfLifeMs: number): number {
    let uses = 0;
    for (const at of this.times.get(chunk) ?? []) uses += 2 ** (-Math.max(0, now - at) / halfLifeMs);
    return uses;
  }
}

export async function recordUse(file: string, use: ChunkUse): Promise<void> {
  prepareFolder(file);
  const writer = await LineWriter.open(file);
  try {
    await writer.append(checkedLine(use));
  } finally {
    await writer.close();
  }
  if (sizeOf(file).size > maxBytes) await dropOlderHalf(file);
}

/** Another process that writes at the same moment may lose a use, which matters little. */
async function dropOlderHalf(file: string): Promise<void> {
  const from = Math.max(0, sizeOf(file).size - 2 * maxBytes);
  const lines = Array.from(wholeLines(file, from), ({ text }) => text).filter((text) => decodeUse(text));
  const temporary = temporaryFile(file);
  await writeFile(
    temporary,
    lines
      .slice(lines.length >> 1)
      .map((line) => `${line}\n`)
      .join(''),
  );
  await replaceFile(temporary, file);
}

function decodeUse(text: string): ChunkUse | undefined {
  const value = readCheckedLine(text);
  if (typeof value !== 'object' || value === null || !('chunk' in value) || !('at' in value)) return undefined;
  const { chunk, at } = value;
  const path = 'path' in value && typeof value.path === 'string' ? value.path : '';
  return typeof chunk === 'string' && typeof at === 'number' && Number.isFinite(at) ? { chunk, path, at } : undefined;
}
