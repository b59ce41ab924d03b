/** The list of queries that the user confirmed with Enter or opened a result of. */

export const maxHistoryEntries = 50;

/** The latest first, without duplicates or blank queries. */
export function addHistoryEntry(entries: readonly string[], entry: string): string[] {
  const text = entry.trim();
  return text === '' ? [...entries] : [text, ...entries.filter((each) => each !== text)].slice(0, maxHistoryEntries);
}
