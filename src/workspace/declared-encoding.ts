/**
 * The encoding that a file says it is in. It counts if the bytes are not valid UTF-8: many files that are UTF-8 still say what they
 * were before.
 */
import { decodeLegacy } from './legacy-encoding';

/** Bytes at the beginning and at the end where a file may say it. */
const headLength = 1024;
const tailLength = 512;

/** The text before the name must be on the same line. */
const declarations: readonly RegExp[] = [
  // Python, Ruby and Emacs (`-*- coding: x -*-`), in the first two lines
  /^(?:[^\n]*\n)?[^\n]{0,200}?coding[:=][ \t]*([-\w.]+)/,
  /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([-\w.]+)/,
  /<meta\s[^>]{0,200}?charset\s*=\s*["']?([-\w.]+)/i,
  /^@charset "([-\w.]+)"/,
  // Vim, in the first or last lines
  /\b(?:vim?|ex):[^\n]{0,200}?\b(?:fenc|fileencoding)=([-\w.]+)/,
];

/** Names of Python, Emacs and Vim that the Encoding Standard does not have. */
const otherNames: readonly (readonly [RegExp, string])[] = [
  [/^(?:japanese|chinese|korean|cyrillic|iso)-(?!\d)|-(?:unix|dos|mac)$/g, ''],
  [/^(?:cp|ms|windows)-?(?=(?:125\d|874|949)$)/, 'windows-'],
  [/^(?:cp|ms)-?932$|^shift-jis.+/, 'shift_jis'],
  [/^(?:cp|ms)-?936$|^euc-?cn$/, 'gbk'],
  [/^(?:cp|ms)-?950$/, 'big5'],
  [/^euc-?(?=jp|kr)/, 'euc-'],
  [/^latin-/, 'latin'],
];

/** A label that `TextDecoder` knows; undefined if the file says none, or one in which its bytes are not valid. */
export function declaredEncoding(bytes: Uint8Array): string | undefined {
  const ends = [bytes.subarray(0, headLength), bytes.subarray(Math.max(headLength, bytes.length - tailLength))];
  const text = ends.map((part) => Buffer.from(part).toString('latin1')).join('\n');
  for (const pattern of declarations) {
    let name = pattern.exec(text)?.[1]?.toLowerCase().replaceAll('_', '-');
    if (name === undefined) continue;
    for (const [from, to] of otherNames) name = name.replace(from, to);
    try {
      const { encoding } = new TextDecoder(name);
      if (encoding.startsWith('utf-')) continue;
      decodeLegacy(bytes, encoding, true);
      return encoding;
    } catch {
      // Unknown, or not valid: the bytes decide.
    }
  }
  return undefined;
}
