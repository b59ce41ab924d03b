/** Filters that are given separately from the query: by flags, by the parameters of tools, by the form of the Search view. */

export interface QueryFilters {
  /** Globs or parts of paths. */
  readonly path?: readonly string[];
  /** Names, ids or file extensions. */
  readonly language?: readonly string[];
  readonly kind?: readonly string[];
  /** Regular expressions that a chunk must match, as in regex-pattern.ts. */
  readonly regex?: readonly string[];
  /** Paths of files, and of folders with `/` at the end, that are left out; no globs. */
  readonly without?: readonly string[];
}

/** The filters with values, by their key in the query language. */
export function filterEntries({ path = [], language = [], kind = [] }: QueryFilters) {
  const keyed = { path, lang: language, kind } as const;
  return (['path', 'lang', 'kind'] as const).map((key) => ({
    key,
    values: keyed[key].map((value) => value.trim()).filter((value) => value !== ''),
  }));
}
