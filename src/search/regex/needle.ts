/**
 * Finds a short text in the text or the bytes of a file. V8 and Node find the first unit of it with the fastest instructions of the
 * processor, and compare the rest wherever they found one. So what is searched for is the part that begins with the rarest
 * character: in source code that takes a fifth of the time.
 */

/** The most common characters of source code, the most common first. */
const common = ' et\t_irsn\naocldupfmh)(g*;b,k-v=E>wxTyI./ASNRLOCP';
/** With more characters, both searches use a table, which is slower in code. */
const maxKey = 6;
const minKey = 3;

export class Needle {
  readonly isAscii: boolean;
  /** The part that is searched for, and where it begins. */
  private readonly key: string;
  private readonly keyStart: number;
  private readonly keyBytes: Buffer;
  private readonly bytes: Buffer;

  constructor(readonly text: string) {
    this.keyStart = rarestStart(text);
    this.key = text.slice(this.keyStart, this.keyStart + maxKey);
    this.keyBytes = Buffer.from(this.key);
    this.bytes = Buffer.from(text);
    this.isAscii = this.bytes.length === text.length;
  }

  /** Where it begins in a source, at `from` or after it; -1: nowhere. */
  inText(source: string, from: number): number {
    const { text, key, keyStart } = this;
    for (let at = source.indexOf(key, from + keyStart); at >= 0; at = source.indexOf(key, at + 1))
      if (source.startsWith(text, at - keyStart)) return at - keyStart;
    return -1;
  }

  /** The same in bytes, if it is ASCII. */
  inBytes(source: Buffer, from: number): number {
    const { keyBytes, keyStart } = this;
    for (let at = source.indexOf(keyBytes, from + keyStart); at >= 0; at = source.indexOf(keyBytes, at + 1))
      if (this.isAt(source, at - keyStart)) return at - keyStart;
    return -1;
  }

  private isAt(source: Buffer, start: number): boolean {
    const { bytes } = this;
    for (let i = 0; i < bytes.length; i++) if (source[start + i] !== bytes[i]) return false;
    return true;
  }
}

function rarestStart(text: string): number {
  let best = 0;
  let rarest = -1;
  for (let start = 0; start === 0 || start <= text.length - minKey; start++) {
    const place = common.indexOf(text.charAt(start));
    const rarity = place < 0 ? common.length : place;
    if (rarity > rarest) {
      best = start;
      rarest = rarity;
    }
  }
  return best;
}
