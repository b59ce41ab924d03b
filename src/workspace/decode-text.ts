/**
 * Decodes the bytes of a file. Nearly every file is UTF-8, which is tried first and costs nothing more than decoding it. What is not
 * valid UTF-8 is UTF-16, an older encoding of one or two bytes per character, damaged UTF-8, or not text at all. All code that reads a
 * source file decodes it here, so that offsets (UTF-16 units of the decoded text) mean the same everywhere.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { declaredEncoding } from './declared-encoding';
import { decodeLegacy, guessLegacyEncoding } from './legacy-encoding';

export interface DecodedBytes {
  readonly text: string;
  /** A label of the WHATWG Encoding Standard; left out for UTF-8. */
  readonly encoding?: string;
}

/** Bytes or UTF-16 units that decide whether something is text. */
const headLength = 8192;
const byteOrderMark = 0xfeff;

/** Undefined if it is not text. A byte order mark is removed, as in VS Code. */
export function decodeText(bytes: Uint8Array): DecodedBytes | undefined {
  // UTF-32 begins like UTF-16; code is not written in it.
  if (bytes[0] === 0xff && bytes[1] === 0xfe && bytes[2] === 0 && bytes[3] === 0) return undefined;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodedAs('utf-16le', bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodedAs('utf-16be', bytes);
  if (bytes.subarray(0, headLength).includes(0)) return unmarkedUtf16(bytes);
  const text = validUtf8(bytes);
  if (text !== undefined) return hasManyControls(text, 10) ? undefined : { text };
  const declared = declaredEncoding(bytes);
  const damaged = new TextDecoder('utf-8').decode(bytes);
  if (hasManyControls(damaged.replaceAll('\ufffd', ''), 10)) return undefined;
  // Far more whole characters than broken ones: UTF-8 with some bad bytes, which become U+FFFD, as in the editor.
  if (declared === undefined && isMostlyUtf8(damaged)) return { text: damaged };
  const encoding = declared ?? guessLegacyEncoding(bytes);
  if (encoding === undefined) return undefined;
  const legacy = decodeLegacy(bytes, encoding);
  return hasManyControls(legacy, 50) ? undefined : { text: legacy, encoding };
}

function decodedAs(encoding: string, bytes: Uint8Array): DecodedBytes {
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
}

/** Undefined if the bytes are not valid. Not by a `TextDecoder`: the first one of a process takes 25 ms. */
export function validUtf8(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Nearly all files: each byte is a character, which takes less time.
  if (isAscii(bytes)) return buffer.toString('latin1');
  if (!isUtf8(bytes)) return undefined;
  const text = buffer.toString('utf8');
  return text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text;
}

/** Control characters that text does not have, U+FFFD, and bytes that mean nothing. */
const brokenCharacter = /[^\x08-\x0d\x1b\x20-\x7e\xa0-\ufffc\ufffe\uffff]/g;

/** True if more than 1 of `oneIn` of the first characters is broken. */
function hasManyControls(text: string, oneIn: number): boolean {
  const head = text.slice(0, headLength);
  return (head.match(brokenCharacter)?.length ?? 0) * oneIn > head.length;
}

/** @param damaged the text with U+FFFD for bytes that are not UTF-8. */
function isMostlyUtf8(damaged: string): boolean {
  let broken = 0;
  let whole = 0;
  for (let i = 0; i < damaged.length; i++) {
    const code = damaged.charCodeAt(i);
    if (code === 0xfffd) broken++;
    else if (code > 127) whole++;
  }
  return whole >= broken * 2;
}

/** Text in UTF-16 without a mark has zeros in the high halves of its spaces and line breaks, and nowhere else. */
function unmarkedUtf16(bytes: Uint8Array): DecodedBytes | undefined {
  if (bytes.length % 2 !== 0) return undefined;
  const head = bytes.subarray(0, headLength);
  const zeros = [0, 0];
  for (const [i, byte] of head.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even > 0 && odd > 0) return undefined;
  const encoding = odd > 0 ? 'utf-16le' : 'utf-16be';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return isWritten(text.slice(0, headLength)) ? { text, encoding } : undefined;
  } catch {
    return undefined;
  }
}

/** True if nearly all characters are ones that people write, and some of them are letters. */
function isWritten(head: string): boolean {
  const letters = head.match(/\p{L}/gu)?.length ?? 0;
  const others = head.match(/[\t\n\r\p{M}\p{N}\p{P}\p{S}\p{Zs}]/gu)?.length ?? 0;
  const all = [...head].length;
  // Sixteen-bit numbers give letters of many scripts beside each other; a text has two or three.
  const blocks = new Set([...head].map((character) => (character.codePointAt(0) ?? 0) >> 8));
  const isCoherent = [...blocks].filter((block) => block < 0x30 || block > 0xd7).length <= 6;
  return letters * 4 >= all && letters + others >= all * 0.98 && isCoherent;
}
