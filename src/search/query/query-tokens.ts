/** Splits a query into words, phrases, regular expressions and filters. Whatever is not a valid one of these is a word. */

import { nearestName } from '../../shared/near-name';
import type { QueryFault } from './query-problem';
import type { OperatorUse } from './question-parts';

export type FilterKey = 'path' | 'lang' | 'kind' | 'name';

interface Token {
  readonly value: string;
  readonly isExcluded: boolean;
  /** UTF-16 offsets of the whole token. */
  readonly start: number;
  readonly end: number;
}

interface WordToken extends Token {
  readonly is: 'word';
  readonly hint?: QueryFault | undefined;
}

export type QueryToken =
  | WordToken
  | (Token & { readonly is: 'phrase' })
  | (Token & { readonly is: 'regex'; readonly flags: string })
  | (Token & { readonly is: 'filter'; readonly key: FilterKey; readonly values: readonly string[] });

const keys: ReadonlyMap<string, FilterKey> = new Map([
  ['path', 'path'],
  ['file', 'path'],
  ['lang', 'lang'],
  ['language', 'lang'],
  ['kind', 'kind'],
  ['name', 'name'],
  ['symbol', 'name'],
]);

/** By opening quote. */
const quotes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['“', '”'],
]);

export function tokenise(query: string, operators: OperatorUse = 'all'): QueryToken[] {
  const tokens: QueryToken[] = [];
  for (let at = 0; ; ) {
    while (at < query.length && isSpace(query.charAt(at))) at++;
    if (at >= query.length) return tokens;
    const token = tokenAt(query, at, operators);
    tokens.push(token);
    at = token.end;
  }
}

function tokenAt(query: string, start: number, operators: OperatorUse): QueryToken {
  if (operators === 'none') return wordAt(query, start);
  // `-x` excludes; `--flag`, `-1`, `->` and a single dash do not.
  const isExcluded = /^-[\p{L}_"“]/u.test(query.slice(start, start + 3));
  const from = isExcluded ? start + 1 : start;
  const filter = filterAt(query, from);
  if (filter) {
    const { key, values, end } = filter;
    return { is: 'filter', key, values, value: query.slice(from, end), isExcluded, start, end };
  }
  const regex = regexAt(query, start, operators === 'all');
  if (regex) return { is: 'regex', ...regex, isExcluded: false, start };
  if (operators === 'filters') return wordAt(query, start);
  const quoted = quotedAt(query, from);
  if (quoted) return { is: 'phrase', value: quoted.value, isExcluded, start, end: quoted.end };
  const word = wordAt(query, from);
  return { ...word, isExcluded, start, hint: hintFor(word.value) };
}

function wordAt(query: string, start: number): WordToken {
  const end = wordEnd(query, start);
  return { is: 'word', value: query.slice(start, end), isExcluded: false, start, end };
}

/** A quoted text, followed by a space or the end; `"a"b` and unclosed quotes are words. */
function quotedAt(query: string, start: number): { value: string; end: number } | undefined {
  const close = quotes.get(query.charAt(start));
  if (close === undefined) return undefined;
  const end = query.indexOf(close, start + 1);
  if (end < 0 || (end + 1 < query.length && !isSpace(query.charAt(end + 1)))) return undefined;
  const value = query.slice(start + 1, end).trim();
  return value === '' ? undefined : { value, end: end + 1 };
}

function filterAt(query: string, start: number): { key: FilterKey; values: string[]; end: number } | undefined {
  const [, spelled = ''] = /^([a-z]{1,8}):/.exec(query.slice(start, start + 9)) ?? [];
  const key = keys.get(spelled);
  if (key === undefined) return undefined;
  const from = start + spelled.length + 1;
  const quoted = quotedAt(query, from);
  if (quoted) return { key, values: [quoted.value], end: quoted.end };
  const end = wordEnd(query, from);
  const value = query.slice(from, end);
  // `kind::of` and `file://x` are text; so is `path:` before a space.
  const begins = key === 'path' ? /^[^:"]/ : key === 'name' ? /^[\p{L}\p{N}_$*?~[{]/u : /^[\p{L}]/u;
  if (!begins.test(value) || value.startsWith('//')) return undefined;
  const values = splitList(value);
  return values.length === 0 ? undefined : { key, values, end };
}

/** Splits at commas outside braces. */
function splitList(value: string): string[] {
  const values: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i <= value.length; i++) {
    const char = value.charAt(i);
    if (char === '{') depth++;
    else if (char === '}') depth--;
    if (i < value.length && (char !== ',' || depth > 0)) continue;
    if (i > start) values.push(value.slice(start, i));
    start = i + 1;
  }
  return values;
}

/** For a word that is nearly a filter: `langauge:python`. */
function hintFor(word: string): QueryFault | undefined {
  const [, key = ''] = /^([a-z]{4,10}):[^\s:/]/.exec(word) ?? [];
  if (key === '') return undefined;
  const near = nearestName(
    key,
    [...keys.keys()].filter((known) => Math.abs(known.length - key.length) < 2 && known[0] === key[0]),
  );
  return near === undefined ? undefined : { is: 'no-filter', value: key, near };
}

function wordEnd(query: string, start: number): number {
  let at = start;
  while (at < query.length && !isSpace(query.charAt(at))) at++;
  return at;
}

function isSpace(char: string): boolean {
  // Most characters are letters of ASCII.
  return char <= ' ' || (char > '\u007f' && /\s/.test(char));
}

type RegexToken = { readonly value: string; readonly flags: string; readonly end: number };

const topFolders =
  /^(?:api|bin|boot|dev|etc|home|lib|lib64|media|mnt|opt|proc|root|run|sbin|srv|sys|tmp|usr|var|[A-Za-z]:?)$/;

const signs = /[\\[\](){}^$*+?|]/;

/**
 * @param isShort the query is short; otherwise an expression must have a sign that words do not have.
 *
 * A regular expression in a query: `/ab+c/i`. Paths, routes and divisions begin with a slash, too, so it ends with the next slash that
 * is not escaped or in brackets, which must be followed by flags, a space or the end; it has no space at its ends; and it is not one
 * of the folders that paths often begin with. `/usr/lib`, `/api/v1/users`, `//`, `a / b` and `/etc/` are text.
 */
function regexAt(query: string, start: number, isShort: boolean): RegexToken | undefined {
  const close = query.charAt(start) === '/' ? closingSlash(query, start + 1) : -1;
  if (close < 0) return undefined;
  const value = query.slice(start + 1, close);
  const [flags = ''] = /^[dgimsuvy]*(?=\s|$)/.exec(query.slice(close + 1)) ?? [];
  const end = close + 1 + flags.length;
  if (end < query.length && !/\s/.test(query.charAt(end))) return undefined;
  if (value === '' || value.startsWith('*') || /^\s|(?<!\\)\s$/.test(value) || topFolders.test(value)) return undefined;
  return isShort || signs.test(value) ? { value, flags, end } : undefined;
}

function closingSlash(query: string, start: number): number {
  let isInClass = false;
  for (let at = start; at < query.length; at++) {
    const char = query.charAt(at);
    if (char === '\\') at++;
    else if (char === '[') isInClass = true;
    else if (char === ']') isInClass = false;
    else if (char === '/' && !isInClass) return at;
  }
  return -1;
}
