/**
 * An allocator in one WebAssembly memory. The kernel reads only this memory, so vectors are loaded directly into it. Holes left by
 * freed pieces are joined and reused, the smallest that fits first. The memory can grow but never shrink, which is a limit of
 * WebAssembly. At most 2 GB: addresses stay positive 32-bit numbers.
 */
const PAGE = 65536;
const MAXIMUM_PAGES = 32768;
const ALIGNMENT = 64;

type Hole = { readonly start: number; readonly end: number };

export class Arena {
  readonly memory: WebAssembly.Memory;
  /** Sorted by start, never touching each other. Address 0 stays unused: it means "none". */
  #holes: Hole[];
  readonly #sizes = new Map<number, number>();

  /** @param expected bytes that will be needed soon: growing later would make V8 collect garbage at once. */
  constructor(expected = 0) {
    const initial = Math.max(1, Math.min(MAXIMUM_PAGES, Math.ceil((expected + ALIGNMENT) / PAGE)));
    this.memory = new WebAssembly.Memory({ initial, maximum: MAXIMUM_PAGES });
    this.#holes = [{ start: ALIGNMENT, end: initial * PAGE }];
  }

  /** Size of the whole memory in bytes. */
  get size(): number {
    return this.memory.buffer.byteLength;
  }

  /** Bytes in use. */
  get used(): number {
    let sum = 0;
    for (const size of this.#sizes.values()) sum += size;
    return sum;
  }

  /** Returns the address of a new piece, a multiple of 64; its bytes are not cleared. @throws RangeError if 2 GB are not enough. */
  take(bytes: number): number {
    const size = Math.max(ALIGNMENT, Math.ceil(bytes / ALIGNMENT) * ALIGNMENT);
    if (!this.#fits(size)) this.#grow(size);
    let best: Hole | undefined;
    for (const hole of this.#holes)
      if (hole.end - hole.start >= size && (!best || hole.end - hole.start < best.end - best.start)) best = hole;
    if (!best) throw new Error('there is no room though the memory has grown');
    const { start, end } = best;
    const rest = start + size < end ? [{ start: start + size, end }] : [];
    this.#holes.splice(this.#holes.indexOf(best), 1, ...rest);
    this.#sizes.set(start, size);
    return start;
  }

  free(start: number): void {
    const size = this.#sizes.get(start);
    if (size === undefined) throw new Error(`nothing is allocated at ${start}`);
    this.#sizes.delete(start);
    this.#add({ start, end: start + size });
  }

  #fits(size: number): boolean {
    return this.#holes.some((hole) => hole.end - hole.start >= size);
  }

  #grow(size: number): void {
    const end = this.size;
    const last = this.#holes.at(-1);
    const open = last?.end === end ? end - last.start : 0;
    const pages = Math.ceil((size - open) / PAGE);
    if (end / PAGE + pages > MAXIMUM_PAGES)
      throw new RangeError(`vectors would need ${gigabytes(end + size - open)}; at most 2 GB can be searched`);
    try {
      this.memory.grow(pages);
    } catch {
      throw new RangeError(`the system has no memory left for ${gigabytes(end + size - open)} of vectors`);
    }
    this.#add({ start: end, end: this.size });
  }

  /** Inserts a hole and joins it with its neighbours. */
  #add({ start, end }: Hole): void {
    const before = this.#holes.filter((hole) => hole.end < start);
    const after = this.#holes.filter((hole) => hole.start > end);
    const touching = this.#holes.slice(before.length, this.#holes.length - after.length);
    const joined = { start: touching[0]?.start ?? start, end: touching.at(-1)?.end ?? end };
    this.#holes = [...before, { start: Math.min(start, joined.start), end: Math.max(end, joined.end) }, ...after];
  }
}

function gigabytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GB`;
}
