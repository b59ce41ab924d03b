/** Reads an index on disk, independently of the process that writes it. */
import { join } from 'node:path';
import { IndexReader } from '../../src/index/file/index-reader';

/** The number of files in the index of a folder. */
export function filesInIndex(folder: string): number {
  const opened = IndexReader.open(join(folder, '.codegrain', 'index.cgx'));
  if ('problem' in opened) throw new Error(opened.problem.message);
  return opened.index.stats().files;
}
