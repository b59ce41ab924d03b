import type { Chunk } from '../chunk';

/** A chunk as it is copied with its context. */
export function copiedText({ context, signatures = '', text }: Pick<Chunk, 'context' | 'signatures' | 'text'>): string {
  return `${context}${signatures}${text}`;
}
