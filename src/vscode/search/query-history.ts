/** Queries that were of use, as a list. */

export const mostEntries = 50;

/** The latest first, each once, blank ones never. */
export function withEntry(entries: readonly string[], entry: string): string[] {
  const text = entry.trim();
  return text === '' ? [...entries] : [text, ...entries.filter((each) => each !== text)].slice(0, mostEntries);
}
