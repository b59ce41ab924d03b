/**
 * The passage that is embedded for a chunk: its note (if a language model wrote one), its context and its text. A passage is about
 * its file and the scopes around the chunk, but only as far as the embedded text contains them: a full context may lack the path or
 * a scope, and chunks with the same hash share a vector, so the passage must not depend on anything outside the hash. Without a
 * context, a passage is about nothing.
 */

import { printablePath } from '../../shared/printable-path';
import type { Chunk } from '../chunk';
import { digest } from './chunk-ids';

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
