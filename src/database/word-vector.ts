/**
 * The words of a chunk as PostgreSQL's `tsvector`: the same terms as in the index file, split and stemmed here, with the position of
 * each occurrence and a label for its weight. Four labels are enough for all fields: words of the path, which weigh 4, occur twice
 * with a label that weighs 2. The weighted count of a term is the sum over its positions. PostgreSQL cannot compute that sum quickly,
 * so the counts are also stored beside the vector, and BM25F gives the same scores as for the index file.
 */

import { type LexicalDocument, noteWords, pathWords, textFields } from '../index/terms/chunk-fields';
import { fieldWeights, type LexicalField } from '../index/terms/field-weights';
import { countByCode, countCode, lengthByCode, lengthCode, unitsPerCount } from '../index/terms/quantise-frequency';
import { TermScanner } from '../index/terms/term-scanner';
import { storableText } from './storable-text';

type Label = 'A' | 'B' | 'C' | 'D';

/** The weight of an occurrence. */
export const labelWeights: Readonly<Record<Label, number>> = {
  A: fieldWeights.name,
  B: fieldWeights.symbols,
  C: fieldWeights.signature,
  D: fieldWeights.body,
};

/** The labels of a field; their weights add up to the field's weight. */
const labelsOf: Readonly<Record<Exclude<LexicalField, 'context'>, readonly Label[]>> = {
  name: ['A'],
  path: ['B', 'B'],
  symbols: ['B'],
  scope: ['B'],
  signature: ['C'],
  doc: ['D'],
  body: ['D'],
  note: ['D'],
};

/** Limits of PostgreSQL: the largest position, positions per term, size of a vector (1 MB; characters here, with a margin). */
const maxPosition = 16_383;
const maxPositions = 255;
const maxVectorLength = 240_000;
/** Terms are cached from chunk to chunk, up to this many. */
const maxCachedTerms = 200_000;
/** As in the index file. */
const maxUnits = 0xffff;

interface WordVector {
  /** The text that PostgreSQL reads. */
  readonly vector: string;
  /** By term: its weighted count, rounded as in the index file. */
  readonly counts: Readonly<Record<string, number>>;
  /** Number of words in all fields, rounded as in the index file. */
  readonly length: number;
}

export class WordVectors {
  private words = new TermScanner();

  of(chunk: LexicalDocument): WordVector {
    if (this.words.terms.length > maxCachedTerms) this.words = new TermScanner();
    const { words } = this;
    const positions = new Map<number, string[]>();
    const units = new Map<number, number>();
    let position = 0;
    let length = 0;
    let labels: readonly Label[] = [];
    const sink = {
      add(term: number): void {
        length++;
        const known = positions.get(term) ?? [];
        if (known.length === 0) positions.set(term, known);
        for (const label of labels) {
          units.set(term, (units.get(term) ?? 0) + labelWeights[label] * unitsPerCount);
          position = Math.min(position + 1, maxPosition);
          if (known.length < maxPositions) known.push(`${position}${label}`);
        }
      },
    };
    const scan = (text: string, field: keyof typeof labelsOf, isName: boolean): void => {
      labels = labelsOf[field];
      words.read(text);
      words.scan(0, text.length, isName, sink);
    };
    const { name, symbols, scope, path, text, note } = chunk;
    scan(name, 'name', true);
    for (const symbol of symbols) if (symbol.name !== name) scan(symbol.name, 'symbols', true);
    scan(scope.join(' '), 'scope', true);
    scan(pathWords(path), 'path', false);
    if (note !== undefined) scan(noteWords(note), 'note', false);
    words.read(text);
    textFields(chunk, (start, end, field) => {
      labels = labelsOf[field];
      words.scan(start, end, false, sink);
    });
    const termCounts = Array.from(units, ([term, count]): [string, number] => [
      storableText(words.terms[term] ?? ''),
      countByCode[countCode(Math.min(count, maxUnits))] ?? 0,
    ]);
    return {
      vector: tsvectorText(positions, words.terms),
      counts: Object.fromEntries(termCounts),
      length: lengthByCode[lengthCode(length)] ?? 0,
    };
  }
}

function tsvectorText(positions: ReadonlyMap<number, readonly string[]>, terms: readonly string[]): string {
  let vector = '';
  for (const [term, at] of positions) {
    const next = `${quoted(terms[term] ?? '')}:${at.join(',')} `;
    if (vector.length + next.length > maxVectorLength) break;
    vector += next;
  }
  return vector.trimEnd();
}

/** A `tsquery` for all of these terms, or for any of them. */
export function termQuery(terms: readonly string[], operator: '&' | '|'): string {
  return terms.map(quoted).join(` ${operator} `);
}

function quoted(term: string): string {
  return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** The sum of a field's label weights, which a test compares with the weight of the index file. */
export function weightOf(field: keyof typeof labelsOf): { readonly labels: number; readonly field: number } {
  return { labels: labelsOf[field].reduce((sum, label) => sum + labelWeights[label], 0), field: fieldWeights[field] };
}
