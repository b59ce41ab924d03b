/** What of a chunk is embedded: its note, where a language model wrote one, its context and its text. */
import type { Chunk } from './chunk';
import { digest } from './ids';

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
