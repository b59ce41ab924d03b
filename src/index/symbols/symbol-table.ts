/**
 * Shortens texts: their most common parts, the symbols, become one or two bytes each, as in FSST (Boncz, Neumann, Leis: "FSST: Fast
 * Random Access String Compression", 2020). Texts stay separate: each can be read alone, and damage to one does not touch others.
 *
 * A byte below `ones` is the symbol of this number. From there to 254 it is a page of 256 further symbols, and the next byte says which.
 * After 255 comes a byte as it is. Always the longest symbol that fits is taken, so a text has one form only.
 *
 *     u32 CRC-32 of what follows; u32 number of symbols; the length of each, a byte; the symbols
 *
 * A list has its table twice, because all its texts depend on it.
 */
import { crc32 } from '../../shared/crc';

/** Bytes that a byte can stand for at most. */
export const maxSymbolBytes = 16;
export const maxSymbols = 2 ** 13;
/** Says that a byte follows as it is. */
export const plainByte = 255;
const head = 8;

export class SymbolTable {
  readonly count: number;
  private readonly ones: number;
  /** By symbol: where it begins in `bytes`, and at the end where the last one ends. */
  private readonly starts: Uint32Array;

  /** @param lengths of each symbol, 1 to `maxSymbolBytes`. @param bytes of all symbols. */
  private constructor(
    private readonly lengths: Uint8Array,
    private readonly bytes: Uint8Array,
  ) {
    const count = lengths.length;
    this.count = count;
    this.ones = plainByte - Math.max(0, Math.ceil((count - plainByte) / plainByte));
    this.starts = new Uint32Array(count + 1);
    let at = 0;
    for (let i = 0; i < count; i++) {
      this.starts[i] = at;
      at += lengths[i] ?? 0;
    }
    this.starts[count] = at;
  }

  /** @param symbols without bytes from 128 on; the most common ones first. */
  static of(symbols: readonly string[]): SymbolTable {
    return new SymbolTable(
      Uint8Array.from(symbols, (symbol) => symbol.length),
      Buffer.from(symbols.join(''), 'latin1'),
    );
  }

  /** Undefined: the bytes are not those of a table. */
  static read(bytes: Uint8Array): SymbolTable | undefined {
    if (bytes.length < head) return undefined;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const count = view.getUint32(4, true);
    if (count > maxSymbols || head + count > bytes.length) return undefined;
    if (crc32(bytes.subarray(4)) !== view.getUint32(0, true)) return undefined;
    const lengths = bytes.slice(head, head + count);
    // Who expands symbols has made room for those of the greatest length.
    if (lengths.some((length) => length > maxSymbolBytes)) return undefined;
    return new SymbolTable(lengths, bytes.slice(head + count));
  }

  encoded(): Uint8Array {
    const out = Buffer.concat([new Uint8Array(head), this.lengths, this.bytes]);
    out.writeUInt32LE(this.count, 4);
    out.writeUInt32LE(crc32(out.subarray(4)), 0);
    return out;
  }

  /** What `expand` reads. */
  get parts(): { readonly ones: number; readonly starts: Uint32Array; readonly letters: Uint8Array } {
    const { ones, starts, bytes } = this;
    return { ones, starts, letters: bytes };
  }

  symbol(number: number): string {
    return Buffer.from(this.bytes.subarray(this.starts[number] ?? 0, this.starts[number + 1] ?? 0)).toString('latin1');
  }

  lengthOf(symbol: number): number {
    return this.lengths[symbol] ?? 0;
  }

  /** Writes the code of a symbol; returns the place after it. */
  writeCode(symbol: number, to: Uint8Array, at: number): number {
    const { ones } = this;
    if (symbol < ones) {
      to[at] = symbol;
      return at + 1;
    }
    to[at] = ones + ((symbol - ones) >> 8);
    to[at + 1] = (symbol - ones) & 255;
    return at + 2;
  }

  /** Reads the bytes [from, to), writes to `into` from `start` on and returns the end there. It has room for `maxSymbolBytes` per byte read. */
  expand(bytes: Uint8Array, from: number, to: number, into: Uint8Array, start: number): number {
    const { ones, starts, bytes: symbols } = this;
    let end = start;
    for (let at = from; at < to; at++) {
      let symbol = bytes[at] ?? 0;
      if (symbol >= ones) {
        const next = bytes[++at] ?? 0;
        if (symbol === plainByte) {
          into[end++] = next;
          continue;
        }
        symbol = ones + 256 * (symbol - ones) + next;
      }
      const last = starts[symbol + 1] ?? 0;
      for (let place = starts[symbol] ?? 0; place < last; place++) into[end++] = symbols[place] ?? 0;
    }
    return end;
  }
}

/** The table at two places of a section, of which one may be damaged. Undefined: both are. */
export function readTwice(first: Uint8Array, second: () => Uint8Array): SymbolTable | undefined {
  return SymbolTable.read(first) ?? SymbolTable.read(second());
}
