/**
 * Compacts an index from its file alone. So another process can do it: one that gives all its memory back when it ends, and leaves the
 * process that searches alone.
 */
import { writeNewFile } from '../file/create-index';
import { IndexReader } from '../file/index-reader';
import type { Generation, IndexSettings } from '../format/header';
import { type CompactOptions, wholeRecords } from './compact';

export interface CompactionJob {
  /** The file of the index. It must not change until the job is done, and must not share records with another index. */
  readonly index: string;
  /** The file to make. */
  readonly target: string;
  readonly settings: IndexSettings;
  /** Of the new file. */
  readonly generation: Generation;
  readonly keepsOlder: boolean;
  readonly options: Omit<CompactOptions, 'mergeLexical'>;
}

/** @throws if the index cannot be read as it was written, or the file cannot be written */
export async function compactFile(
  { index, target, settings, generation, keepsOlder, options }: CompactionJob,
  { mergeLexical }: Pick<CompactOptions, 'mergeLexical'>,
): Promise<void> {
  const opened = IndexReader.open(index);
  if ('problem' in opened) throw new Error(opened.problem.message);
  const reader = opened.index;
  try {
    if (reader.damage) throw new Error(`the index ${index} is damaged`);
    await writeNewFile(
      target,
      settings,
      generation,
      wholeRecords(reader.contents, { ...options, mergeLexical }, keepsOlder),
    );
  } finally {
    reader.dispose();
  }
}
