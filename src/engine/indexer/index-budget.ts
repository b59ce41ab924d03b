/**
 * Keeps an index within the size that the user allows. What a batch takes is known before it is written, so the limit is never
 * exceeded; what the rest would take is estimated from what was written so far, so that the user can choose what to do.
 */
import type { IndexOverrun } from '../../index/file/index-error';
import type { SeenFile } from '../../workspace/folder-changes';
import { IndexProblem } from './index-problem';

/** Bytes of the index per byte of source, until enough was written to measure it: .45 to .57 in large repositories. */
export const usualShare = 0.5;
/** Bytes of source. */
export const enoughSource = 1_000_000;
/** Bytes of a record besides its sections: checksums and parity of blocks. */
const guardShare = 1.01;
const maxFolders = 3;
/** A folder with more than this share of the source is looked into, instead of naming only it. */
const mainShare = 0.8;
/** The built-in model has no fewer dimensions. */
const minDimensions = 64;

export class IndexBudget {
  /** Files of this run that are not written yet. */
  readonly left: Set<SeenFile>;
  private source = 0;
  private written = 0;
  private vectors = 0;

  /**
   * @param size of the index now, in bytes. @param dimensions of the vectors, if fewer can be chosen.
   */
  constructor(
    private readonly limit: number,
    private size: number,
    private readonly files: readonly SeenFile[],
    private readonly dimensions: number | undefined,
  ) {
    this.left = new Set(files);
  }

  /** The size of the index with all files, in bytes. */
  get expected(): number {
    return this.size + this.share * bytesOfFiles(this.left);
  }

  /** Undefined: the files are expected to fit. */
  get warning(): string | undefined {
    if (this.expected <= this.limit) return undefined;
    return `the index would need about ${megabytes(this.expected)}, and its limit is ${megabytes(this.limit)}: files that are likely to be useful come first, and indexing stops at the limit`;
  }

  /** To be called before sections are written. @throws `IndexProblem` if they do not fit */
  reserve(sections: readonly (readonly [name: string, bytes: Uint8Array])[]): void {
    let bytes = 0;
    for (const [name, { length }] of sections) {
      bytes += length;
      if (name === 'vectors') this.vectors += length;
    }
    bytes *= guardShare;
    this.written += bytes;
    if (this.size + bytes > this.limit) throw new IndexProblem(this.problem());
    this.size += bytes;
  }

  /** To be called when there is room for all sections of files. */
  finish(files: readonly SeenFile[]): void {
    this.source += bytesOfFiles(files);
    for (const file of files) this.left.delete(file);
  }

  private get share(): number {
    return this.source < enoughSource ? usualShare : this.written / this.source;
  }

  private problem(): { readonly reason: 'too-large'; readonly message: string; readonly overrun: IndexOverrun } {
    const { limit, expected, share, dimensions } = this;
    const overrun: IndexOverrun = {
      limit,
      expected,
      files: this.left.size,
      folders: largestFolders(this.files).map(({ path, bytes }) => ({ path, saves: share * bytes })),
      ...(dimensions !== undefined &&
        dimensions > minDimensions &&
        this.written > 0 && {
          dimensions: { fewer: dimensions / 2, saves: (expected * this.vectors) / this.written / 2 },
        }),
    };
    const message = `the index is at its limit of ${megabytes(limit)}; with the ${this.left.size} files that are left it would have about ${megabytes(expected)}`;
    return { reason: 'too-large', message, overrun };
  }
}

function bytesOfFiles(files: Iterable<SeenFile>): number {
  let bytes = 0;
  for (const { size } of files) bytes += size;
  return bytes;
}

/** Folders with most of the source, the largest first. Those inside of one that has nearly everything are more useful than that one. */
function largestFolders(files: readonly SeenFile[]): readonly { readonly path: string; readonly bytes: number }[] {
  let within = '';
  for (;;) {
    const sizes = new Map<string, number>();
    let total = 0;
    for (const { path, size } of files) {
      if (!path.startsWith(within)) continue;
      total += size;
      const end = path.indexOf('/', within.length);
      if (end > 0) sizes.set(path.slice(0, end), (sizes.get(path.slice(0, end)) ?? 0) + size);
    }
    const sorted = [...sizes].map(([path, bytes]) => ({ path, bytes })).sort((a, b) => b.bytes - a.bytes);
    const [first] = sorted;
    if (!first || first.bytes < mainShare * total) return sorted.slice(0, maxFolders);
    const inside = `${first.path}/`;
    const hasFolders = files.some(({ path }) => path.startsWith(inside) && path.includes('/', inside.length));
    if (!hasFolders) return sorted.slice(0, maxFolders);
    within = inside;
  }
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6).toLocaleString('en-US')} MB`;
}
