/**
 * Files of JSON lines that only grow. Only complete lines count: a line that a killed process left unfinished is ended with a line
 * break and ignored, so nothing must be cut off, and two processes that write do not damage each other's lines.
 */
import { closeSync, readSync, statSync } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { attempt } from '../../shared/attempt';
import { crc32 } from '../../shared/crc';
import { errorCode } from '../../shared/error-code';
import { type OpenedFile, openPlainFile } from '../../shared/plain-file';

const pieceBytes = 1 << 16;
const lineFeed = 0x0a;
/** We write no longer lines. The rest of one is skipped, so that it takes bounded memory. */
const maxLineBytes = 2 ** 24;

interface Line {
  readonly text: string;
  /** Bytes from the start of the file, up to and with the line break. */
  readonly start: number;
  readonly end: number;
}

/** The complete lines of a file from an offset on, in bounded memory; none if there is no file. */
export function* wholeLines(file: string, from = 0): Generator<Line> {
  const { handle } = openedOrNone(file) ?? {};
  if (handle === undefined) return;
  try {
    let start = from;
    let rest: Buffer[] = [];
    let restBytes = 0;
    for (let at = from; ; ) {
      const piece = Buffer.alloc(pieceBytes);
      const read = readSync(handle, piece, 0, pieceBytes, at);
      if (read === 0) return;
      at += read;
      let bytes = piece.subarray(0, read);
      for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed)) {
        const line = rest.length === 0 ? bytes.subarray(0, end) : Buffer.concat([...rest, bytes.subarray(0, end)]);
        const next = start + restBytes + end + 1;
        yield { text: line.toString('utf8'), start, end: next };
        start = next;
        rest = [];
        restBytes = 0;
        bytes = bytes.subarray(end + 1);
      }
      if (restBytes <= maxLineBytes) rest.push(bytes);
      restBytes += bytes.length;
    }
  } finally {
    closeSync(handle);
  }
}

/** The lines that are added to a file. */
export class AddedLines {
  private read = 0;
  private inode = -1;

  constructor(
    readonly file: string,
    /** The file was replaced or removed: it is read from its start. */
    private readonly begin: () => void,
  ) {}

  /** Those since the last time. @param most bytes from the end of the file. */
  *next(most = Number.POSITIVE_INFINITY): Generator<Line> {
    const { size, ino } = sizeOf(this.file);
    if (size === this.read && ino === this.inode) return;
    if (ino !== this.inode || size < this.read) {
      this.begin();
      this.read = 0;
      this.inode = ino;
    }
    for (const line of wholeLines(this.file, Math.max(this.read, size - most))) {
      this.read = line.end;
      yield line;
    }
  }
}

/** No bytes if there is no file. */
export function sizeOf(file: string): { readonly size: number; readonly ino: number } {
  try {
    return statSync(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { size: 0, ino: -1 };
    throw error;
  }
}

export class LineWriter {
  private last: Promise<unknown> = Promise.resolve();

  private constructor(private readonly handle: FileHandle) {}

  static async open(file: string): Promise<LineWriter> {
    await mkdir(dirname(file), { recursive: true });
    // First: appending to a pipe would wait for a reader.
    const isUnfinished = endsWithinLine(file);
    const handle = await open(file, 'a');
    if (isUnfinished) await handle.write('\n');
    return new LineWriter(handle);
  }

  /** Resolves when the line is on the disk. */
  append(text: string): Promise<void> {
    const write = async (): Promise<void> => {
      await this.handle.appendFile(`${text}\n`);
      await this.handle.datasync();
    };
    const done = this.last.then(write, write);
    this.last = done.catch(() => {});
    return done;
  }

  async close(): Promise<void> {
    await this.last;
    await this.handle.close();
  }
}

function endsWithinLine(file: string): boolean {
  const opened = openedOrNone(file);
  if (!opened) return false;
  const { handle, stats } = opened;
  try {
    const last = Buffer.alloc(1);
    return stats.size > 0 && readSync(handle, last, 0, 1, stats.size - 1) === 1 && last[0] !== lineFeed;
  } finally {
    closeSync(handle);
  }
}

function openedOrNone(file: string): OpenedFile | undefined {
  try {
    return openPlainFile(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

// A line of a log: the CRC-32 of the rest as 8 hexadecimal digits, a space, and JSON. A damaged line is recognised and ignored.

export function checkedLine(value: unknown): string {
  const json = JSON.stringify(value);
  return `${crcOf(json)} ${json}`;
}

/** Undefined if the line is damaged. */
export function readCheckedLine(text: string): unknown {
  const json = text.slice(9);
  if (text.slice(0, 8) !== crcOf(json)) return undefined;
  return attempt(() => JSON.parse(json));
}

function crcOf(json: string): string {
  return crc32(Buffer.from(json)).toString(16).padStart(8, '0');
}
