/**
 * The similarity of neighbouring sentences by the words they share: the cosine of TF-IDF vectors of a few sentences before and
 * after each gap, relative to the average of the text. So the threshold means the same in dry and in chatty prose: at 0.75, a
 * gap is cut if its similarity is below three quarters of the average.
 */
import { type TermVector, termCosine } from '../term-vectors';

/** Sentences compared on each side of a gap: a single one shares few words with any other. */
const window = 3;
const word = /[\p{L}\p{N}_]+/gu;

/** For each sentence, its similarity to the one before, from 0 to 1; the first is 1. */
export function wordSimilarities(sentences: readonly string[]): readonly number[] {
  const words = sentences.map((sentence) => [...sentence.toLowerCase().matchAll(word)].map(([each]) => stem(each)));
  const weights = inverseFrequency(words);
  const raw = sentences.map((_, i) => {
    if (i === 0) return 1;
    return termCosine(
      vector(words.slice(Math.max(0, i - window), i), weights),
      vector(words.slice(i, i + window), weights),
    );
  });
  const average = raw.slice(1).reduce((sum, each) => sum + each, 0) / Math.max(1, raw.length - 1);
  return raw.map((each, i) => (i === 0 || average === 0 ? 1 : Math.min(1, each / average)));
}

/** Plurals and verb endings count as the same word. */
function stem(text: string): string {
  return text.length > 4 ? text.replace(/(?:ies|es|s|ing|ed)$/, '') : text;
}

function inverseFrequency(sentences: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const each of sentences) for (const term of new Set(each)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return new Map([...counts].map(([term, count]) => [term, Math.log(1 + sentences.length / count)]));
}

function vector(sentences: readonly (readonly string[])[], weights: ReadonlyMap<string, number>): TermVector {
  const values = new Map<string, number>();
  for (const each of sentences) {
    for (const term of each) values.set(term, (values.get(term) ?? 0) + (weights.get(term) ?? 0));
  }
  return values;
}
