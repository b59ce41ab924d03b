/** Explains the word score of a chunk. Words are counted again from the chunk's record, so the index need not store their fields. */

import type { LexicalDocument } from '../terms/chunk-fields';
import { DocumentTerms } from '../terms/document-terms';
import { fieldWeights, type LexicalField, lengthCode, lexicalFields, unitsPerCount } from '../terms/field-weights';
import { TermScanner } from '../terms/term-scanner';
import type { LexicalIndex, LexicalTerm } from './lexical-index';

export interface TermShare {
  readonly term: string;
  /** Part of the chunk's score. */
  readonly score: number;
  /** The part of each field; they add up to `score`. */
  readonly fields: Partial<Readonly<Record<LexicalField, number>>>;
}

/** What each term adds to the chunk's score, largest first, without terms that the chunk does not have. */
export function explainHit(
  index: Pick<LexicalIndex, 'rarity' | 'share'>,
  terms: readonly LexicalTerm[],
  chunk: LexicalDocument,
): TermShare[] {
  const words = new TermScanner(true);
  const document = new DocumentTerms(words, fieldWeights);
  document.count(chunk);
  const length = lengthCode(document.length);
  const numbers = new Map(words.terms.map((term, number) => [term, number]));
  const shares: TermShare[] = [];
  for (const { term, weight } of terms) {
    const number = numbers.get(term);
    const count = number === undefined ? 0 : document.unitsOf(number) / unitsPerCount;
    if (number === undefined || count === 0) continue;
    const score = weight * index.rarity(term) * index.share(count, length);
    const byField = new Map<LexicalField, number>();
    for (const field of lexicalFields) {
      const alone = new DocumentTerms(words, { ...noWeights, [field]: fieldWeights[field] });
      alone.count(chunk);
      const part = alone.unitsOf(number) / unitsPerCount;
      if (part > 0) byField.set(field, (score * part) / count);
    }
    shares.push({ term, score, fields: Object.fromEntries(byField) });
  }
  return shares.sort((a, b) => b.score - a.score);
}

const noWeights = {
  name: 0,
  symbols: 0,
  path: 0,
  scope: 0,
  signature: 0,
  doc: 0,
  body: 0,
  context: 0,
  note: 0,
} as const;
