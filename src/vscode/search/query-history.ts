/** Queries that were of use, as a list. */

export const maxHistoryEntries = 50;

/** The latest first, each once, blank ones never. */
export function addHistoryEntry(entries: readonly string[], entry: string): string[] {
  const text = entry.trim();
  return text === '' ? [...entries] : [text, ...entries.filter((each) => each !== text)].slice(0, maxHistoryEntries);
}
