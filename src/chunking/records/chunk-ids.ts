/** The hashes in chunk records. */
import { createHash, hash } from 'node:crypto';

/** 64 bits, enough to distinguish the chunks of a workspace: two FNV-1a hashes with different start values. */
export function shortHash(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x9dc5811c;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ (code + i), 0x01000193) ^ (low >>> 15);
  }
  return hex(low) + hex(high);
}

/** What the id of a chunk is made of, with the number of chunks before it that have the same. */
export function idKey(isParent: boolean, pathHash: string, scope: readonly string[], name: string): string {
  return `${isParent ? 'parent' : ''}\0${pathHash}\0${scope.join('\u0001')}\0${name}`;
}

export function idOfKey(key: string, before: number): string {
  return shortHash(`${key}\0${before}`);
}

/** Two digits for each byte: `toString(16)` of numbers above 2^31 takes several times as long. */
const digits: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hex(value: number): string {
  return `${digits[value >>> 24]}${digits[(value >>> 16) & 0xff]}${digits[(value >>> 8) & 0xff]}${digits[value & 0xff]}`;
}

/** The first `length` hexadecimal digits of SHA-256. */
export function digest(text: string, length: number): string {
  // One native call instead of three, in Node 20.12 and later.
  const hex =
    typeof hash === 'function' ? hash('sha256', text, 'hex') : createHash('sha256').update(text).digest('hex');
  return hex.slice(0, length);
}
