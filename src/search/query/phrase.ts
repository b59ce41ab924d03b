interface RegexToken {
  readonly value: string;
  readonly flags: string;
  readonly end: number;
}
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
