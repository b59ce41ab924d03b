/**
 * How alike neighbouring sentences are, by the words they share: the cosine of TF-IDF vectors of the few sentences before and
 * after each gap, as a share of what is usual in the text. So the threshold means the same in dry and in chatty prose: at 0.75 a
 * gap parts that has less than three quarters of the usual likeness.
 */

/** Sentences on each side of a gap that are looked at: one alone shares few words with any other. */
const window = 3;
const word = /[\p{L}\p{N}_]+/gu;

/** For each sentence, how alike it and the one before are, from 0 to 1; the first is 1. */
export function similarities(sentences: readonly string[]): readonly number[] {
  const words = sentences.map((sentence) => [...sentence.toLowerCase().matchAll(word)].map(([each]) => stem(each)));
  const weights = inverseFrequency(words);
  const raw = sentences.map((_, i) => {
    if (i === 0) return 1;
    return cosine(
      vector(words.slice(Math.max(0, i - window), i), weights),
      vector(words.slice(i, i + window), weights),
    );
  });
  const usual = raw.slice(1).reduce((sum, each) => sum + each, 0) / Math.max(1, raw.length - 1);
  return raw.map((each, i) => (i === 0 || usual === 0 ? 1 : Math.min(1, each / usual)));
}

/** Plurals and the like count as the same word. */
function stem(text: string): string {
  return text.length > 4 ? text.replace(/(?:ies|es|s|ing|ed)$/, '') : text;
}

function inverseFrequency(sentences: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const each of sentences) for (const term of new Set(each)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return new Map([...counts].map(([term, count]) => [term, Math.log(1 + sentences.length / count)]));
}

function vector(
  sentences: readonly (readonly string[])[],
  weights: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  for (const each of sentences) {
    for (const term of each) values.set(term, (values.get(term) ?? 0) + (weights.get(term) ?? 0));
  }
  return values;
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let dot = 0;
  for (const [term, value] of a) dot += value * (b.get(term) ?? 0);
  const size = Math.sqrt(squares(a) * squares(b));
  return size === 0 ? 0 : dot / size;
}

function squares(values: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const value of values.values()) sum += value * value;
  return sum;
}
