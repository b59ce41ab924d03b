/**
 * What of a chunk is embedded: its note, where a language model wrote one, its context and its text. It is about its file and what
 * encloses it there; where no context is wanted, about nothing, since chunks of the same text then share a vector.
 */
import type { Chunk } from './chunk';
import { digest } from './ids';

export function passageOf(chunk: Pick<Chunk, 'note' | 'context' | 'scope' | 'text'>): {
  readonly about: string;
  readonly text: string;
} {
  const { context, scope } = chunk;
  const about = context === '' ? '' : [context.slice(0, context.indexOf('\n')), ...scope].join(' ');
  return { about, text: embeddedText(chunk) };
}

export function embeddedText({ note, context, text }: Pick<Chunk, 'note' | 'context' | 'text'>): string {
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
