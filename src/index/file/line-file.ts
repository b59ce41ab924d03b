/**
 * Files of JSON lines that only grow. Only complete lines count: a line that a killed process left unfinished is ended with a line
 * break and ignored, so nothing must be cut off, and two processes that write do not damage each other's lines.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../../shared/error-code';

const pieceBytes = 1 << 16;
const lineFeed = 0x0a;

interface Line {
  readonly text: string;
  /** Bytes from the start of the file, up to and with the line break. */
  readonly start: number;
  readonly end: number;
}

/** The complete lines of a file from an offset on, in bounded memory; none if there is no file. */
export function* wholeLines(file: string, from = 0): Generator<Line> {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  try {
    let start = from;
    let rest: Buffer = Buffer.alloc(0);
    for (let at = from; ; ) {
      const piece = Buffer.alloc(pieceBytes);
      const read = readSync(handle, piece, 0, pieceBytes, at);
      if (read === 0) return;
      at += read;
      let bytes = rest.length === 0 ? piece.subarray(0, read) : Buffer.concat([rest, piece.subarray(0, read)]);
      for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed)) {
        yield { text: bytes.toString('utf8', 0, end), start, end: start + end + 1 };
        start += end + 1;
        bytes = bytes.subarray(end + 1);
      }
      rest = bytes;
    }
  } finally {
    closeSync(handle);
  }
}

export class LineWriter {
  private last: Promise<unknown> = Promise.resolve();

  private constructor(private readonly handle: FileHandle) {}

  static async open(file: string): Promise<LineWriter> {
    await mkdir(dirname(file), { recursive: true });
    const handle = await open(file, 'a');
    if (endsWithinLine(file)) await handle.write('\n');
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
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const last = Buffer.alloc(1);
    return size > 0 && readSync(handle, last, 0, 1, size - 1) === 1 && last[0] !== lineFeed;
  } finally {
    closeSync(handle);
  }
}
