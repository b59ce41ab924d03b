/** Finds the number of a string in a list by its text. The list is not decoded: eight bytes of memory per string are enough. */
import type { StringList } from './string-list';

export class StringFinder {
  /** Open addressing: 1 + the number of a string, 0 where a slot is free. */
  private readonly slots: Uint32Array;
  private readonly mask: number;

  constructor(private readonly list: StringList) {
    let size = 16;
    while (size < 2 * list.count) size *= 2;
    this.slots = new Uint32Array(size);
    this.mask = size - 1;
    list.visit((number, bytes, from, to) => {
      let slot = hashOf(bytes, from, to) & this.mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & this.mask;
      this.slots[slot] = number + 1;
    });
  }

  /** -1: no string of the list has this text. */
  find(text: string): number {
    const bytes = Buffer.from(text);
    for (let slot = hashOf(bytes, 0, bytes.length) & this.mask; ; slot = (slot + 1) & this.mask) {
      const number = (this.slots[slot] ?? 0) - 1;
      if (number < 0 || this.list.get(number) === text) return number;
    }
  }
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c_9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x0100_0193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
