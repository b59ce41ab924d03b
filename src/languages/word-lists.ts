/** Tables of words, each list written as one text with white space between its words. */
import { remember } from '../shared/maps';

/** The words of a list. */
export function words(list: string): string[] {
  return list.match(/\S+/g) ?? [];
}

/** The same value for each word of a list: `...each('block', 'for_statement while_statement')`. */
export function each<const Value>(value: Value, list: string): Readonly<Record<string, Value>> {
  return Object.fromEntries(words(list).map((word) => [word, value]));
}

export type WordTable = Readonly<Record<string, string>>;

/** Looks lists up, as `read` makes them of their words. A list is read the first time its key is looked up: a file uses few of the keys. */
export function wordLists<List>(table: WordTable, read: (list: string[]) => List): (key: string) => List | undefined {
  const lists = new Map<string, List>();
  return (key) => (Object.hasOwn(table, key) ? remember(lists, key, () => read(words(table[key] ?? ''))) : undefined);
}

/** Looks lists up as sets. */
export function wordSets(table: WordTable): (key: string) => ReadonlySet<string> | undefined {
  return wordLists(table, (list) => new Set(list));
}
