/**
 * Expands rows of a grammar's parse table, so that they are looked up instead of searched: some 7 % of parsing.
 *
 * For each state of the parser and each symbol, the table has the next action. Its first states, the large ones, have a row with an
 * entry for every symbol. To keep files small, the others have groups: a value, and the symbols that have it; the parser goes through
 * these one by one, for every token and every node. States are sorted by the number of their symbols, so each further row is worth
 * less. Once rows are expanded, the number of large states is raised, and the parser finds the rows by itself.
 *
 * Only when it recovers from an error does the parser list a state's symbols, in the order of groups or of the row. That must not
 * change a tree: scripts/wide-states.ts finds up to which state it cannot, and the manifest has that number for each grammar.
 *
 * The layout is that of `TSLanguage` in tree-sitter's parser.h, in words of 4 bytes: symbols (1), aliases (2), tokens (3), states (5), large
 * states (6), rows (10), groups (11), where each state's groups begin (12), actions (13). Entries of rows and groups have 16 bits.
 */
import type { Language as Grammar } from 'web-tree-sitter';
import { runtimeMemory, zeroedMemory } from './runtime-memory';
import { addressInMemory } from './tree-memory';

const largeStates = 6;
const rows = 10;
const groupStarts = 12;

/** Max bytes of rows in one process: enough for a dozen languages. The tables of languages loaded later are searched as before. */
export const maxRowBytes = 64_000_000;
let bytesLeft = maxRowBytes;

export class ParseTable {
  readonly symbols: number;
  /** Symbols that only exist as aliases; they have no entries in the table. */
  readonly aliases: number;
  readonly tokens: number;
  readonly states: number;
  readonly large: number;
  /** Address in bytes. */
  readonly actions: number;
  private readonly address: number;

  constructor(grammar: Grammar) {
    this.address = addressInMemory(grammar);
    this.symbols = this.word(1);
    this.aliases = this.word(2);
    this.tokens = this.word(3);
    this.states = this.word(5);
    this.large = this.word(largeStates);
    this.actions = this.word(13);
  }

  /** Calls back for each symbol of a state that is not large, in the order of its groups. */
  eachEntry(state: number, visit: (symbol: number, value: number, group: number) => void): void {
    const { HEAP32: words, HEAPU16: halves } = runtimeMemory();
    const start = words[(this.word(groupStarts) >> 2) + state - this.large] ?? 0;
    let at = (this.word(11) >> 1) + start;
    for (let groups = halves[at++] ?? 0; groups > 0; groups--) {
      const value = halves[at++] ?? 0;
      for (let symbols = halves[at++] ?? 0; symbols > 0; symbols--) visit(halves[at++] ?? 0, value, groups);
    }
  }

  /** Makes all states below this one large, or as many as there is room for; none if memory is short. */
  widen(states: number): void {
    const upTo = Math.min(states, Math.floor(bytesLeft / (2 * this.symbols)));
    if (upTo <= this.large) return;
    const bytes = 2 * upTo * this.symbols;
    const wide = zeroedMemory(bytes);
    if (wide === 0) return;
    bytesLeft -= bytes;
    const { HEAP32: words, HEAPU16: halves } = runtimeMemory();
    const narrow = this.word(rows) >> 1;
    halves.copyWithin(wide >> 1, narrow, narrow + this.large * this.symbols);
    for (let state = this.large; state < upTo; state++) {
      const row = (wide >> 1) + state * this.symbols;
      this.eachEntry(state, (symbol, value) => {
        halves[row + symbol] = value;
      });
    }
    const own = this.address >> 2;
    words[own + groupStarts] = this.word(groupStarts) + 4 * (upTo - this.large);
    words[own + rows] = wide;
    words[own + largeStates] = upTo;
  }

  private word(index: number): number {
    return runtimeMemory().HEAP32[(this.address >> 2) + index] ?? 0;
  }
}
