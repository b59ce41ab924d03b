/**
 * The passage that is embedded for a chunk: its note (if a language model wrote one), its context and its text. A passage is about
 * its file and the scopes around the chunk, but only as far as the embedded text contains them: a full context may lack the path or
 * a scope, and chunks with the same hash share a vector, so the passage must not depend on anything outside the hash. Without a
 * context, a passage is about nothing.
 */

import { createHash, hash } from 'node:crypto';
import { printablePath } from '../../shared/printable-path';
import type { Chunk } from '../chunk';

/**
 * 64 bits, enough to distinguish the chunks of a workspace: two FNV-1a hashes with different start values.
 *
 * The hashes in chunk records.
 */
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

export function passageOf(chunk: Pick<Chunk, 'note' | 'path' | 'context' | 'scope' | 'text'>): {
  readonly about: string;
  readonly text: string;
} {
  const { path, context, scope } = chunk;
  const text = embeddedText(chunk);
  if (context === '') return { about: '', text };
  const about = scope.filter((name) => text.includes(name));
  const [first = ''] = context.split('\n', 1);
  // Otherwise the first line is an import or a scope, because there was no room for the path.
  if (first.includes(printablePath(path.slice(path.lastIndexOf('/') + 1)))) about.unshift(first);
  return { about: about.join(' '), text };
}

function embeddedText({ note, context, text }: Pick<Chunk, 'note' | 'context' | 'text'>): string {
  return note === undefined ? context + text : `${note}\n\n${context}${text}`;
}

/** The hash of a chunk without its note. */
export function plainHashOf({
  hash,
  plainHash,
}: {
  readonly hash: string | undefined;
  readonly plainHash?: string | undefined;
}) {
  return plainHash ?? hash;
}

/** Are these the hashes of one text? An index stores only the first digits. */
export function isSameHash(hash: string, stored: string | undefined): boolean {
  return stored !== undefined && stored !== '' && hash.startsWith(stored);
}

/** Adds a note to a chunk. Boundaries and ids stay the same; the hash is that of the new passage. */
export function withNote(chunk: Chunk, note: string): Chunk {
  const plainHash = chunk.plainHash ?? chunk.hash;
  return { ...chunk, note, plainHash, hash: digest(embeddedText({ ...chunk, note }), 32) };
}
