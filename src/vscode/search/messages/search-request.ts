/** What the page asks for, and what it saves of that. Used by the page and the extension: neither `vscode` nor the DOM. */
import type { SearchArea, SearchMode } from '../../../search/query/search-choices';
import type { SearchScope } from '../../team/search-scope';

export interface SearchFilters {
  /** Here and in `kind` and `path`: empty means all. */
  readonly language: string;
  readonly kind: string;
  readonly path: string;
  readonly mode: SearchMode;
  /** Empty means all. */
  readonly only: readonly SearchArea[];
  /** Paths of files, and of folders with `/` at the end, that are left out. */
  readonly without?: readonly string[] | undefined;
}

export const noFilters: SearchFilters = { language: '', kind: '', path: '', mode: 'hybrid', only: [] };

/** A location to find similar code for. */
export interface SimilarPlace {
  readonly uri: string;
  /** 1-based. */
  readonly line: number;
  /** `Similar to parse` */
  readonly label: string;
  /** File and lines, if the label does not say them. */
  readonly detail?: string;
}

/** What to search for: a query, or code similar to a location. If both are set, `similar` wins. */
export interface SearchRequest {
  readonly query: string;
  readonly filters: SearchFilters;
  readonly similar?: SimilarPlace | undefined;
  /** Left out: the scope that is chosen now. The page does not know it. */
  readonly scope?: SearchScope | undefined;
  /** When the request was made. The page and the workspace both save the last request, and VS Code may lose the latest save of one. */
  readonly at: number;
}

/** Nothing is searched: there is neither a question nor a location. */
export function isEmptyRequest({ query, similar }: Pick<SearchRequest, 'query' | 'similar'>): boolean {
  return similar === undefined && query.trim() === '';
}

/** What the page saves with `setState`. */
export interface SearchPageState extends SearchRequest {
  readonly areFiltersOpen: boolean;
  /** Keys of the collapsed file groups. */
  readonly folded: readonly string[];
  /** Key of the selected row. */
  readonly selected?: string | undefined;
  readonly scroll: number;
  /** Keys of the hits selected to copy or send. */
  readonly picked?: readonly string[] | undefined;
  /** Copy and send them with their imports and globals. */
  readonly withContext?: boolean | undefined;
}

/** Where the page begins. @param own as the page saved it; @param saved the last request of the workspace, which wins if it is newer. */
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

/** What leaves a file out: its path, or that of its folder with `/` at the end. A file at the top has no folder: it is left out alone. */
export function pathToExclude(path: string, isFolder: boolean): string {
  return isFolder && path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : path;
}
