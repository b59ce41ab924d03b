/** Vectors of words: the weight of each word in a text. Words without an entry weigh 0. */
export type TermVector = ReadonlyMap<string, number>;

/** 0 if a vector is empty; may exceed 1 by a rounding error. */
export function termCosine(a: TermVector, b: TermVector): number {
  let dot = 0;
  for (const [term, weight] of a) dot += weight * (b.get(term) ?? 0);
  const length = Math.sqrt(squares(a) * squares(b));
  return length === 0 ? 0 : dot / length;
}

function squares(vector: TermVector): number {
  let total = 0;
  for (const weight of vector.values()) total += weight * weight;
  return total;
}
