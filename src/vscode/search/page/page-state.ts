/** What the page saves and asks for: where it begins, and when two requests are the same. */
import type { SearchToExtension } from '../messages/search-messages';
import { noFilters, type SearchPageState, type SearchRequest } from '../messages/search-request';

/** What VS Code gives to a page. */
export interface PageApi {
  postMessage(message: SearchToExtension): void;
  getState(): SearchPageState | undefined;
  setState(state: SearchPageState): void;
}

/** @param own as the page saved it; @param saved the last request of the workspace, which wins if it is newer. */
export function firstState(own: SearchPageState | undefined, saved: SearchRequest | undefined): SearchPageState {
  const empty = { query: '', filters: noFilters, areFiltersOpen: false, folded: [], scroll: 0, at: 0 };
  const isSavedNewer = (saved?.at ?? 0) > (own?.at ?? 0);
  return { ...empty, ...own, ...(isSavedNewer && { similar: undefined, ...saved }) };
}

/** True if both requests search for the same thing; a space at the end changes nothing. */
export function isSameRequest(a: SearchRequest, b: SearchRequest): boolean {
  const key = ({
    query,
    filters: { language, kind, path, mode, only, without = [] },
    similar,
  }: SearchRequest): string =>
    JSON.stringify([similar ? [similar.uri, similar.line] : query.trim(), language, kind, path, mode, only, without]);
  return key(a) === key(b);
}
