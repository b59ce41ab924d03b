/**
 * Words that say nothing about the chunk they stand in, for being in most of them. They are indexed only where they are the name
 * of something (`at`, `is`, `x`): that keeps the longest postings out of the file.
 */
const words =
  'a an and are as at be by for if in into is it its of on or so that the these this to was were which with will you your';

export const noiseWords: ReadonlySet<string> = new Set(words.split(' '));
