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
const plainByte = 255;
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

// Finds the symbols of a table in texts, to shorten them: a tree of the symbols, with the bytes that occur in symbols numbered.

/** The states of the tree are 16-bit numbers. */
const maxStates = 2 ** 16;

export class SymbolMatcher {
  /** By byte: its number, 0 for those that no symbol has. */
  private readonly classes = new Uint8Array(256);
  private readonly classCount: number;
  /** The state after a state and a class, or 0; and by state the symbol that ends there, or -1. */
  private readonly after: Uint16Array;
  private readonly symbolOf: Int16Array;

  constructor(private readonly table: SymbolTable) {
    const symbols = Array.from({ length: table.count }, (_, number) => table.symbol(number));
    let classCount = 1;
    let bytes = 1;
    for (const symbol of symbols) {
      bytes += symbol.length;
      for (let i = 0; i < symbol.length; i++) {
        const byte = symbol.charCodeAt(i);
        if (this.classes[byte] === 0) this.classes[byte] = classCount++;
      }
    }
    this.classCount = classCount;
    const stateCount = Math.min(bytes, maxStates);
    this.after = new Uint16Array(classCount * stateCount);
    this.symbolOf = new Int16Array(stateCount).fill(-1);
    this.fill(symbols);
  }

  private fill(symbols: readonly string[]): void {
    let states = 1;
    for (const [number, symbol] of symbols.entries()) {
      // With a full tree, the last symbols are never used.
      if (states + maxSymbolBytes > maxStates) return;
      let state = 0;
      for (let i = 0; i < symbol.length; i++) {
        const edge = this.classCount * state + (this.classes[symbol.charCodeAt(i)] ?? 0);
        if (this.after[edge] === 0) this.after[edge] = states++;
        state = this.after[edge] ?? 0;
      }
      this.symbolOf[state] = number;
    }
  }

  /** The longest symbol that the text has at a place; -1: none. */
  at(text: Uint8Array, from: number, end: number): number {
    const { classes, classCount, after, symbolOf } = this;
    let state = 0;
    let found = -1;
    for (let at = from; at < end; at++) {
      const byte = classes[text[at] ?? 0] ?? 0;
      if (byte === 0) break;
      state = after[classCount * state + byte] ?? 0;
      if (state === 0) break;
      const symbol = symbolOf[state] ?? -1;
      if (symbol >= 0) found = symbol;
    }
    return found;
  }

  /** Writes the short form of the bytes [from, end) to `to`, which has room for twice as many; returns the number of bytes. */
  shorten(text: Uint8Array, from: number, end: number, to: Uint8Array): number {
    const { table } = this;
    let written = 0;
    for (let at = from; at < end; ) {
      const symbol = this.at(text, at, end);
      if (symbol < 0) {
        to[written++] = plainByte;
        to[written++] = text[at++] ?? 0;
      } else {
        written = table.writeCode(symbol, to, written);
        at += table.lengthOf(symbol);
      }
    }
    return written;
  }
}
