/** What the ways of reading are called. */
import type { ReadingMethod } from '../measure-task';

export const methodTitles: Readonly<Record<ReadingMethod, string>> = {
  pack: 'Codegrain pack',
  spans: 'Codegrain search_code',
  chunks: 'search_code, whole chunks',
  grep: 'grep + read',
  files: 'whole files',
};
