/**
 * Remembers the token counts of recent pieces. Source code repeats itself: about 96 of 100 pieces occurred before, and for
 * them this table is the whole cost of counting, so it works on UTF-16 units in place and allocates nothing. When it is full
 * it forgets everything, which bounds its memory at 4.4 MB; the operating system provides only the pages that are used.
 */
export class PieceCache {
  /** In UTF-16 units. Longer pieces are repeated too rarely to be worth their memory. */
  static readonly MAX_LENGTH = 64;

  private static readonly SLOTS = 2 ** 18;
  private static readonly ENTRIES = PieceCache.SLOTS / 2;
  private static readonly UNITS = 2 ** 20;

  /** Two numbers per slot: the hash of the piece; its offset in `units`, with its length in the low 7 bits. */
  private readonly slots = new Uint32Array(2 * PieceCache.SLOTS);
  /** The count of the piece in a slot; 0: the slot is empty. */
  private readonly counts = new Uint8Array(PieceCache.SLOTS);
  private readonly units = new Uint16Array(PieceCache.UNITS);
  private usedUnits = 0;
  private entries = 0;
  /** The free slot where the last `get` that found nothing stopped, for the `set` after it. */
  private missSlot = 0;
  private missHash = 0;

  /** The count of the piece `source[start, end)`, or 0 if it is not known. The piece has at most MAX_LENGTH units. */
  get(source: Uint16Array, start: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ (source[i] ?? 0), 0x01000193);
    hash = (hash ^ (hash >>> 15)) >>> 0;
    const length = end - start;
    const { slots, counts, units } = this;
    let slot = hash & (PieceCache.SLOTS - 1);
    for (;;) {
      const count = counts[slot] ?? 0;
      if (count === 0) break;
      const place = slots[2 * slot + 1] ?? 0;
      if (slots[2 * slot] === hash && (place & 0x7f) === length) {
        const from = place >>> 7;
        let same = 0;
        while (same < length && units[from + same] === source[start + same]) same++;
        if (same === length) return count;
      }
      slot = (slot + 1) & (PieceCache.SLOTS - 1);
    }
    this.missSlot = slot;
    this.missHash = hash;
    return 0;
  }

  /** Remembers the count of the piece that the `get` just before this did not find. */
  set(source: Uint16Array, start: number, end: number, count: number): void {
    if (count > 0xff) return;
    if (this.entries === PieceCache.ENTRIES || this.usedUnits + PieceCache.MAX_LENGTH > PieceCache.UNITS) {
      this.counts.fill(0);
      this.entries = 0;
      this.usedUnits = 0;
      this.missSlot = this.missHash & (PieceCache.SLOTS - 1);
    }
    for (let i = start; i < end; i++) this.units[this.usedUnits + i - start] = source[i] ?? 0;
    this.slots[2 * this.missSlot] = this.missHash;
    this.slots[2 * this.missSlot + 1] = (this.usedUnits << 7) | (end - start);
    this.counts[this.missSlot] = count;
    this.usedUnits += end - start;
    this.entries++;
  }
}

/**
 * Remembers the token counts of recent long pieces: rows of `=`, minified names, a megabyte without a space. Merging a long piece
 * takes half a microsecond per character, and chunking counts the same text again and again (does it fit, does it fit with its
 * neighbour, how long is it with its context); comparing units is hundreds of times faster. When the cache is full it forgets
 * everything, which bounds its memory at 2 MB.
 */
export class LongPieces {
  /** In UTF-16 units; only a few longer pieces would fit. */
  static readonly MAX_LENGTH = 2 ** 16;
  private static readonly MAX_UNITS = 2 ** 20;

  private readonly byHash = new Map<number, { readonly units: Uint16Array; readonly count: number }>();
  private used = 0;

  /** The count of the piece `source[start, end)`, counted by `encode` if it is not known. */
  count(source: Uint16Array, start: number, end: number, encode: () => number): number {
    const length = end - start;
    if (length > LongPieces.MAX_LENGTH) return encode();
    let hash = length;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ (source[i] ?? 0), 0x01000193);
    const known = this.byHash.get(hash);
    if (known && isAt(known.units, source, start, length)) return known.count;
    const count = encode();
    if (this.used + length > LongPieces.MAX_UNITS) {
      this.byHash.clear();
      this.used = 0;
    }
    this.byHash.set(hash, { units: source.slice(start, end), count });
    this.used += length;
    return count;
  }
}

