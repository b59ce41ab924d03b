/**
 * BM25 for comparison: the plain formula over the words of the text and its whole compound identifiers, without fields, rules or
 * stemming. The inverse document frequency is ln(1 + (n − df + ½) / (df + ½)), which is never negative; a word that occurs twice
 * in the query counts twice.
 */
import { wordsAndNames } from './split-words';

const k1 = 1.2;
const b = 0.75;

export class Bm25 {
  readonly count: number;
  /** By word: its documents, and how much the word adds to the score of each. */
  private readonly postings = new Map<string, { readonly documents: number[]; readonly weights: number[] }>();

  constructor(texts: readonly string[]) {
    this.count = texts.length;
    const counted = texts.map((text) => countWords(wordsAndNames(text)));
    const lengths = counted.map((words) => [...words.values()].reduce((sum, times) => sum + times, 0));
    const meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, this.count) || 1;
    for (const [document, words] of counted.entries()) {
      const norm = k1 * (1 - b + (b * (lengths[document] ?? 0)) / meanLength);
      for (const [word, times] of words) {
        const posting = this.postings.get(word) ?? { documents: [], weights: [] };
        posting.documents.push(document);
        posting.weights.push((times * (k1 + 1)) / (times + norm));
        this.postings.set(word, posting);
      }
    }
  }

  /** One score per document; 0 if it has none of the words. */
  scores(query: string): Float32Array {
    const scores = new Float32Array(this.count);
    for (const [word, queryCount] of countWords(wordsAndNames(query))) {
      const posting = this.postings.get(word);
      if (!posting) continue;
      const df = posting.documents.length;
      const idf = Math.log(1 + (this.count - df + 0.5) / (df + 0.5));
      for (const [i, document] of posting.documents.entries())
        scores[document] = (scores[document] ?? 0) + queryCount * idf * (posting.weights[i] ?? 0);
    }
    return scores;
  }
}

function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
