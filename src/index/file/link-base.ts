/** Makes a finished index the shared base of a new one (shared-base.ts). */
import { constants, linkSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { IndexSettings } from '../format/header';
import { baseFile } from './index-files';
import type { SharedBase } from './index-origin';
import { IndexReader } from './index-reader';
import { crcIn, sharedFile } from './shared-base';

/**
 * Links the first of these indexes that fits. Undefined: none does.
 * @param path of the new index.
 * @param candidates paths of other indexes, best first; they need not exist.
 */
export async function linkBase(
  path: string,
  settings: IndexSettings,
  candidates: readonly string[],
): Promise<{ readonly candidate: string; readonly shared: SharedBase } | undefined> {
  for (const candidate of candidates) {
    const found = candidate === path ? undefined : baseIn(candidate, settings);
    if (!found) continue;
    const file = baseFile(path, found.base.generation);
    try {
      rmSync(file, { force: true });
      await linkOrCopy(found.source, file);
      return { candidate, shared: { ...found.base, file: basename(file) } };
    } catch {
      // It was deleted meanwhile, or there is no space for a copy: the index is made without it.
      rmSync(file, { force: true });
    }
  }
  return undefined;
}

/** An index that continues another one has the same base to offer, not its own few files. */
function baseIn(
  candidate: string,
  settings: IndexSettings,
): { readonly source: string; readonly base: SharedBase } | undefined {
  const opened = IndexReader.open(candidate);
  if ('problem' in opened) return undefined;
  const { index } = opened;
  const { contents } = index;
  const shared = contents.about?.shared;
  const isUsable = !index.mismatch(settings) && !index.damage && contents.fileCount > 0;
  // Late vectors would be written into the base.
  const isWhole = contents.segments.every(({ missing }) => !missing);
  index.dispose();
  if (!isUsable || !isWhole) return undefined;
  if (shared) return { source: sharedFile(candidate, shared), base: shared };
  const { end, sequence, header, lastHeader } = contents;
  const base = { file: '', generation: header.generation, end, sequence, lastHeader: crcIn(lastHeader) };
  return { source: candidate, base };
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    linkSync(from, to);
  } catch {
    // Another disk, or one without hard links.
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  }
}
