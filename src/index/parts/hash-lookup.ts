/**
 * Finds rows by the hash of their text in all segments at once: one hash table with open addressing, however many segments there are.
 * It has all that the index stores of each hash.
 */
import { rangeOf } from '../../shared/range-of';
import type { SectionSource } from '../format/section-source';
import { storedHashBytes } from '../format/segment-contents';

interface HashedSegment {
  readonly searched: number;
  readonly hashes: SectionSource;
  readonly missing: Uint8Array | undefined;
}

type HashedRow<S> = { readonly segment: S; readonly row: number };

const rowsPerPiece = 2 ** 14;

export class HashLookup<S extends HashedSegment> {
  private readonly segments: S[] = [];
  /** By segment: the number of rows before it. */
  private readonly firsts: number[] = [];
  private rows = 0;
  private used = 0;
  /** Three numbers per slot: 1 + the number of the row among all, 0 where the slot is free, and the first eight bytes. */
  private slots = new Uint32Array(3 * 2 ** 10);

  /** Adds the rows of segments that are not in yet. */
  add(segments: readonly S[]): void {
    if (segments.length === this.segments.length) return;
    const added = segments.slice(this.segments.length);
    this.reserve(added.reduce((sum, { searched }) => sum + searched, 0));
    for (const segment of added) {
      this.segments.push(segment);
      this.firsts.push(this.rows);
      for (let from = 0; from < segment.searched; from += rowsPerPiece) {
        const to = Math.min(segment.searched, from + rowsPerPiece);
        const bytes = segment.hashes.readOnce(storedHashBytes * from, storedHashBytes * to);
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        for (let row = from; row < to; row++) {
          const at = storedHashBytes * (row - from);
          this.put(this.rows + row, view.getUint32(at, true), view.getUint32(at + 4, true));
        }
      }
      this.rows += segment.searched;
    }
  }

  /** A row, dead or alive, with the vector of a text with this hash. @param hash all of it, or what is stored. */
  find(hash: Uint8Array): HashedRow<S> | undefined {
    const view = new DataView(hash.buffer, hash.byteOffset, hash.byteLength);
    const [first, second] = [view.getUint32(0, true), view.getUint32(4, true)];
    const { slots } = this;
    const count = slots.length / 3;
    for (let slot = first % count; ; slot = slot + 1 === count ? 0 : slot + 1) {
      const number = (slots[3 * slot] ?? 0) - 1;
      if (number < 0) return undefined;
      if (slots[3 * slot + 1] !== first || slots[3 * slot + 2] !== second) continue;
      const { segment, row } = this.place(number);
      if (segment.missing?.[row] !== 1) return { segment, row };
    }
  }

  private put(number: number, first: number, second: number): void {
    const { slots } = this;
    const count = slots.length / 3;
    for (let slot = first % count; ; slot = slot + 1 === count ? 0 : slot + 1) {
      const known = (slots[3 * slot] ?? 0) - 1;
      if (known < 0) {
        slots[3 * slot] = number + 1;
        slots[3 * slot + 1] = first;
        slots[3 * slot + 2] = second;
        this.used++;
        return;
      }
      // The same text again: one vector is enough.
      if (slots[3 * slot + 1] === first && slots[3 * slot + 2] === second && this.hasVector(known)) return;
    }
  }

  private hasVector(number: number): boolean {
    const { segment, row } = this.place(number);
    return segment.missing?.[row] !== 1;
  }

  /** Makes room for more rows. At most 70 % of the slots are used: otherwise free ones are far. */
  private reserve(rows: number): void {
    const before = this.slots;
    const needed = Math.ceil((this.used + rows) / 0.7) + 1;
    if (needed <= before.length / 3) return;
    // Small segments come one after the other, and each time all slots are filled again.
    const count = Math.max(needed, Math.ceil((before.length / 3) * 1.6));
    const slots = new Uint32Array(3 * count);
    for (let at = 0; at < before.length; at += 3) {
      if (before[at] === 0) continue;
      let slot = (before[at + 1] ?? 0) % count;
      while (slots[3 * slot] !== 0) slot = slot + 1 === count ? 0 : slot + 1;
      for (let i = 0; i < 3; i++) slots[3 * slot + i] = before[at + i] ?? 0;
    }
    this.slots = slots;
  }

  private place(number: number): HashedRow<S> {
    const owner = rangeOf(this.firsts, number);
    const segment = this.segments[owner];
    if (!segment) throw new RangeError(`there is no row ${number}`);
    return { segment, row: number - (this.firsts[owner] ?? 0) };
  }
}
