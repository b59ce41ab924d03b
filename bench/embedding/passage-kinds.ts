/** Which text of a chunk is embedded: with its context, as in the product, or without, to measure the value of the context. */
import { passageOf as wholePassageOf } from '../../src/code/records/embedded-text';
import type { Passage } from '../../src/embedding/embedder';
import type { SearchedChunk } from '../code-search/searched-chunks';
import { splitWords } from './split-words';

export const passageKinds = ['context', 'path', 'text'] as const;
export type PassageKind = (typeof passageKinds)[number];

export function passageOf(chunk: SearchedChunk, kind: PassageKind): string | Passage {
  if (kind === 'context') return wholePassageOf(chunk);
  return kind === 'text' ? chunk.text : `${splitWords(chunk.path).join(' ')}\n${chunk.text}`;
}
