/**
 * What a word counts in each field of a chunk. Weighted counts are stored in the index, so a change needs a new version of the
 * chunker (index-settings.ts) to rebuild indexes. All other numbers of the ranking apply when a query is answered: see
 * src/search/rank-weights.ts.
 */
export const lexicalFields = [
  'name',
  'symbols',
  'path',
  'scope',
  'signature',
  'doc',
  'body',
  'context',
  'note',
] as const;
export type LexicalField = (typeof lexicalFields)[number];
export type FieldWeights = Readonly<Record<LexicalField, number>>;

/** Occurrences that one occurrence in the field counts as, in steps of a quarter (`unitsPerCount`); 0: not indexed. */
export const fieldWeights: FieldWeights = {
  /** The definition that the chunk is named after. */
  name: 6,
  /** The other definitions in the chunk. */
  symbols: 2,
  /** The file's name without its extension, and the folders next to it. */
  path: 4,
  /** The names of the definitions around the chunk. */
  scope: 2,
  /** The lines with the definitions. */
  signature: 1.5,
  /** Comments and doc strings. */
  doc: 1,
  /** All other text. */
  body: 1,
  /** The names of the imports and globals that the chunk uses; its text has them too. */
  context: 0,
  /** What a language model wrote about the chunk. */
  note: 1,
};

/** Folders above the file whose names count as its path. */
export const pathFolders = 2;

// Stores counts in one byte each. A term's weighted count in a chunk is stored in quarters: exactly up to 32, within 2 % above. A
// chunk's length is stored within 2 %.

/** Weighted counts are multiples of 1 / unitsPerCount. */
export const unitsPerCount = 4;

const exactCodes = 128;
const countGrowth = 1.04;

/** The weighted count of each code. */
export const countByCode: Float32Array = Float32Array.from({ length: 256 }, (_, code) => {
  const units = code < exactCodes ? code : (exactCodes - 1) * countGrowth ** (code - exactCodes + 1);
  return units / unitsPerCount;
});

export function countCode(units: number): number {
  if (units < exactCodes) return units;
  return Math.min(255, exactCodes - 1 + Math.round(Math.log(units / (exactCodes - 1)) / Math.log(countGrowth)));
}

const exactLengths = 25;
const lengthGrowth = 1.04;

/** The number of words of each code. */
export const lengthByCode: Float32Array = Float32Array.from({ length: 256 }, (_, code) =>
  code <= exactLengths ? code : exactLengths * lengthGrowth ** (code - exactLengths),
);

export function lengthCode(words: number): number {
  if (words <= exactLengths) return words;
  return Math.min(255, exactLengths + Math.round(Math.log(words / exactLengths) / Math.log(lengthGrowth)));
}
