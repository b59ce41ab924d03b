/**
 * What of a chunk is embedded: its note, where a language model wrote one, its context and its text. It is about its file and what
 * encloses it there, as far as the text that is embedded says so: a context that is short of room may lack the path or a scope, and
 * chunks of the same hash share a vector, so that it must not depend on what the hash does not know. Where no context is wanted, it
 * is about nothing.
 */
import type { Chunk } from '../chunk';
import { digest } from './chunk-ids';
import { printable } from './describe-chunk';

export function passageOf(chunk: Pick<Chunk, 'note' | 'path' | 'context' | 'scope' | 'text'>): {
  readonly about: string;
  readonly text: string;
} {
  const { path, context, scope } = chunk;
  const text = embeddedText(chunk);
  if (context === '') return { about: '', text };
  const about = scope.filter((name) => text.includes(name));
  const [first = ''] = context.split('\n', 1);
  // Else it is an import or a scope: what came first had taken the room.
  if (first.includes(printable(path.slice(path.lastIndexOf('/') + 1)))) about.unshift(first);
  return { about: about.join(' '), text };
}

function embeddedText({ note, context, text }: Pick<Chunk, 'note' | 'context' | 'text'>): string {
  return note === undefined ? context + text : `${note}\n\n${context}${text}`;
}

/** Of a chunk as files are cut: notes are not in them. */
export function plainHashOf({
  hash,
  plainHash,
}: {
  readonly hash: string | undefined;
  readonly plainHash?: string | undefined;
}) {
  return plainHash ?? hash;
}

/** The same chunk with a note. Boundaries and ids stay; the hash is that of what is embedded now. */
export function withNote(chunk: Chunk, note: string): Chunk {
  const plainHash = chunk.plainHash ?? chunk.hash;
  return { ...chunk, note, plainHash, hash: digest(embeddedText({ ...chunk, note }), 32) };
}
