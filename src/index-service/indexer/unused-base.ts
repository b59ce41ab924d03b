/** Why an index does not continue the one that the user named. */
import { IndexReader } from '../../index/file/index-reader';
import type { IndexSettings } from '../../index/format/header';

const differences = {
  model: 'with another embedding model',
  dimensions: 'with vectors of other dimensions',
  chunker: 'with other chunk settings, or by another version',
  version: 'by another version',
} as const;

export function unusedBaseText(base: string, settings: IndexSettings): string {
  const opened = IndexReader.open(base);
  if ('problem' in opened) return `${opened.problem.message}, so it is not used`;
  const { index } = opened;
  const mismatch = index.mismatch(settings);
  const { problem } = index;
  index.dispose();
  if (mismatch) return `${base} was made ${differences[mismatch]}, so it is not used`;
  return problem
    ? `${problem.message}, so it is not used`
    : `${base} has no files or not all vectors, so it is not used`;
}
