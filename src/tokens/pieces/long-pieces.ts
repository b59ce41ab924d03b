/**
 * Remembers the token counts of recent long pieces: rows of `=`, minified names, a megabyte without a space. Merging a long piece
 * takes half a microsecond per character, and chunking counts the same text again and again (does it fit, does it fit with its
 * neighbour, how long is it with its context); comparing units is hundreds of times faster. When the cache is full it forgets
 * everything, which bounds its memory at 2 MB.
 */
export class LongPieces {
  /** In UTF-16 units; only a few longer pieces would fit. */
  static readonly MAX_LENGTH = 2 ** 16;

  private static readonly MAX_UNITS = 2 ** 20;

  private readonly byHash = new Map<number, { readonly units: Uint16Array; readonly count: number }>();
  private used = 0;

  /** The count of the piece `source[start, end)`, counted by `encode` if it is not known. */
  count(source: Uint16Array, start: number, end: number, encode: () => number): number {
    const length = end - start;
    if (length > LongPieces.MAX_LENGTH) return encode();
    let hash = length;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ (source[i] ?? 0), 0x01000193);
    const known = this.byHash.get(hash);
    if (known && isAt(known.units, source, start, length)) return known.count;
    const count = encode();
    if (this.used + length > LongPieces.MAX_UNITS) {
      this.byHash.clear();
      this.used = 0;
    }
    this.byHash.set(hash, { units: source.slice(start, end), count });
    this.used += length;
    return count;
  }
}

function isAt(units: Uint16Array, source: Uint16Array, start: number, length: number): boolean {
  if (units.length !== length) return false;
  for (let i = 0; i < length; i++) if (units[i] !== source[start + i]) return false;
  return true;
}
