/**
 * A regular expression in a query: `/ab+c/i`. Paths, routes and divisions begin with a slash, too, so it ends with the next slash that
 * is not escaped or in brackets, which must be followed by flags, a space or the end; it has no space at its ends; and it is not one
 * of the folders that paths often begin with. `/usr/lib`, `/api/v1/users`, `//`, `a / b` and `/etc/` are text.
 */

interface RegexToken {
  readonly value: string;
  readonly flags: string;
  readonly end: number;
}

const topFolders =
  /^(?:api|bin|boot|dev|etc|home|lib|lib64|media|mnt|opt|proc|root|run|sbin|srv|sys|tmp|usr|var|[A-Za-z]:?)$/;
const signs = /[\\[\](){}^$*+?|]/;

/** @param isShort the query is short; otherwise an expression must have a sign that words do not have. */
export function regexAt(query: string, start: number, isShort: boolean): RegexToken | undefined {
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
