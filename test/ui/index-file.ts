/** An index on disk, read without its writer's knowledge. */
import { join } from 'node:path';
import { IndexReader } from '../../src/index/file/index-reader';

/** How many files are in the index of a folder. */
export function filesInIndex(folder: string): number {
  const opened = IndexReader.open(join(folder, '.codegrain', 'index.cgx'));
  if ('problem' in opened) throw new Error(opened.problem.message);
  return opened.index.stats().files;
}
