/**
 * The words of a chunk for PostgreSQL: the same terms as in the index file, split and stemmed here. A `tsvector` without positions
 * finds the chunks that have a word. PostgreSQL cannot read a number from it quickly, so the weighted counts are stored beside it, as
 * bytes: for each term 1, the term in UTF-8, 2, and the code of the count that the index file stores too. No term has a 1 or a 2 in
 * it, so looking for `1 term 2` finds the one place of a term, and BM25F gives the same scores as for the index file.
 */
import type { LexicalDocument } from '../../index/terms/chunk-fields';
import { DocumentTerms } from '../../index/terms/document-terms';
import { countCode, fieldWeights, lengthByCode, lengthCode } from '../../index/terms/field-weights';
import { TermScanner } from '../../index/terms/term-scanner';

/** PostgreSQL's limit for a vector is 1 MB; characters here, with a margin. */
const maxVectorLength = 240_000;
/** Terms are cached from chunk to chunk, up to this many. */
const maxCachedTerms = 200_000;

interface WordVector {
  /** The text that PostgreSQL reads as a `tsvector`. */
  readonly vector: string;
  /** The weighted counts, as text that PostgreSQL reads as a `bytea`. */
  readonly counts: string;
  /** Number of words in all fields, rounded as in the index file. */
  readonly length: number;
}

export class WordVectors {
  private words = new TermScanner();
  private document = new DocumentTerms(this.words, fieldWeights);

  of(chunk: LexicalDocument): WordVector {
    if (this.words.terms.length > maxCachedTerms) {
      this.words = new TermScanner();
      this.document = new DocumentTerms(this.words, fieldWeights);
    }
    const { words, document } = this;
    document.count(chunk);
    let vector = '';
    let counts = '\\x';
    for (let at = 0; at < document.termCount; at++) {
      const term = document.terms[at] ?? 0;
      const text = storableText(words.terms[term] ?? '');
      const lexeme = `${quoted(text)} `;
      if (vector.length + lexeme.length > maxVectorLength) break;
      vector += lexeme;
      const code = countCode(document.unitsOf(term));
      counts += countKey(text).toString('hex') + code.toString(16).padStart(2, '0');
    }
    return { vector: vector.trimEnd(), counts, length: lengthByCode[lengthCode(document.length)] ?? 0 };
  }
}

/** What comes before the code of a term's count. */
export function countKey(term: string): Buffer {
  return Buffer.from(`\x01${term}\x02`);
}

/**
 * A word that all chunks of a repository have, and no text. One index of words serves all repositories; with this word, it gives the
 * chunks of one repository without reading those of the others.
 */
export function repositoryWord(repositoryId: number): string {
  return `#${repositoryId}`;
}

/** A `tsquery` for all of these terms, or for any of them. */
export function termQuery(terms: readonly string[], operator: '&' | '|'): string {
  return terms.map(quoted).join(` ${operator} `);
}

function quoted(term: string): string {
  return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/**
 * PostgreSQL cannot store NUL characters and lone surrogates. Each is replaced by one UTF-16 unit (␀ and U+FFFD), so that offsets into
 * the text stay valid. Hashes are those of the original text.
 */
const unstorable = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const all = new RegExp(unstorable, 'g');

export function storableText(text: string): string {
  return unstorable.test(text) ? text.replaceAll(all, (one) => (one === '\0' ? '␀' : '\ufffd')) : text;
}

/** JSON in which every string is storable. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? storableText(one) : one));
}
