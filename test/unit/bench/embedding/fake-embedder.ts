/**
 * An embedder that needs no model: it hashes words into a few dimensions, so that texts with the same words are similar.
 */

import { splitWords } from '../../../../bench/embedding/split-words';
import { type Embedder, type Passage, passageText } from '../../../../src/embedding/embedder';

export class FakeEmbedder implements Embedder {
  readonly id = 'stand-in';
  readonly dimensions = 256;
  readonly limits = { tokens: 1000, batch: 3 };
  /** How many texts it has embedded. */
  embeddedTexts = 0;

  async embed(passages: readonly (string | Passage)[]): Promise<Float32Array[]> {
    this.embeddedTexts += passages.length;
    return passages.map(passageText).map((text) => {
      const vector = new Float32Array(this.dimensions);
      for (const word of splitWords(text)) {
        let hash = 7;
        for (const character of word) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0;
        vector[hash % this.dimensions] = 1;
      }
      const length = Math.hypot(...vector);
      return length === 0 ? vector : vector.map((value) => value / length);
    });
  }
}
