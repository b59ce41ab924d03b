/**
 * The section `strings`: each distinct string of a segment once, in the order of first use, for most names are new where they
 * stand and then cost no number. It is a u32, the length of a string list, and that list deflated to less than half; search needs
 * it when it shows hits, so it is unpacked when first asked.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { StringList, StringListWriter } from './string-list';

export class StringPool {
  private readonly numbers = new Map<string, number>();
  private readonly list = new StringListWriter();

  get count(): number {
    return this.list.count;
  }

  number(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    const number = this.list.count;
    this.numbers.set(text, number);
    this.list.add(text);
    return number;
  }

  finish(): Uint8Array {
    const list = this.list.finish();
    const length = Buffer.alloc(4);
    length.writeUInt32LE(list.length);
    // Higher levels take longer and gain a hundredth.
    return Buffer.concat([length, deflateRawSync(list, { level: 4 })]);
  }
}

/** The strings of a segment by number. */
export class StoredStrings {
  private list: StringList | undefined;
  private decoded: readonly string[] | undefined;

  constructor(private readonly section: Uint8Array) {}

  get(number: number): string {
    return this.decoded?.[number] ?? this.unpacked().get(number);
  }

  /** Decodes all of them while `task` runs, for those who will ask for most. */
  async withAll<T>(task: () => Promise<T>): Promise<T> {
    this.decoded = this.unpacked().all();
    try {
      return await task();
    } finally {
      this.decoded = undefined;
    }
  }

  /** Bytes held beside the section. */
  get memory(): number {
    return this.list?.bytes.length ?? 0;
  }

  private unpacked(): StringList {
    if (!this.list) {
      const length = new DataView(this.section.buffer, this.section.byteOffset).getUint32(0, true);
      this.list = new StringList(inflateRawSync(this.section.subarray(4), { maxOutputLength: Math.max(1, length) }));
    }
    return this.list;
  }
}
