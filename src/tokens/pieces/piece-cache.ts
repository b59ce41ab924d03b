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
