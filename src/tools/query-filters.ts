/** Turns filters that are given separately into the filter syntax of queries. */

interface QueryFilters {
  readonly path?: readonly string[];
  readonly language?: readonly string[];
  readonly kind?: readonly string[];
}

/** Text to put before the query; empty if there are no filters. */
export function filtersText({ path = [], language = [], kind = [] }: QueryFilters): string {
  const of = (key: string, list: readonly string[]): string[] =>
    list.map((value) => value.replaceAll('"', '').trim()).flatMap((value) => (value === '' ? [] : `${key}:"${value}"`));
  return [...of('path', path), ...of('lang', language), ...of('kind', kind), ''].join(' ');
}
