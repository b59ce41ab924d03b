/**
 * The section `strings`, a string list: each string of a segment once, in the order of first use. Most names are new when a row uses
 * them, and then cost no number.
 */

import { wasmModule } from '../../shared/wasm-module';
import type { SectionSource } from './section-source';
import { StringList, StringListWriter } from './string-list';

// Finds the number of a string in a list by its text. The list is not decoded: eight bytes of memory per string are enough. They are
// filled in WebAssembly (string-finder.wat, built into dist/strings.wasm), or here where that was not built.

const wasmFile = 'dist/strings.wasm';
const wordBytes = 4;
const pageBytes = 65536;
/** Where the strings begin in memory; address 0 has a meaning of its own. */
const listAt = 64;
/** For a string; longer ones are left to TypeScript. */
const room = 65536;
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
    this.slots = filledSlots(list, size) ?? slotsOf(list, size);
  }

  /** -1: no string of the list has this text. */
  find(text: string): number {
    const bytes = Buffer.from(text);
    for (let slot = hashOf(bytes, bytes.length) & this.mask; ; slot = (slot + 1) & this.mask) {
      const number = (this.slots[slot] ?? 0) - 1;
      if (number < 0 || this.list.get(number) === text) return number;
    }
  }
}

/** As `filledSlots`, without WebAssembly. */
export function slotsOf(list: StringList, size: number): Uint32Array {
  const slots = new Uint32Array(size);
  list.visit((number, bytes, length) => {
    let slot = hashOf(bytes, length) & (size - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (size - 1);
    slots[slot] = number + 1;
  });
  return slots;
}

/** Of four bytes at a time; those after the end count as 0. */
function hashOf(bytes: Uint8Array, length: number): number {
  const at = (place: number): number => (place < length ? (bytes[place] ?? 0) : 0);
  let hash = 0x811c_9dc5;
  for (let i = 0; i < length; i += wordBytes) {
    const word = at(i) | (at(i + 1) << 8) | (at(i + 2) << 16) | (at(i + 3) << 24);
    hash = Math.imul(hash ^ word, 0x9e37_79b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}

type Add = (...numbers: number[]) => number;

/** Undefined if the kernel is missing or stops: a string is too long for it, or the list is damaged. @param size a power of two. */
export function filledSlots(list: StringList, size: number): Uint32Array | undefined {
  const module = wasmModule(wasmFile);
  if (!module || list.count === 0) return undefined;
  try {
    return runKernel(module, list, size);
  } catch {
    return undefined;
  }
}

function runKernel(module: WebAssembly.Module, list: StringList, size: number): Uint32Array | undefined {
  const bytes = list.encoded();
  const textAt = listAt + Math.ceil(bytes.length / 16) * 16;
  const slotsAt = textAt + room;
  const pages = Math.ceil((slotsAt + size * wordBytes) / pageBytes);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  new Uint8Array(memory.buffer).set(bytes, listAt);
  const { exports } = new WebAssembly.Instance(module, { strings: { memory } });
  const add = exports.add as Add;
  let at = listAt;
  for (let number = 0; number < list.count && at > 0; number += perCall) {
    const until = Math.min(list.count, number + perCall);
    at = add(at, listAt + bytes.length, number, until, textAt, room, slotsAt, size - 1);
  }
  return at === 0 ? undefined : new Uint32Array(memory.buffer, slotsAt, size).slice();
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
