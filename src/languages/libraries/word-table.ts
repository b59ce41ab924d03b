/** Lists of names, each written as one string of words separated by white space. */
export type WordTable = Readonly<Record<string, string>>;

/** Looks lists up as sets. A list is split the first time its key is looked up: a file uses few of the keys. */
export function wordSets(table: WordTable): (key: string) => ReadonlySet<string> | undefined {
  const sets = new Map<string, ReadonlySet<string>>();
  return (key) => {
    let set = sets.get(key);
    if (!set && Object.hasOwn(table, key)) {
      set = new Set(table[key]?.trim().split(/\s+/));
      sets.set(key, set);
    }
    return set;
  };
}
