/** Creates index files: complete and on the disk before they get their name. */
import { rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { encodeHeader, type Generation, headerBytes } from '../format/header';
import { encodeRecord, type RecordType } from '../format/log-record';
import type { RecordSections, SegmentRecord } from '../format/segment-sections';
import { replaceFile, temporaryFile, writePieces } from './index-files';
import { encodeAbout, type IndexStamp } from './index-origin';

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

/** Writes one record after the other, so that no two need be in memory. The header comes last: it says where they end. */
export async function writeNewFile(
  file: string,
  stamp: IndexStamp,
  generation: Generation,
  segments: Iterable<SegmentRecord> | AsyncIterable<SegmentRecord> = [],
): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    let [sequence, end] = [(stamp.shared?.sequence ?? 0) + 1, headerBytes];
    const write = async (type: RecordType, sections: RecordSections, files: number): Promise<void> => {
      const record = encodeRecord({ type, sequence: sequence++, generation, files, sections });
      end = await writePieces(handle, record.pieces(), end, record.length);
    };
    await write('about', new Map([['about', encodeAbout(stamp)]]), 0);
    for await (const { sections, files } of segments) await write('segment', sections, files);
    const header = encodeHeader(stamp, generation, end);
    await writePieces(handle, [header], 0, header.length);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
