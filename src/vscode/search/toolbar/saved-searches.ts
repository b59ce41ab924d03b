/** Searches that the user saved with a name, for one workspace. */
import type { SearchFilters } from '../messages/search-request';

export interface SavedSearch {
  readonly name: string;
  readonly query: string;
  readonly filters: SearchFilters;
}

/** Sorted by name. A name is used once: the later search replaces the earlier one. */
export function addSavedSearch(searches: readonly SavedSearch[], search: SavedSearch): SavedSearch[] {
  return [...removeSavedSearch(searches, search.name), search].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

export function removeSavedSearch(searches: readonly SavedSearch[], name: string): SavedSearch[] {
  return searches.filter((each) => each.name !== name);
}

/** What the name of a search is at first: the beginning of its query, on one line. */
export function suggestedName(query: string): string {
  const line = query.trim().replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59).trimEnd()}…` : line;
}
