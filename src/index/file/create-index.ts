/** Creates index files: complete and on the disk before they get their name. */
import { rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { encodeHeader, type Generation, headerBytes } from '../format/header';
import { encodeRecord } from '../format/log-record';
import type { RecordSections } from '../format/segment-sections';
import { replaceFile, temporaryFile, writePieces } from './index-files';
import { encodeAbout, type IndexStamp, withOrigin } from './index-origin';

/** Creates an empty index; replaces an existing file. */
export async function createIndex(file: string, stamp: IndexStamp, generation: Generation): Promise<void> {
  const temporary = temporaryFile(file);
  try {
    await writeNewFile(temporary, stamp, generation);
    await replaceFile(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
}

export async function writeNewFile(
  file: string,
  stamp: IndexStamp,
  generation: Generation,
  base?: RecordSections,
  /** In the base. */
  files = 0,
): Promise<void> {
  const sequence = (stamp.shared?.sequence ?? 0) + 1;
  const about = encodeRecord({
    type: 'about',
    sequence,
    generation,
    files: 0,
    sections: [['about', encodeAbout(stamp)]],
  });
  const sections = base && withOrigin(base, stamp, generation);
  const first = sections && encodeRecord({ type: 'base', sequence: sequence + 1, generation, files, sections });
  const baseEnd = headerBytes + about.length + (first?.length ?? 0);
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, 'wx');
    const pieces = function* (): Generator<Uint8Array> {
      yield encodeHeader(stamp, generation, baseEnd);
      yield* about.pieces();
      if (first) yield* first.pieces();
    };
    await writePieces(handle, pieces(), 0, baseEnd);
    await handle.sync();
  } finally {
    await handle?.close();
  }
}
