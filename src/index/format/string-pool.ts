/**
 * The section `strings`, a string list: each string of a segment once, in the order of first use. Most names are new when a row uses
 * them, and then cost no number.
 */
import type { SectionSource } from './section-source';
import { StringFinder } from './string-finder';
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

  finishSteps(): Generator<void, Uint8Array> {
    return this.list.finishSteps();
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
