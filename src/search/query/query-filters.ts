/** What a query demands of paths and texts: patterns for paths, exact phrases, and regular expressions. */

import { type AST, RegExpParser, RegExpSyntaxError, visitRegExpAST } from '@eslint-community/regexpp';
import picomatch from 'picomatch';
import type { QueryFault } from './query-problem';
import type { QueryFilters } from './search-choices';

/**
 * `path:` in a query. Without a wildcard it is a part of the path (`path:src/index`, `path:test`); with one it is a glob that may
 * begin at any folder, unless it begins with `/`: `path:*.ts`, `path:src/**\/*.{c,h}`. Case does not matter.
 */
export type PathFilter = { readonly pattern: string; readonly matches: (path: string) => boolean };

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

/**
 * A regular expression of a query, in the syntax of JavaScript. Case matters unless it has the flag `i`. It is matched line by line,
 * so `^` and `$` are the ends of a line and `\s` does not reach the next one, unless it names a line break or has the flag `s`.
 */
export interface Regex {
  /** As typed: `/source/flags`. */
  readonly text: string;
  readonly expression: RegExp;
  readonly syntax: AST.Pattern;
  readonly ignoresCase: boolean;
  readonly isMultiline: boolean;
}

const maxLength = 1000;

/** Flags that say how to search are ignored: all matches are found, and lines have their own ends. */
const knownFlags = /^[dgimsuvy]*$/;

export function regexOf(source: string, flags: string): Regex | { readonly problem: QueryFault } {
  const text = `/${source}/${flags}`;
  const problem = (reason: string, at?: number): { problem: QueryFault } => ({
    problem: { is: 'bad-regex', value: shortened(text), reason, ...(at !== undefined && { at }) },
  });
  if (source.length > maxLength) return problem(`it has more than ${maxLength} characters`);
  if (!knownFlags.test(flags)) return problem(`it has the unknown flag ${/[^dgimsuvy]/.exec(flags)?.[0]}`);
  const has = (flag: string): boolean => flags.includes(flag);
  try {
    const modes = { unicode: has('u'), unicodeSets: has('v') };
    const syntax = new RegExpParser().parsePattern(source, 0, source.length, modes);
    const isMultiline = has('s') || namesLineBreak(syntax);
    const kept = ['i', 's', 'u', 'v'].filter(has).join('');
    return { text, expression: new RegExp(source, `gm${kept}`), syntax, ignoresCase: has('i'), isMultiline };
  } catch (error) {
    if (error instanceof RegExpSyntaxError)
      return problem(error.message.replace(/^Invalid regular expression: .*\/: /s, ''), error.index + 1);
    return problem(error instanceof Error ? error.message : String(error));
  }
}

/** Text that was given as a regular expression: as it is, or as `/source/flags`. */
export function givenRegex(text: string): ReturnType<typeof regexOf> {
  const [, source, flags] = /^\/(.+)\/([a-z]*)$/s.exec(text) ?? [];
  return source === undefined ? regexOf(text, '') : regexOf(source, flags ?? '');
}

function namesLineBreak(syntax: AST.Pattern): boolean {
  let isNamed = false;
  visitRegExpAST(syntax, {
    onCharacterEnter: ({ value }) => {
      isNamed ||= value === 10;
    },
  });
  return isNamed;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
