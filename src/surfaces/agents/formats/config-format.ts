/**
 * A format of configuration files: reads and changes one value and leaves every other byte as it is. Texts come without a byte order
 * mark. A text that cannot be parsed, or has something else where the value belongs, is a problem and never changed.
 */

export type ConfigValue = string | number | boolean | null | readonly ConfigValue[] | ConfigObject;
export interface ConfigObject {
  readonly [key: string]: ConfigValue;
}

/** Why a file was not changed. */
export interface ConfigProblem {
  /** One sentence without its subject, which is the file. */
  readonly message: string;
  /** 1-based. */
  readonly line?: number;
  readonly column?: number;
}

export type Edited = { readonly text: string } | { readonly problem: ConfigProblem };

export interface ConfigFormat {
  /** What is at the keys now (undefined: nothing), and how many of the keys before the last lead to an object. */
  read(text: string, keys: readonly string[]): FoundValue | { readonly problem: ConfigProblem };
  /** Sets the value, and creates the objects that lead to it. A text of white space is a new file. */
  put(text: string, keys: readonly string[], value: ConfigValue, fresh?: ConfigObject): Edited;
  /**
   * Removes the value, and the objects around it that are empty then, except the first `keep` of them. The text is empty if the file
   * has nothing else.
   */
  drop(text: string, keys: readonly string[], keep: number): Edited;
  /** What a user has to add by hand. */
  show(keys: readonly string[], value: ConfigValue): string;
}

type FoundValue = { readonly value: ConfigValue | undefined; readonly depth: number };

export function problemAt(text: string, offset: number, message: string): { readonly problem: ConfigProblem } {
  const before = text.slice(0, offset).split('\n');
  return { problem: { message, line: before.length, column: (before.at(-1) ?? '').length + 1 } };
}

export function lineBreakOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

export function isObject(value: unknown): value is ConfigObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of the parsers have no prototype, which would make them differ from ours. */
export function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plainValue(part)]));
}
