/** Finds where JSON values end: fast in a checked text, strictly in an unchecked one. */

export const quote = 34;
export const backslash = 92;
/** Deeper than real notebooks and chats are nested; the limit keeps the stack of open brackets small. */
const maxDepth = 1000;

export function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return at;
    at++;
  }
}

/** Where a value of a checked text ends. */
export function jsonValueEnd(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === quote) return stringEnd(text, start);
  if (first !== 123 && first !== 91) return plainEnd(text, start);
  let depth = 0;
  for (let at = start; ; ) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = stringEnd(text, at);
      continue;
    }
    at++;
    if (code === 123 || code === 91) depth++;
    else if ((code === 125 || code === 93) && --depth === 0) return at;
  }
}

function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    let slashes = at;
    while (text.charCodeAt(slashes - 1) === backslash) slashes--;
    if ((at - slashes) % 2 === 0) return at + 1;
  }
}

const plain = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** The end of a number, `true`, `false` or `null`; `start` if there is none. */
function plainEnd(text: string, start: number): number {
  plain.lastIndex = start;
  return plain.test(text) ? plain.lastIndex : start;
}

/** The end of the value; undefined if it is not well-formed. */
export function checkedValueEnd(text: string, start: number, end: number): number | undefined {
  /** The closing brackets of the open containers. */
  const open: number[] = [];
  let at = start;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 123 || code === 91) {
      if (open.length === maxDepth) return undefined;
      const close = code + 2;
      at = skipSpace(text, at + 1);
      if (text.charCodeAt(at) !== close) {
        open.push(close);
        const value = close === 125 ? checkedKey(text, at, end) : at;
        if (value === undefined) return undefined;
        at = value;
        continue;
      }
      at++;
    } else {
      const valueEnd = code === quote ? checkedStringEnd(text, at, end) : plainEnd(text, at);
      if (valueEnd === undefined || valueEnd === at || valueEnd > end) return undefined;
      at = valueEnd;
    }
    // A value has ended: its container continues or ends as well.
    for (;;) {
      const close = open.at(-1);
      if (close === undefined) return at <= end ? at : undefined;
      at = skipSpace(text, at);
      const next = text.charCodeAt(at);
      if (next === 44) {
        at = skipSpace(text, at + 1);
        const value = close === 125 ? checkedKey(text, at, end) : at;
        if (value === undefined) return undefined;
        at = value;
        break;
      }
      if (next !== close) return undefined;
      open.pop();
      at++;
    }
  }
}

/** Where the value of the key at an offset starts. */
function checkedKey(text: string, start: number, end: number): number | undefined {
  const keyEnd = text.charCodeAt(start) === quote ? checkedStringEnd(text, start, end) : undefined;
  if (keyEnd === undefined) return undefined;
  const colon = skipSpace(text, keyEnd);
  return text.charCodeAt(colon) === 58 ? skipSpace(text, colon + 1) : undefined;
}

function checkedStringEnd(text: string, start: number, end: number): number | undefined {
  for (let at = start + 1; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code < 32) return undefined;
    if (code !== backslash) continue;
    at++;
    const escaped = text.charCodeAt(at);
    if (escaped !== 117) {
      if (!isShortEscape[escaped]) return undefined;
      continue;
    }
    for (const last = at + 4; at < last; at++) if (!isHexDigit(text.charCodeAt(at + 1))) return undefined;
  }
  return undefined;
}

const isShortEscape = Array.from({ length: 128 }, (_, code) => '"\\/bfnrt'.includes(String.fromCharCode(code)));

function isHexDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
}
