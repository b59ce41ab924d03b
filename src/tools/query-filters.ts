/** Filters that came beside a query, in the query's own language. */

interface QueryFilters {
  readonly path?: readonly string[];
  readonly language?: readonly string[];
  readonly kind?: readonly string[];
}

/** To be put before the query; empty where there are none. */
export function filtersText({ path = [], language = [], kind = [] }: QueryFilters): string {
  const of = (key: string, list: readonly string[]): string[] =>
    list.map((value) => value.replaceAll('"', '').trim()).flatMap((value) => (value === '' ? [] : `${key}:"${value}"`));
  return [...of('path', path), ...of('lang', language), ...of('kind', kind), ''].join(' ');
}
