/**
 * Words that say nothing about a chunk because most chunks have them. They are indexed only as names (`at`, `is`, `x`), which keeps
 * the longest postings out of the file.
 */
const words =
  'a an and are as at be by for if in into is it its of on or so that the these this to was were which with will you your';

export const noiseWords: ReadonlySet<string> = new Set(words.split(' '));
