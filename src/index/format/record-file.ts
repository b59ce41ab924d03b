/**
 * An index file that parts are read from after it was opened. It is open only while it is read: a file that stays open could not be
 * replaced on Windows, and its space could not be freed elsewhere. Every time it is opened, it must still be the same file: the header
 * has its generation. Bytes are used only if their blocks have the right CRC (section-source.ts), so nothing else needs to be compared.
 */
import { closeSync, readSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPlainFile } from '../../shared/plain-file';
import { headerBytes } from './header';

/** The file is gone, was replaced or is damaged. A reader that refreshes finds out which, and can then be asked again. */
export class ChangedFileError extends Error {
  constructor(path: string) {
    super(`the index ${path} has changed while it was read`);
    this.name = 'ChangedFileError';
  }
}

/** Another question may still hold the old contents for a moment. */
const pauses = [0, 20, 100];

/** Whatever asks refreshes its readers first: then they read the new file, or what is left of the damaged one. */
export async function againIfChanged<T>(ask: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ChangedFileError)) throw error;
    }
    await sleep(pause);
  }
  return ask();
}

/** The same for questions that wait for nothing. */
export function againAtOnce<T>(ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof ChangedFileError)) throw error;
    return ask();
  }
}

/** Milliseconds without reading after which the file is closed. */
const idleMs = 500;
/** Bytes of parts that were read last, and of the largest part among them. */
const keptBytes = 32 * 2 ** 20;
const maxKeptPart = keptBytes / 8;
const usesPerMove = 16;

export class RecordFile {
  /** A part could not be read, or is not as it was written: everything must be read again. */
  hasChanged = false;
  #fd: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lastRead = 0;
  readonly #header: Uint8Array;
  /** By place in the file, those used last near the end. */
  readonly #kept = new Map<number, Uint8Array>();
  #keptSize = 0;
  #uses = 0;

  /** @param header the first bytes of the file. */
  constructor(
    public path: string,
    header: Uint8Array,
  ) {
    this.#header = header;
  }

  /** @throws ChangedFileError */
  read(bytes: Uint8Array, at: number): void {
    let isRead = false;
    try {
      isRead = readFully(this.open(), bytes, at);
    } catch {
      // Told below.
    }
    if (!isRead) throw this.changed();
  }

  /** What `make` returned for this place before, or returns now. */
  recent(at: number, length: number, make: () => Uint8Array): Uint8Array {
    const known = this.#kept.get(at);
    if (known && known.length === length) {
      // Moving a part to the end takes longer than finding it, so not every use counts.
      if (++this.#uses % usesPerMove === 0) {
        this.#kept.delete(at);
        this.#kept.set(at, known);
      }
      return known;
    }
    const made = make();
    if (made.buffer.byteLength > maxKeptPart) return made;
    if (known) this.#keptSize -= known.buffer.byteLength;
    this.#kept.set(at, made);
    this.#keptSize += made.buffer.byteLength;
    for (const [oldest, part] of this.#kept) {
      if (this.#keptSize <= keptBytes) break;
      this.#kept.delete(oldest);
      this.#keptSize -= part.buffer.byteLength;
    }
    return made;
  }

  /** Marks the file as changed; returns the error to throw. */
  changed(): ChangedFileError {
    this.hasChanged = true;
    this.close();
    return new ChangedFileError(this.path);
  }

  /** It is opened again when needed. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const fd = this.#fd;
    this.#fd = undefined;
    if (fd === undefined) return;
    try {
      closeSync(fd);
    } catch {
      // Network disks report errors here. Nothing was written, and a timer that throws would end the process.
    }
  }

  private open(): number {
    this.#lastRead = performance.now();
    if (this.#fd !== undefined) return this.#fd;
    const { handle: fd } = openPlainFile(this.path);
    const header = new Uint8Array(headerBytes);
    if (!readFully(fd, header, 0) || Buffer.compare(header, this.#header) !== 0) {
      closeSync(fd);
      throw new Error('another file');
    }
    this.#fd = fd;
    this.closeLater(idleMs);
    return fd;
  }

  /** One timer for many reads. */
  private closeLater(ms: number): void {
    this.#timer = setTimeout(() => {
      const left = this.#lastRead + idleMs - performance.now();
      if (left > 1) this.closeLater(left);
      else this.close();
    }, ms);
    this.#timer.unref?.();
  }
}

/** Returns false if the file ends too early. */
export function readFully(fd: number, bytes: Uint8Array, at: number): boolean {
  for (let done = 0; done < bytes.length; ) {
    const count = readSync(fd, bytes, done, bytes.length - done, at + done);
    if (count === 0) return false;
    done += count;
  }
  return true;
}
