/** The filters of a search or a pack as models write them: one text each, several values separated by commas. */
import type { QueryFilters } from '../../search/query/query-filters';

interface FilterTexts {
  readonly path?: string | undefined;
  readonly language?: string | undefined;
  readonly kind?: string | undefined;
  readonly regex?: string | undefined;
}

/** Globs and regular expressions are not split, since they may contain commas. */
export function toolFilters({ path, language, kind, regex }: FilterTexts): QueryFilters {
  return { path: one(path), language: several(language), kind: several(kind), regex: one(regex) };
}

function one(value: string | undefined): string[] {
  return value === undefined ? [] : [value];
}

function several(value: string | undefined): string[] {
  return value?.split(',') ?? [];
}
