/** Filters that are given separately from the query: by flags, by the parameters of tools, by the form of the Search view. */
import picomatch from 'picomatch';
import type { QueryFault } from './query-problem';

/**
 * `path:` in a query. Without a wildcard it is a part of the path (`path:src/index`, `path:test`); with one it is a glob that may
 * begin at any folder, unless it begins with `/`: `path:*.ts`, `path:src/**\/*.{c,h}`. Case does not matter.
 */
export interface PathFilter {
  readonly pattern: string;
  readonly matches: (path: string) => boolean;
}

const maxPatternLength = 256;
/** In one part of the path, and of `**` in all: each further one multiplies the time to reject a path. */
const maxStars = 4;

/** Returns a problem if the pattern cannot be used. */
export function pathFilter(pattern: string): PathFilter | { readonly problem: QueryFault } {
  const glob = pattern.replaceAll('\\', '/').replace(/^\.\//, '');
  if (glob.length > maxPatternLength) return { problem: { is: 'long-pattern', max: maxPatternLength } };
  if (!/[*?[\]{}]/.test(glob)) {
    const lowered = glob.toLowerCase();
    const fromTop = lowered.startsWith('/') ? lowered.slice(1) : undefined;
    const matches = (path: string) => {
      const lower = path.toLowerCase();
      return fromTop === undefined ? lower.includes(lowered) : lower.startsWith(fromTop);
    };
    return { pattern, matches };
  }
  if (tooManyStars(glob)) return { problem: { is: 'many-wildcards', value: pattern } };
  const below = glob.startsWith('/') ? glob.slice(1) : `**/${glob.replace(/^(?:\*\*\/)+/, '')}`;
  const whole = below.endsWith('/') ? `${below}**` : below;
  try {
    return { pattern, matches: picomatch(whole, { dot: true, nocase: true, noextglob: true, nonegate: true }) };
  } catch {
    return { problem: { is: 'no-pattern', value: pattern } };
  }
}

function tooManyStars(glob: string): boolean {
  const parts = glob.split('/');
  const deep = parts.filter((part) => part === '**').length;
  const stars = parts.map((part) => (part === '**' ? 0 : part.replaceAll(/\*+/g, '*').split('*').length - 1));
  return deep > maxStars || stars.some((count) => count > maxStars) || (glob.match(/[{,]/g)?.length ?? 0) > 32;
}

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

/** A part of a query that was read as a phrase, an exclusion or a filter. Pages import this file, so it imports nothing. */
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
