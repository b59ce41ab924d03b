/**
 * The section `strings`, a string list: each string of a segment once, in the order of first use. Most names are new when a row uses
 * them, and then cost no number.
 */

import { wasmModule } from '../../shared/wasm-module';
import type { SectionSource } from './section-source';
import { notAList, StringList, StringListWriter } from './string-list';

// Finds the number of a string in a list by its text. The list is not decoded: eight bytes of memory per string are enough. They are
// filled in WebAssembly (string-finder.wat, built into dist/strings.wasm).

const wasmFile = 'dist/strings.wasm';
const wordBytes = 4;
const pageBytes = 65536;
/** Strings that are added by one call: V8 optimises the kernel only between calls. */
const perCall = 2048;

export class StringFinder {
  /** Open addressing: 1 + the number of a string, 0 where a slot is free. */
  private readonly slots: Uint32Array;
  private readonly mask: number;

  constructor(private readonly list: StringList) {
    let size = 16;
    while (size < 2 * list.count) size *= 2;
    this.mask = size - 1;
    this.slots = filledSlots(list, size);
  }

  /** -1: no string of the list has this text. */
  find(text: string): number {
    const bytes = Buffer.from(text);
    for (let slot = hashOf(bytes) & this.mask; ; slot = (slot + 1) & this.mask) {
      const number = (this.slots[slot] ?? 0) - 1;
      if (number < 0 || this.list.get(number) === text) return number;
    }
  }
}

/** Of four bytes at a time; those after the end count as 0. */
function hashOf(bytes: Uint8Array): number {
  const at = (place: number): number => bytes[place] ?? 0;
  let hash = 0x811c_9dc5;
  for (let i = 0; i < bytes.length; i += wordBytes) {
    const word = at(i) | (at(i + 1) << 8) | (at(i + 2) << 16) | (at(i + 3) << 24);
    hash = Math.imul(hash ^ word, 0x9e37_79b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}

type Add = (...numbers: number[]) => number;

/** @param size a power of two. @throws DamagedSectionError */
function filledSlots(list: StringList, size: number): Uint32Array {
  if (list.count === 0) return new Uint32Array(size);
  const { bytes, largestBlock } = list.encoded();
  // No string is longer than its block. Zeros are written after it.
  const textAt = aligned(bytes.length);
  const slotsAt = textAt + aligned(largestBlock + wordBytes);
  const pages = Math.ceil((slotsAt + size * wordBytes) / pageBytes);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  new Uint8Array(memory.buffer).set(bytes);
  const { exports } = new WebAssembly.Instance(wasmModule(wasmFile), { strings: { memory } });
  const add = exports.add as Add;
  try {
    let at = 0;
    for (let number = 0; number < list.count; number += perCall)
      at = add(at, bytes.length, number, Math.min(list.count, number + perCall), textAt, slotsAt, size - 1);
  } catch {
    // It has read beyond the end.
    throw notAList();
  }
  return new Uint32Array(memory.buffer, slotsAt, size).slice();
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 16) * 16;
}

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
    return this.list.finish();
  }
}

/** Names that are remembered. */
const maxNames = 2 ** 16;

/** The strings of a segment by number. */
export class StoredStrings {
  private readonly list: StringList;
  private decoded: readonly string[] | undefined;
  private finder: StringFinder | undefined;
  /** What `name` gave, by number; and the numbers, as long as there is no finder. */
  private readonly names = new Map<number, string>();
  private readonly numbers = new Map<string, number>();

  /** @param section bytes, or those of a large file. */
  constructor(section: Uint8Array | SectionSource) {
    this.list = new StringList(section);
  }

  get(number: number): string {
    return this.decoded?.[number] ?? this.list.get(number);
  }

  get count(): number {
    return this.list.count;
  }

  /**
   * The same for names of links: files near each other have many in common, and they are likely to be looked for next, which without
   * their numbers means to read all strings.
   */
  name(number: number): string {
    // Otherwise compaction would remember the names of all segments.
    if (this.decoded) return this.get(number);
    const known = this.names.get(number);
    if (known !== undefined) return known;
    const text = this.get(number);
    if (this.names.size >= maxNames) {
      this.names.clear();
      this.numbers.clear();
    }
    this.names.set(number, text);
    if (!this.finder) this.numbers.set(text, number);
    return text;
  }

  /** The number of a string; -1 if the segment does not have it. */
  find(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    this.numbers.clear();
    this.finder ??= new StringFinder(this.list);
    return this.finder.find(text);
  }

  /** Decodes all strings while `task` runs, for tasks that read most of them. */
  async withAll<T>(task: () => Promise<T>): Promise<T> {
    this.decoded = this.list.all();
    try {
      return await task();
    } finally {
      this.decoded = undefined;
    }
  }
}
