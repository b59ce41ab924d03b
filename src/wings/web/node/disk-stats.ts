/** What `stat` says about a file or folder of the disk in memory. */

export interface FileTimes {
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly birthtimeMs: number;
  /** The number of the last change. */
  readonly change: number;
}

const typeBits = { folder: 0o040755, file: 0o100644 } as const;

export class DiskStats {
  readonly dev = 1;
  readonly ino: number;
  readonly mode: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly birthtimeMs: number;

  constructor(
    private readonly isFolder: boolean,
    inode: number,
    readonly size: number,
    private readonly times: FileTimes,
  ) {
    this.ino = inode;
    this.mode = typeBits[isFolder ? 'folder' : 'file'];
    this.mtimeMs = times.mtimeMs;
    this.ctimeMs = times.ctimeMs;
    this.birthtimeMs = times.birthtimeMs;
  }

  get mtime(): Date {
    return new Date(this.mtimeMs);
  }

  isFile(): boolean {
    return !this.isFolder;
  }

  isDirectory(): boolean {
    return this.isFolder;
  }

  isSymbolicLink(): boolean {
    return false;
  }

  /** The form with whole numbers, in nanoseconds. */
  exact(): ExactDiskStats {
    const { dev, ino, size, times } = this;
    const nanoseconds = (ms: number): bigint => BigInt(Math.floor(ms)) * 1_000_000n;
    return {
      dev: BigInt(dev),
      ino: BigInt(ino),
      size: BigInt(size),
      mtimeNs: nanoseconds(times.mtimeMs),
      // A clock of milliseconds does not tell two changes apart.
      ctimeNs: nanoseconds(times.ctimeMs) + BigInt(times.change % 1_000_000),
      birthtimeNs: nanoseconds(times.birthtimeMs),
    };
  }
}

export type ExactDiskStats = Readonly<Record<'dev' | 'ino' | 'size' | 'mtimeNs' | 'ctimeNs' | 'birthtimeNs', bigint>>;
