/**
 * What a search can be limited to, and how it searches: the choices that flags, the parameters of tools and the form of the Search view
 * offer. Pages of the editor import this file, so it imports nothing.
 */

/** The areas of a repository. Each chunk is in one of them. */
export const searchAreas = ['code', 'tests', 'docs'] as const;
export type SearchArea = (typeof searchAreas)[number];

export const searchModes = ['hybrid', 'semantic', 'keyword'] as const;
/** Words and meaning, meaning only, words only. */
export type SearchMode = (typeof searchModes)[number];

export interface QueryFilters {
  /** Globs or parts of paths. */
  readonly path?: readonly string[];
  /** Names, ids or file extensions. */
  readonly language?: readonly string[];
  readonly kind?: readonly string[];
  /** Regular expressions that a chunk must match, as in query-filters.ts. */
  readonly regex?: readonly string[];
  /** Paths of files, and of folders with `/` at the end, that are left out; no globs. */
  readonly without?: readonly string[];
}

/** A part of a query that was read as a phrase, an exclusion or a filter. */
export interface ReadOperator {
  /** As it is written in the query. */
  readonly text: string;
  /** Where in the query, in UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
}

/** The query without this part, and without the space that it leaves. */
export function withoutOperator(query: string, { text, start, end }: ReadOperator): string {
  // The query may have been edited since.
  const at = query.slice(start, end) === text ? start : query.indexOf(text);
  if (at < 0) return query;
  return `${query.slice(0, at).trimEnd()} ${query.slice(at + text.length).trimStart()}`.trim();
}