function isAt(units: Uint16Array, source: Uint16Array, start: number, length: number): boolean {
  if (units.length !== length) return false;
  for (let i = 0; i < length; i++) if (units[i] !== source[start + i]) return false;
  return true;
}

/**
 * Remembers the token counts of recent short pieces, in front of `PieceCache`: nine of ten pieces of source code are found here.
 * A piece is read as twelve units, two per number, and the units after its end are masked out: reading too much costs less than
 * the branches that a loop over its length mispredicts. A slot holds one piece, the most recent one, in half a cache line.
 */
export class ShortPieces {
  /** In UTF-16 units. */
  static readonly MAX_LENGTH = 12;

  private static readonly SLOTS = 2 ** 14;

  /** Eight numbers per slot: the units, then the count in the low 8 bits and the length above them; the last is unused. */
  private readonly slots = new Int32Array(8 * ShortPieces.SLOTS);
  /** Six numbers per length: masks of the units that belong to a piece of this length. */
  private readonly masks = new Int32Array(6 * (ShortPieces.MAX_LENGTH + 1));
  /** The slot of the last `get` that found nothing, for the `set` after it; -1: none. */
  private missed = -1;

  constructor() {
    for (let length = 0; length <= ShortPieces.MAX_LENGTH; length++) {
      for (let unit = 0; unit < length; unit++) {
        const at = 6 * length + (unit >> 1);
        this.masks[at] = (this.masks[at] ?? 0) | (0xffff << (16 * (unit & 1)));
      }
    }
  }

  /** The count of the piece `units[start, end)`, or 0 if it is not known. The piece has at most MAX_LENGTH units. */
  get(units: Uint16Array, start: number, end: number): number {
    if (start + ShortPieces.MAX_LENGTH > units.length) {
      this.missed = -1;
      return 0;
    }
    const { slots, masks } = this;
    const length = end - start;
    const mask = 6 * length;
    const a = ((units[start] ?? 0) | ((units[start + 1] ?? 0) << 16)) & (masks[mask] ?? 0);
    const b = ((units[start + 2] ?? 0) | ((units[start + 3] ?? 0) << 16)) & (masks[mask + 1] ?? 0);
    const c = ((units[start + 4] ?? 0) | ((units[start + 5] ?? 0) << 16)) & (masks[mask + 2] ?? 0);
    const d = ((units[start + 6] ?? 0) | ((units[start + 7] ?? 0) << 16)) & (masks[mask + 3] ?? 0);
    const e = ((units[start + 8] ?? 0) | ((units[start + 9] ?? 0) << 16)) & (masks[mask + 4] ?? 0);
    const f = ((units[start + 10] ?? 0) | ((units[start + 11] ?? 0) << 16)) & (masks[mask + 5] ?? 0);
    let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c + length, 0xc2b2ae35);
    hash ^= Math.imul(d, 0x27d4eb2f) ^ Math.imul(e, 0x165667b1) ^ Math.imul(f, 0x2c1b3c6d);
    const slot = ((hash ^ (hash >>> 15)) & (ShortPieces.SLOTS - 1)) << 3;
    const known = slots[slot + 6] ?? 0;
    const differs =
      ((slots[slot] ?? 0) ^ a) |
      ((slots[slot + 1] ?? 0) ^ b) |
      ((slots[slot + 2] ?? 0) ^ c) |
      ((slots[slot + 3] ?? 0) ^ d) |
      ((slots[slot + 4] ?? 0) ^ e) |
      ((slots[slot + 5] ?? 0) ^ f) |
      ((known >> 8) ^ length);
    if (differs === 0) return known & 0xff;
    this.missed = slot;
    return 0;
  }

  /** Remembers the count of the piece that the `get` just before this did not find. */
  set(units: Uint16Array, start: number, end: number, count: number): void {
    const { slots, masks, missed } = this;
    if (missed < 0) return;
    const mask = 6 * (end - start);
    for (let i = 0; i < 6; i++) {
      const two = (units[start + 2 * i] ?? 0) | ((units[start + 2 * i + 1] ?? 0) << 16);
      slots[missed + i] = two & (masks[mask + i] ?? 0);
    }
    slots[missed + 6] = ((end - start) << 8) | count;
  }
}
