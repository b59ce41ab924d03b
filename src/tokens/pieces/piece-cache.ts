/**
 * Remembers the token counts of recent pieces: source code repeats itself, and chunking counts the same text again and again (does it
 * fit, does it fit with its neighbour, how long is it with its context). Merging a long piece, a row of `=` or a minified name, takes
 * half a microsecond per character; comparing units is hundreds of times faster. When the cache is full it forgets everything, which
 * bounds its memory at some 8 MB.
 */
export class PieceCache {
  /** In UTF-16 units; only a few longer pieces would fit. */
  static readonly MAX_LENGTH = 2 ** 14;
  private static readonly SIZE = 2 ** 20;

  /** By hash, where a piece is in `stored`: its length, its count, its units. Of two pieces with one hash, the later is known. */
  private readonly places = new Map<number, number>();
  private readonly stored = new Uint16Array(PieceCache.SIZE);
  private used = 0;

  /** The hash of the last piece that `get` was asked for. */
  private hash = 0;

  /** The count of the piece `source[start, end)`, or 0 if it is not known. */
  get(source: Uint16Array, start: number, end: number): number {
    const length = end - start;
    let hash = length;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ (source[i] ?? 0), 0x01000193);
    // A small integer for V8.
    this.hash = (hash ^ (hash >>> 15)) >> 2;
    const place = this.places.get(this.hash);
    return place !== undefined && this.isAt(place, source, start, length) ? (this.stored[place + 1] ?? 0) : 0;
  }

  /** Remembers the count of the piece that the `get` just before this did not find. */
  set(source: Uint16Array, start: number, end: number, count: number): void {
    const length = end - start;
    if (length > PieceCache.MAX_LENGTH) return;
    if (this.used + length + 2 > PieceCache.SIZE) {
      this.places.clear();
      this.used = 0;
    }
    this.places.set(this.hash, this.used);
    this.stored[this.used++] = length;
    this.stored[this.used++] = count;
    for (let i = start; i < end; i++) this.stored[this.used++] = source[i] ?? 0;
  }

  private isAt(place: number, source: Uint16Array, start: number, length: number): boolean {
    const { stored } = this;
    if (stored[place] !== length) return false;
    for (let i = 0; i < length; i++) if (stored[place + 2 + i] !== source[start + i]) return false;
    return true;
  }
}
