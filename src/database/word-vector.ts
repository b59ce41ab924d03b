/**
 * The words of a chunk as PostgreSQL's `tsvector`: the same terms as in the index file, split and stemmed by us, with the place of
 * each occurrence and a label that says what it counts. Four labels are enough for all fields: words of the path, which count 4, are
 * there twice with a label that counts 2. So the weighted count of a term is the sum over its places. PostgreSQL cannot read that sum
 * quickly, so the counts are kept beside the vector too, and BM25F gives what it gives for the file.
 */

import { countByCode, countCode, lengthByCode, lengthCode, unitsPerCount } from '../index/lexical/quantise-frequency';
import { type LexicalDocument, noteWords, pathWords, textFields } from '../index/terms/chunk-fields';
import { fieldWeights, type LexicalField } from '../index/terms/field-weights';
import { TermScanner } from '../index/terms/term-scanner';
import { storableText } from './storable-text';

type Label = 'A' | 'B' | 'C' | 'D';

/** What an occurrence counts. */
export const labelWeights: Readonly<Record<Label, number>> = {
  A: fieldWeights.name,
  B: fieldWeights.symbols,
  C: fieldWeights.signature,
  D: fieldWeights.body,
};

/** Labels add up to the field's weight. */
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

/** Limits of PostgreSQL: the largest place, places of one term, bytes of a vector (1 MB; terms are counted generously). */
const lastPlace = 16_383;
const mostPlaces = 255;
const mostCharacters = 240_000;
/** Spellings are remembered from chunk to chunk, up to so many terms. */
const mostTerms = 200_000;
/** As in the index file. */
const mostUnits = 0xffff;

interface WordVector {
  /** As PostgreSQL reads it. */
  readonly vector: string;
  /** By term: its weighted count, as the index file keeps it. */
  readonly counts: Readonly<Record<string, number>>;
  /** Words of all fields, as the index file keeps it. */
  readonly length: number;
}

export class WordVectors {
  private words = new TermScanner();

  of(chunk: LexicalDocument): WordVector {
    if (this.words.terms.length > mostTerms) this.words = new TermScanner();
    const { words } = this;
    const places = new Map<number, string[]>();
    const units = new Map<number, number>();
    let place = 0;
    let length = 0;
    let labels: readonly Label[] = [];
    const sink = {
      add(term: number): void {
        length++;
        const known = places.get(term) ?? [];
        if (known.length === 0) places.set(term, known);
        for (const label of labels) {
          units.set(term, (units.get(term) ?? 0) + labelWeights[label] * unitsPerCount);
          place = Math.min(place + 1, lastPlace);
          if (known.length < mostPlaces) known.push(`${place}${label}`);
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
    const kept = Array.from(units, ([term, count]): [string, number] => [
      storableText(words.terms[term] ?? ''),
      countByCode[countCode(Math.min(count, mostUnits))] ?? 0,
    ]);
    return {
      vector: written(places, words.terms),
      counts: Object.fromEntries(kept),
      length: lengthByCode[lengthCode(length)] ?? 0,
    };
  }
}

function written(places: ReadonlyMap<number, readonly string[]>, terms: readonly string[]): string {
  let vector = '';
  for (const [term, at] of places) {
    const next = `${quoted(terms[term] ?? '')}:${at.join(',')} `;
    if (vector.length + next.length > mostCharacters) break;
    vector += next;
  }
  return vector.trimEnd();
}

/** Rows with all of these terms, or with one of them. */
export function termQuery(terms: readonly string[], operator: '&' | '|'): string {
  return terms.map(quoted).join(` ${operator} `);
}

function quoted(term: string): string {
  return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** The sum that labels stand for; a test compares it with the index file's. */
export function weightOf(field: keyof typeof labelsOf): { readonly labels: number; readonly field: number } {
  return { labels: labelsOf[field].reduce((sum, label) => sum + labelWeights[label], 0), field: fieldWeights[field] };
}
