/** Finds the symbols of a table in texts, to shorten them: a tree of the symbols, with the bytes that occur in symbols numbered. */
import { maxSymbolBytes, plainByte, type SymbolTable } from './symbol-table';

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
