import type { EncodingName } from '../counter-table';
import { PieceCache } from '../pieces/piece-cache';
import { cl100kScanner, o200kScanner, type PieceScanner } from '../pieces/piece-scanner';
import { LongPieces, ShortPieces } from '../pieces/short-pieces';
import { countMerged } from './merge-pieces';
import { loadTokens } from './token-files';
import { NO_RANK, Vocabulary } from './vocabulary';

const SCANNERS: Readonly<Record<EncodingName, () => PieceScanner>> = {
  o200k_base: o200kScanner,
  cl100k_base: cl100kScanner,
};

/** Texts up to this length (UTF-16 units) share one buffer; longer ones get a new buffer each. */
const SHARED_UNITS = 1 << 16;

/** One encoding: cuts text into pieces and counts the tokens of each. */
export class Encoding {
  readonly scanner: PieceScanner;
  private readonly vocabulary: Vocabulary;
  private readonly short = new ShortPieces();
  private readonly cache = new PieceCache();
  private readonly long = new LongPieces();
  private readonly sharedBuffer = new Uint16Array(SHARED_UNITS);
  private bytes = new Uint8Array(1024);

  constructor(readonly name: EncodingName) {
    this.scanner = SCANNERS[name]();
    this.vocabulary = new Vocabulary(loadTokens(name));
  }

  /** Bytes in the longest token. */
  get maxTokenLength(): number {
    return this.vocabulary.maxTokenLength;
  }

  /** A buffer for at least `length` units. Fill it and count it before the next call. */
  buffer(length: number): Uint16Array {
    return length <= SHARED_UNITS ? this.sharedBuffer : new Uint16Array(length);
  }

  /** Tokens in the text `units[start, limit)`. */
  count(units: Uint16Array, start: number, limit: number): number {
    const { scanner } = this;
    let total = 0;
    let at = start;
    while (at < limit) {
      const end = scanner.next(units, at, limit);
      total += this.countPiece(units, at, end);
      at = end;
    }
    return total;
  }

  /** Tokens in the single piece `units[start, end)`. */
  countPiece(units: Uint16Array, start: number, end: number): number {
    // Every byte is a token of its own.
    if (end - start === 1 && (units[start] ?? 0) < 0x80) return 1;
    if (end - start > ShortPieces.MAX_LENGTH) return this.countLongPiece(units, start, end);
    const known = this.short.get(units, start, end);
    if (known !== 0) return known;
    const count = this.countLongPiece(units, start, end);
    this.short.set(units, start, end, count);
    return count;
  }

  private countLongPiece(units: Uint16Array, start: number, end: number): number {
    if (end - start > PieceCache.MAX_LENGTH) {
      return this.long.count(units, start, end, () => this.encodePiece(units, start, end));
    }
    const known = this.cache.get(units, start, end);
    if (known !== 0) return known;
    const count = this.encodePiece(units, start, end);
    this.cache.set(units, start, end, count);
    return count;
  }

  private encodePiece(units: Uint16Array, start: number, end: number): number {
    if (this.bytes.length < 3 * (end - start)) this.bytes = new Uint8Array(6 * (end - start));
    const { bytes, vocabulary } = this;
    const length = writeUtf8(units, start, end, bytes);
    // A piece that is a token counts as one, even if merging would not produce it.
    return vocabulary.rank(bytes, 0, length) !== NO_RANK ? 1 : countMerged(vocabulary, bytes, length);
  }
}

/** Writes UTF-8 as `TextEncoder` does, an unpaired surrogate as U+FFFD; returns the number of bytes. */
function writeUtf8(units: Uint16Array, start: number, end: number, bytes: Uint8Array): number {
  let length = 0;
  for (let i = start; i < end; i++) {
    let code = units[i] ?? 0;
    if (code < 0x80) {
      bytes[length++] = code;
      continue;
    }
    if (code < 0x800) {
      bytes[length++] = 0xc0 | (code >> 6);
      bytes[length++] = 0x80 | (code & 0x3f);
      continue;
    }
    if ((code & 0xf800) === 0xd800) {
      const low = i + 1 < end ? (units[i + 1] ?? 0) : 0;
      if (code < 0xdc00 && (low & 0xfc00) === 0xdc00) {
        code = 0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff);
        bytes[length++] = 0xf0 | (code >> 18);
        bytes[length++] = 0x80 | ((code >> 12) & 0x3f);
        bytes[length++] = 0x80 | ((code >> 6) & 0x3f);
        bytes[length++] = 0x80 | (code & 0x3f);
        i++;
        continue;
      }
      code = 0xfffd;
    }
    bytes[length++] = 0xe0 | (code >> 12);
    bytes[length++] = 0x80 | ((code >> 6) & 0x3f);
    bytes[length++] = 0x80 | (code & 0x3f);
  }
  return length;
}
