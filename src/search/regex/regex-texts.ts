/**
 * Reads many files of an index as fast as the system allows: each folder is looked at once, a file is opened once, and its bytes are
 * searched before they are decoded. What is not plain is left to `SourceTexts`: links, drafts, and files that changed.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { decodeText, validUtf8 } from '../../workspace/decode-text';
import { isDecodedLanguage, type SourceTexts } from '../hits/source-texts';
import { inBytes, NeedleLines } from './needle-lines';
import type { CandidateFile } from './regex-file';
import { needlesOf } from './regex-literals';
import type { Regex } from './regex-pattern';

/** Bytes that show whether a file is in UTF-16. */
const headBytes = 8192;

export class RegexTexts {
  /** By folder: where it really is; undefined: it is gone, or a link leads to it. */
  private readonly folders = new Map<string, string | undefined>();
  private readonly filters: readonly BytesFilter[];
  private buffer = Buffer.alloc(1 << 16);

  constructor(regexes: readonly Regex[]) {
    this.filters = regexes.flatMap((regex) => filterOf(regex) ?? []);
  }

  /**
   * The text of a file that the offsets of its chunks are in, or an empty text if nothing in it can match. Undefined if it changed,
   * cannot be read, or was decoded.
   */
  wholeText(place: CandidateFile, sources: SourceTexts): string | undefined {
    const bytes = this.unchangedBytes(place);
    if (!bytes) return sources.wholeText(place.view, place.stored.file(place.file));
    const isWide = (bytes[0] ?? 0) >= 0xfe || bytes.subarray(0, headBytes).includes(0);
    if (!isWide && !this.filters.every((canMatch) => canMatch(bytes))) return '';
    return isWide ? decodeText(bytes)?.text : (validUtf8(bytes) ?? decodeText(bytes)?.text);
  }

  /** Valid until the next call. Undefined: it is not a plain file, or differs from what was indexed. */
  private unchangedBytes({ view, stored, file }: CandidateFile): Buffer | undefined {
    const path = stored.path(file);
    if (constants.O_NOFOLLOW === undefined || view.draft(path) || isDecodedLanguage(stored.language(file)))
      return undefined;
    const end = path.lastIndexOf('/');
    let handle: number | undefined;
    try {
      const folder = this.realFolder(view.root, path.slice(0, Math.max(0, end)));
      if (folder === undefined) return undefined;
      handle = openSync(join(folder, path.slice(end + 1)), constants.O_RDONLY | constants.O_NOFOLLOW);
      const { size, mtimeMs, ctimeMs } = fstatSync(handle);
      const known = stored.fileStamp(file);
      if (known.size !== size || known.mtimeMs !== Math.max(mtimeMs, ctimeMs)) return undefined;
      if (size > this.buffer.length) this.buffer = Buffer.alloc(2 * size);
      let read = 0;
      for (let more = 1; more > 0 && read < size; read += more)
        more = readSync(handle, this.buffer, read, size - read, null);
      return read === size ? this.buffer.subarray(0, size) : undefined;
    } catch {
      return undefined;
    } finally {
      if (handle !== undefined) closeSync(handle);
    }
  }

  /** A link is left to `SourceTexts`, which follows it. */
  private realFolder(root: string, folder: string): string | undefined {
    const key = `${root}\0${folder}`;
    if (!this.folders.has(key)) this.folders.set(key, this.findFolder(root, folder));
    return this.folders.get(key);
  }

  private findFolder(root: string, folder: string): string | undefined {
    if (folder === '') return realpathSync.native(root);
    const end = folder.lastIndexOf('/');
    const name = folder.slice(end + 1);
    const above = this.realFolder(root, folder.slice(0, Math.max(0, end)));
    if (above === undefined || name === '' || name === '.' || name === '..') return undefined;
    const found = join(above, name);
    return lstatSync(found, { throwIfNoEntry: false })?.isDirectory() ? found : undefined;
  }
}

/** Can a file with these bytes match? */
type BytesFilter = (bytes: Buffer) => boolean;

/** Undefined: every file can. */
function filterOf(regex: Regex): BytesFilter | undefined {
  // Only ASCII has the same bytes in all encodings but UTF-16.
  const needles = needlesOf(regex).filter(({ isAscii }) => isAscii);
  if (needles.length === 0) return undefined;
  if (regex.isMultiline) return (bytes) => needles.every((needle) => needle.inBytes(bytes, 0) >= 0);
  return (bytes) => new NeedleLines(bytes, needles, inBytes).next(0) >= 0;
}
