/** Creates index files: complete and on the disk before they get their name. */
import { rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { SegmentRecord } from '../compact/compact';
import { encodeHeader, type Generation, headerBytes } from '../format/header';
import { encodeRecord } from '../format/log-record';
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
  segments: readonly SegmentRecord[] = [],
): Promise<void> {
  const sequence = (stamp.shared?.sequence ?? 0) + 1;
  const about = encodeRecord({
    type: 'about',
    sequence,
    generation,
    files: 0,
    sections: [['about', encodeAbout(stamp)]],
  });
  const records = segments.map(({ sections, files }, i) =>
    encodeRecord({
      ...{ type: i === 0 ? ('base' as const) : ('delta' as const), sequence: sequence + 1 + i, generation, files },
      sections: withOrigin(sections, stamp, generation),
    }),
  );
  const baseEnd = records.reduce((end, { length }) => end + length, headerBytes + about.length);
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, 'wx');
    const pieces = function* (): Generator<Uint8Array> {
      yield encodeHeader(stamp, generation, baseEnd);
      yield* about.pieces();
      for (const record of records) yield* record.pieces();
    };
    await writePieces(handle, pieces(), 0, baseEnd);
    await handle.sync();
  } finally {
    await handle?.close();
  }
}
