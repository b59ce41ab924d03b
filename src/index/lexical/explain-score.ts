/** Why a chunk was found by its words: counted again from its record, so that the index need not store which field a word was in. */
import { DocumentTerms } from '../terms/document-terms';
import { type Field, fields, fieldWeights, type LexicalDocument } from '../terms/fields';
import { Words } from '../terms/text-terms';
import type { LexicalIndex, LexicalTerm } from './lexical-index';
import { lengthCode, unitsPerCount } from './quantise-frequency';

export interface TermShare {
  readonly term: string;
  /** Of the chunk's score. */
  readonly score: number;
  /** What of it comes from each field; they add up to `score`. */
  readonly fields: Partial<Readonly<Record<Field, number>>>;
}

/** What each term gives the chunk, most first; those it does not have are left out. */
export function explainHit(
  index: Pick<LexicalIndex, 'rarity' | 'share'>,
  terms: readonly LexicalTerm[],
  chunk: LexicalDocument,
): TermShare[] {
  const words = new Words();
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
    const byField = new Map<Field, number>();
    for (const field of fields) {
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
