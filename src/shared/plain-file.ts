/**
 * Opens files for reading: the only way to read a file of a workspace. A repository may hold pipes, devices and files of terabytes, and
 * any file may become one at any time. So opening never waits for a writer (`O_NONBLOCK`), what was opened is checked and not what was
 * there before, and a size is given for each file that is read whole.
 */
import { closeSync, constants, existsSync, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { attempt } from './attempt';
import { errorCode } from './error-code';

/** Windows and the disk of the browser have neither of these. */
const { O_RDONLY = 0, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;
const readingFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY;

/** Bytes of what is read besides sources. The longest is the list of refs of a large repository. */
const maxTextBytes = 64 * 2 ** 20;
/** Of one source, with `--force`: a larger file does not fit in one string, and nobody searches it. */
export const maxSourceBytes = 256 * 2 ** 20;
const pieceBytes = 65_536;

export class NotPlainFile extends Error {
  constructor(path: string) {
    super(`${path} is not a regular file`);
    this.name = 'NotPlainFile';
  }
}

class LargerThanAllowed extends Error {
  constructor(path: string, maxBytes: number) {
    super(`${path} has more than ${maxBytes} bytes`);
    this.name = 'LargerThanAllowed';
  }
}

export interface OpenedFile {
  /** To be closed by the caller. */
  readonly handle: number;
  readonly stats: Stats;
}

/** @param flags besides those for reading. @throws `NotPlainFile`, or an error of the system */
export function openPlainFile(path: string, flags = 0): OpenedFile {
  let handle: number;
  try {
    handle = openSync(path, readingFlags | flags);
  } catch (error) {
    // What the systems say about sockets, devices without a driver, and folders on Windows.
    throw ['ENXIO', 'ENODEV', 'EOPNOTSUPP', 'EISDIR'].includes(errorCode(error) ?? '') ? new NotPlainFile(path) : error;
  }
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) throw new NotPlainFile(path);
    return { handle, stats };
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

/** Reads an open file from its start. Undefined: it has more than `maxBytes`. @param buffer is used if the file fits. */
export function readOpened({ handle, stats }: OpenedFile, maxBytes: number, buffer?: Buffer): Buffer | undefined {
  const { size } = stats;
  if (size > maxBytes) return undefined;
  if (size === 0) return readWithoutSize(handle, maxBytes);
  const bytes = buffer && size <= buffer.length ? buffer.subarray(0, size) : Buffer.allocUnsafeSlow(size);
  let read = 0;
  for (let more = 1; more > 0 && read < bytes.length; read += more)
    more = readSync(handle, bytes, read, bytes.length - read, null);
  return read === bytes.length ? bytes : bytes.subarray(0, read);
}

/** Files that the system makes up, in /proc for example, say that they are empty, and some never end. */
function readWithoutSize(handle: number, maxBytes: number): Buffer | undefined {
  const pieces: Uint8Array[] = [];
  for (let size = 0; size <= maxBytes; ) {
    const piece = new Uint8Array(pieceBytes);
    const count = readSync(handle, piece, 0, piece.length, null);
    if (count === 0) return Buffer.concat(pieces);
    pieces.push(piece.subarray(0, count));
    size += count;
  }
  return undefined;
}

/** @throws if it cannot be read, is no regular file, or has more than `maxBytes` */
export function readPlainFile(path: string, maxBytes: number = maxTextBytes): Buffer {
  const opened = openPlainFile(path);
  try {
    const bytes = readOpened(opened, maxBytes);
    if (!bytes) throw new LargerThanAllowed(path, maxBytes);
    return bytes;
  } finally {
    closeSync(opened.handle);
  }
}

/** The text of a small file; undefined if `readPlainFile` would throw. */
export function plainText(
  path: string,
  maxBytes: number = maxTextBytes,
  encoding: 'utf8' | 'latin1' = 'utf8',
): string | undefined {
  // Most are missing, and an error takes ten times as long to make.
  if (!existsSync(path)) return undefined;
  return attempt(() => readPlainFile(path, maxBytes).toString(encoding));
}
