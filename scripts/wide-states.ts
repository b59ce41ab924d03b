/**
 * How many states of a grammar may have their rows expanded (src/syntax/fast/wide-table.ts) without changing any tree.
 *
 * Looking up a symbol gives the same result by row and by group. Only `ts_parser__do_all_potential_reductions` in tree-sitter's
 * parser.c, which recovers from errors, lists the symbols of a state, and the order of groups is not the order of symbols. It collects
 * the reductions of all tokens, each once by its symbol and the number of its children, and sorts them by symbol. So the order matters
 * only if two reductions of a state have the same symbol: the first state whose list comes out differently is the limit.
 * (In a group, it treats all symbols like the first, as tokens or not; groups with both would also be a limit, and there are none.)
 */
import type { Language as Grammar } from 'web-tree-sitter';
import { runtimeMemory } from '../src/syntax/fast/runtime-memory';
import { ParseTable } from '../src/syntax/fast/wide-table';

/** Max bytes of rows for one grammar: C++ needs 9.3 million for all its states. */
const maxBytes = 10_000_000;
/** `TSParseActionTypeReduce` */
const reduce = 1;

interface Reduction {
  readonly symbol: number;
  readonly children: number;
  readonly precedence: number;
  readonly production: number;
}

export function wideStates(grammar: Grammar): number {
  const table = new ParseTable(grammar);
  const maxStates = Math.min(table.states, Math.floor(maxBytes / (2 * table.symbols)));
  const known = new Map<number, readonly Reduction[]>();
  const reductionsBy = (value: number): readonly Reduction[] => {
    const reductions = known.get(value) ?? reductionsAt(table.actions + 8 * value);
    known.set(value, reductions);
    return reductions;
  };
  let state = table.large;
  while (state < maxStates && isSameWhenWide(table, state, reductionsBy)) state++;
  return state;
}

function isSameWhenWide(
  table: ParseTable,
  state: number,
  reductionsBy: (value: number) => readonly Reduction[],
): boolean {
  // Each value with the first token that has it: the others add nothing.
  const firsts = new Map<number, number>();
  const kinds = new Map<number, boolean>();
  let isMixed = false;
  table.eachEntry(state, (symbol, value, group) => {
    const isToken = symbol < table.tokens;
    if ((kinds.get(group) ?? isToken) !== isToken) isMixed = true;
    kinds.set(group, isToken);
    // 0 is the end of the text, which tree-sitter leaves out.
    if (isToken && symbol !== 0) firsts.set(value, Math.min(symbol, firsts.get(value) ?? symbol));
  });
  if (isMixed) return false;
  const byGroup = [...firsts.keys()];
  const byRow = [...firsts].sort(([, one], [, other]) => one - other).map(([value]) => value);
  const listed = (values: readonly number[]): string => JSON.stringify(asListed(values.flatMap(reductionsBy)));
  return listed(byGroup) === listed(byRow);
}

/** The reductions in the order and number in which the parser lists them. */
function asListed(reductions: readonly Reduction[]): Reduction[] {
  const found: Reduction[] = [];
  for (const reduction of reductions) {
    const isKnown = found.some((one) => one.symbol === reduction.symbol && one.children === reduction.children);
    if (!isKnown) found.push(reduction);
  }
  return found.sort((one, other) => other.symbol - one.symbol);
}

/** A list of actions is 8 bytes that begin with their count, then 8 bytes for each. */
function reductionsAt(address: number): Reduction[] {
  const { HEAPU16: halves } = runtimeMemory();
  const half = (at: number): number => halves[at >> 1] ?? 0;
  const count = half(address) & 0xff;
  return Array.from({ length: count }, (_, index) => address + 8 * (index + 1))
    .filter((at) => (half(at) & 0xff) === reduce && half(at) >> 8 > 0)
    .map((at) => ({
      symbol: half(at + 2),
      children: half(at) >> 8,
      precedence: half(at + 4),
      production: half(at + 6),
    }));
}
