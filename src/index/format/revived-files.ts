/**
 * The section `revived`: files whose content is one that the index had before, so that their older rows count again. For each of the
 * first paths in `removed` it has three float64: the sequence of the segment with these rows, the number of the file in it, and the
 * modification time in ms. The paths are in `removed`, because that is what is left to do if the segment is lost.
 */
import { DamagedSectionError } from '../damaged-section';
import { bytesOf } from './byte-codec';
import { StringList } from './string-list';

export interface RevivedFile {
  readonly path: string;
  /** Of the segment. */
  readonly sequence: number;
  /** In the segment. */
  readonly file: number;
  readonly mtimeMs: number;
}

const bytesPerFile = 24;

export function encodeRevived(files: readonly RevivedFile[]): Uint8Array {
  return bytesOf(Float64Array.from(files.flatMap(({ sequence, file, mtimeMs }) => [sequence, file, mtimeMs])));
}

/** @param bytes of the section `revived`. @throws DamagedSectionError if there are more files than paths. */
export function decodeRemoved(
  removedSection: Uint8Array,
  bytes: Uint8Array,
): {
  /** All paths of `removed`. */
  readonly removed: readonly string[];
  readonly revived: readonly RevivedFile[];
} {
  const removed = new StringList(removedSection).all();
  const count = bytes.length / bytesPerFile;
  if (!Number.isInteger(count) || count > removed.length) throw new DamagedSectionError('revived files have no path');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const number = (file: number, column: number): number => view.getFloat64(bytesPerFile * file + 8 * column, true);
  const revived = removed
    .slice(0, count)
    .map((path, i) => ({ path, sequence: number(i, 0), file: number(i, 1), mtimeMs: number(i, 2) }));
  return { removed, revived };
}
