/**
 * Finds the living file of a path in all segments, in one hash table with open addressing. The paths stay what they are in the index,
 * bytes: a million strings in a map took 250 MB, and a second to read.
 */
import { rangeOf } from '../../shared/range-of';
import { hashOfPath } from '../format/file-table';

interface SegmentPaths {
  readonly fileCount: number;
  isDeadFile(file: number): boolean;
  pathHash(file: number): number;
  pathBytes(file: number): Uint8Array;
}

interface FoundFile<S> {
  readonly segment: S;
  readonly file: number;
}

export class PathLookup<S extends SegmentPaths> {
  /** By segment that is in the table: the number of files before it. */
  private readonly firsts: number[] = [];
  private files = 0;
  /** Two numbers per slot: 1 + the number of the file among all, 0 where the slot is free, and the hash of its path. */
  private slots = new Uint32Array(0);
  private typed = Buffer.alloc(256);

  /** @param segments are put into the table when something is looked up. */
  constructor(private readonly segments: readonly S[]) {}

  find(path: string): FoundFile<S> | undefined {
    // A UTF-16 unit has at most three bytes.
    if (3 * path.length > this.typed.length) this.typed = Buffer.alloc(6 * path.length);
    const { typed } = this;
    const length = typed.write(path);
    return this.search(hashOfPath(typed, 0, length), () => typed.subarray(0, length));
  }

  /** The living file with the path of a file in another segment. */
  findSame({ segment, file }: FoundFile<S>): FoundFile<S> | undefined {
    return this.search(segment.pathHash(file), () => segment.pathBytes(file));
  }

  private search(hash: number, path: () => Uint8Array): FoundFile<S> | undefined {
    this.addSegments();
    const { slots } = this;
    const mask = slots.length / 2 - 1;
    for (let slot = hash & mask; mask > 0; slot = (slot + 1) & mask) {
      const number = (slots[2 * slot] ?? 0) - 1;
      if (number < 0) return undefined;
      if (slots[2 * slot + 1] !== hash) continue;
      const { segment, file } = this.place(number);
      if (!segment.isDeadFile(file) && Buffer.compare(segment.pathBytes(file), path()) === 0) return { segment, file };
    }
    return undefined;
  }

  private addSegments(): void {
    const { segments, firsts } = this;
    const all = segments.slice(firsts.length).reduce((sum, { fileCount }) => sum + fileCount, this.files);
    if (all === this.files) return;
    if (4 * all > this.slots.length) this.grow(all);
    for (const segment of segments.slice(firsts.length)) {
      firsts.push(this.files);
      for (let file = 0; file < segment.fileCount; file++) this.put(this.files + file, segment.pathHash(file));
      this.files += segment.fileCount;
    }
  }

  private put(number: number, hash: number): void {
    const { slots } = this;
    const mask = slots.length / 2 - 1;
    let slot = hash & mask;
    while (slots[2 * slot] !== 0) slot = (slot + 1) & mask;
    slots[2 * slot] = number + 1;
    slots[2 * slot + 1] = hash;
  }

  /** At most half of the slots are used. */
  private grow(files: number): void {
    const before = this.slots;
    this.slots = new Uint32Array(2 * 2 ** Math.ceil(Math.log2(2 * files)));
    for (let at = 0; at < before.length; at += 2)
      if (before[at] !== 0) this.put((before[at] ?? 0) - 1, before[at + 1] ?? 0);
  }

  private place(number: number): FoundFile<S> {
    const owner = rangeOf(this.firsts, number);
    const segment = this.segments[owner];
    if (!segment) throw new RangeError(`there is no file ${number}`);
    return { segment, file: number - (this.firsts[owner] ?? 0) };
  }
}
