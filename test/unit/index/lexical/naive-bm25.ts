/** BM25F straight from its definition, over maps of words: the index must agree with it. */

import type { LexicalTerm } from '../../../../src/index/lexical/lexical-index';
import { type LexicalDocument, pathWords, textFields } from '../../../../src/index/terms/chunk-fields';
import {
  countByCode,
  countCode,
  fieldWeights,
  lengthByCode,
  lengthCode,
} from '../../../../src/index/terms/field-weights';
import { splitWord } from '../../../../src/index/terms/split-word';
import { isNoise } from '../../../../src/index/terms/term-scanner';

export const bm25 = { k1: 2, b: 0.75 };

interface Counted {
  readonly terms: ReadonlyMap<string, number>;
  readonly length: number;
}

function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const run of text.match(/[\p{L}\p{N}_$]+/gu) ?? []) {
    if (/^[\x20-\x7f]+$/.test(run) || !/[ぁ-ヿ一-鿿]/.test(run)) {
      const { whole, parts } = splitWord(run);
      words.push(...(whole === undefined ? parts : [whole, ...parts]));
    } else for (let i = 0; i + 1 < run.length; i++) words.push(run.slice(i, i + 2));
  }
  return words;
}

function counted(chunk: LexicalDocument): Counted {
  const terms = new Map<string, number>();
  let length = 0;
  const add = (text: string, weight: number, isName: boolean) => {
    for (const word of wordsOf(text)) {
      if (isNoise(word) && !isName) continue;
      length++;
      terms.set(word, (terms.get(word) ?? 0) + weight);
    }
  };
  add(chunk.name, fieldWeights.name, true);
  for (const { name } of chunk.symbols) if (name !== chunk.name) add(name, fieldWeights.symbols, true);
  for (const name of chunk.scope) add(name, fieldWeights.scope, true);
  add(pathWords(chunk.path), fieldWeights.path, false);
  add(chunk.note?.replace('[Context]', '') ?? '', fieldWeights.note, false);
  textFields(chunk, (start, end, field) => add(chunk.text.slice(start, end), fieldWeights[field], false));
  return { terms, length };
}

/** The score of each chunk, 0 for those without any of the terms. */
export function naiveScores(chunks: readonly LexicalDocument[], terms: readonly LexicalTerm[]): number[] {
  const all = chunks.map(counted);
  const lengthOf = ({ length }: Counted) => lengthByCode[lengthCode(length)] ?? 0;
  const mean = all.reduce((sum, chunk) => sum + lengthOf(chunk), 0) / all.length || 1;
  return all.map((chunk) => {
    let score = 0;
    for (const { term, weight } of terms) {
      const units = Math.round((chunk.terms.get(term) ?? 0) * 4);
      const count = countByCode[countCode(units)] ?? 0;
      const rows = all.filter((other) => other.terms.has(term)).length;
      const rarity = Math.log(1 + (all.length - rows + 0.5) / (rows + 0.5));
      const norm = bm25.k1 * (1 - bm25.b + (bm25.b * lengthOf(chunk)) / mean);
      if (count > 0) score += (weight * rarity * count) / (count + norm);
    }
    return score;
  });
}
