/**
 * Finds rows by a key of fixed width (an id, a hash) in a hash table of row numbers with linear probing, made when first needed. Keys
 * are hashes themselves, so their first bytes choose the slot.
 */

export class RowLookup {
  private slots: Int32Array | undefined;
  private readonly view: DataView;
  private readonly count: number;

  constructor(
    private readonly keys: Uint8Array,
    private readonly width: number,
  ) {
    this.view = new DataView(keys.buffer, keys.byteOffset, keys.byteLength);
    this.count = keys.length / width;
  }

  /** The first row with this key for which `accepts` is true; -1: there is none. */
  find(key: Uint8Array, accepts: (row: number) => boolean): number {
    this.slots ??= this.fill();
    const { slots } = this;
    const mask = slots.length - 1;
    const first = firstFour(key);
    for (let slot = first & mask; ; slot = (slot + 1) & mask) {
      const row = (slots[slot] ?? 0) - 1;
      if (row < 0) return -1;
      if (this.view.getUint32(row * this.width, true) === first && this.isAt(row, key) && accepts(row)) return row;
    }
  }

  get memory(): number {
    return this.slots?.byteLength ?? 0;
  }

  private isAt(row: number, key: Uint8Array): boolean {
    const at = row * this.width;
    for (let i = 4; i < this.width; i++) if (this.keys[at + i] !== key[i]) return false;
    return true;
  }

  private fill(): Int32Array {
    const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * this.count + 2)));
    const mask = slots.length - 1;
    for (let row = 0; row < this.count; row++) {
      let slot = this.view.getUint32(row * this.width, true) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = row + 1;
    }
    return slots;
  }
}

/** Little-endian; creating a DataView for each key would take longer than the search. */
function firstFour(key: Uint8Array): number {
  return ((key[0] ?? 0) | ((key[1] ?? 0) << 8) | ((key[2] ?? 0) << 16) | ((key[3] ?? 0) << 24)) >>> 0;
}
