/**
 * How tree-sitter stores a tree in memory. Reading it there saves a call into WASM for each property of each node. The layout is
 * that of tree-sitter's `subtree.h`, `tree.h` and `parser.h` for 32 bits. `choose-reader.ts` takes this way only with the runtime that
 * the tests compare in every language. Words are 4 bytes; all positions in memory are byte addresses; texts are UTF-16, two bytes per
 * unit.
 *
 * - A subtree is 8 bytes: the leaf itself if the lowest bit is set, otherwise the address of its data and 4 unused bytes.
 * - A leaf: flags (byte 0), symbol (byte 1), bytes of white space before it (byte 6), its own length in bytes (byte 7).
 * - Data: white space before it (word 1), length (word 4), cost of the errors in it (word 8), number of children (word 9), symbol
 *   (16 bits at byte 40), flags (byte 44), number of visible (word 12) and of named children (word 13), production (16 bits at
 *   byte 66). Its children lie directly before it.
 * - A tree: the root, then the address of the language (word 2).
 */
import type { Language, Parser, Tree } from 'web-tree-sitter';
import { errorTypeId } from '../syntax-node';
import { type RuntimeMemory, runtimeMemory } from './runtime-memory';

/** Flags of a leaf (one bit further up) and of data. */
export const visible = 1;
export const named = 2;
export const extra = 4;
export const missingLeaf = 16;
export const missingData = 512;

/** The address of an object's data. The data of a tree begins with the subtree of its root. */
export function addressInMemory(object: Tree | Language | Parser): number {
  const address: unknown = Reflect.get(object, 0);
  if (typeof address !== 'number')
    throw new Error('this version of web-tree-sitter hides the addresses of its objects');
  return address;
}

/** A grammar's tables of symbols and of the children of productions; see `TSLanguage` in tree-sitter's `parser.h`. */
export class GrammarTables {
  readonly memory: RuntimeMemory;
  private readonly fieldCount: number;
  private readonly aliasLength: number;
  private readonly fieldSlices: number;
  private readonly fieldEntries: number;
  private readonly symbolFlags: number;
  private readonly publicSymbols: number;
  private readonly aliases: number;

  /** @param root the address of a tree of the grammar. */
  constructor(root: number) {
    this.memory = runtimeMemory();
    const { HEAP32: words, HEAPU16: halves } = this.memory;
    const address = words[(root >> 2) + 2] ?? 0;
    const word = (index: number): number => words[(address >> 2) + index] ?? 0;
    this.fieldCount = word(8);
    this.aliasLength = halves[(address >> 1) + 18] ?? 0;
    this.fieldSlices = word(16);
    this.fieldEntries = word(17);
    this.symbolFlags = word(18);
    this.publicSymbols = word(19);
    this.aliases = word(21);
  }

  /** The symbol that users see: several symbols of the grammar can share one. */
  publicSymbol(symbol: number): number {
    return symbol === errorTypeId ? symbol : (this.memory.HEAPU16[(this.publicSymbols >> 1) + symbol] ?? 0);
  }

  /** For aliases. The table has three bytes per symbol; the second says whether it is named. */
  isNamed(symbol: number): boolean {
    const at = this.symbolFlags + 3 * symbol + 1;
    return (((this.memory.HEAPU16[at >> 1] ?? 0) >> (8 * (at & 1))) & 0xff) !== 0;
  }

  /** The symbol that a production gives to its child, 0 if the child keeps its own. */
  alias(production: number, place: number): number {
    if (production === 0) return 0;
    return this.memory.HEAPU16[(this.aliases >> 1) + production * this.aliasLength + place] ?? 0;
  }

  /** The field that a production gives to its child at `place`, 0 for none. */
  field(production: number, place: number): number {
    const count = this.entryCount(production);
    const first = this.firstEntry(production);
    for (let i = first; i < first + count; i++) {
      const entry = this.entry(i);
      if (entry >>> 16 === place) return entry & 0xffff;
    }
    return 0;
  }

  // The fields of a production, sorted by field. An entry is the field (16 bits), the place (8), and whether the field belongs to
  // a node inside the child at that place, which is hidden (8).

  entryCount(production: number): number {
    return this.fieldCount === 0 ? 0 : (this.memory.HEAPU16[(this.fieldSlices >> 1) + 2 * production + 1] ?? 0);
  }

  firstEntry(production: number): number {
    return this.memory.HEAPU16[(this.fieldSlices >> 1) + 2 * production] ?? 0;
  }

  entry(index: number): number {
    return this.memory.HEAP32[(this.fieldEntries >> 2) + index] ?? 0;
  }
}
