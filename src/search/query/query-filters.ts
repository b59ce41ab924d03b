/** What a query demands of paths and texts: patterns for paths, and exact phrases. */

import picomatch from 'picomatch';
import type { QueryFault } from './query-problem';
import type { QueryFilters } from './search-choices';

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

/** The filters with values, by their key in the query language. */
export function filterEntries({ path = [], language = [], kind = [] }: QueryFilters) {
  const keyed = { path, lang: language, kind } as const;
  return (['path', 'lang', 'kind'] as const).map((key) => ({
    key,
    values: keyed[key].map((value) => value.trim()).filter((value) => value !== ''),
  }));
}

/**
 * An exact phrase to find in text. The amount of white space between two words does not matter, and none is needed next to
 * punctuation: `f( a,b )` is `f(a, b)`. A phrase in lower case is found in any case; with a capital letter, case matters.
 */
export interface Phrase {
  /** As in the query. */
  readonly text: string;
  /** Its first place in `text`, in UTF-16 offsets; undefined: it is not there. */
  readonly find: (text: string) => { readonly start: number; readonly end: number } | undefined;
}

export function phraseOf(text: string): Phrase {
  const anyCase = text === text.toLowerCase();
  const squeezed = squeeze(text, anyCase, undefined);
  return {
    text,
    find: (within) => {
      if (squeezed === '') return undefined;
      const places: number[] = [];
      const at = squeeze(within, anyCase, places).indexOf(squeezed);
      if (at < 0) return undefined;
      return { start: places[at] ?? 0, end: (places[at + squeezed.length - 1] ?? 0) + 1 };
    },
  };
}

/** Removes white space except one blank between words. @param places receives the original offset of each unit that is kept. */
function squeeze(text: string, anyCase: boolean, places: number[] | undefined): string {
  let result = '';
  let isAfterSpace = false;
  let wasWord = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (isSpace(char)) {
      isAfterSpace = true;
      continue;
    }
    const nowWord = isWord(char);
    if (isAfterSpace && wasWord && nowWord) {
      result += ' ';
      places?.push(i - 1);
    }
    const lower = anyCase ? char.toLowerCase() : char;
    // A letter that becomes longer in lower case would shift the places.
    result += lower.length === 1 ? lower : char;
    places?.push(i);
    isAfterSpace = false;
    wasWord = nowWord;
  }
  return result;
}

function isSpace(char: string): boolean {
  return char <= ' ' || char === '\u00a0' || char === '\u2028' || char === '\u2029';
}

function isWord(char: string): boolean {
  return (
    (char >= 'a' && char <= 'z') ||
    (char >= 'A' && char <= 'Z') ||
    (char >= '0' && char <= '9') ||
    char === '_' ||
    char > '\u007f'
  );
}
