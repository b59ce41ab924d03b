/**
 * Chooses the symbols of a list from a sample of its texts, in rounds: the sample is cut into the symbols of the round before, and
 * those symbols and pairs of neighbours that cover the most bytes are the next symbols. The same texts give the same symbols.
 */
import { maxSymbolBytes, maxSymbols, SymbolMatcher, SymbolTable } from './symbol-table';

/** Bytes of a list from which its own symbols are worth their table. */
export const minTrainedBytes = 2 ** 20;
/** Bytes of the sample. */
const sampleBytes = 2 ** 19;
const rounds = 8;
/** Symbols after the first round; from round to round there are more. */
const firstSymbols = 256;
/** A byte without a symbol takes two, so single bytes count more. */
const singleFactor = 8;
/** A pair that is rarer is not worth its place in the table. */
const minPairs = 4;

interface TextSample {
  readonly bytes: Uint8Array;
  /** Where each text ends. */
  readonly ends: Uint32Array;
}

/** Collects texts that are spread over a list. */
export class SampleMaker {
  private readonly bytes: Uint8Array;
  private length = 0;
  private readonly ends: number[] = [];
  private readonly every: number;
  private number = 0;

  /** @param total bytes of all texts. */
  constructor(total: number) {
    this.every = Math.max(1, Math.floor(total / sampleBytes));
    this.bytes = new Uint8Array(Math.min(total, sampleBytes));
  }

  add(text: Uint8Array): void {
    // A hash of the number, since texts of a list are often alike in steps.
    const isTaken = (Math.imul(this.number++, 0x9e3779b1) >>> 8) % this.every === 0;
    if (!isTaken || this.length + text.length > this.bytes.length) return;
    this.bytes.set(text, this.length);
    this.length += text.length;
    this.ends.push(this.length);
  }

  finish(): TextSample {
    return { bytes: this.bytes.subarray(0, this.length), ends: Uint32Array.from(this.ends) };
  }
}

/** Round by round. */
export function* trainSymbols(sample: TextSample, limit: number = maxSymbols): Generator<void, SymbolTable> {
  let table = SymbolTable.of([]);
  for (let round = 1; round <= rounds; round++) {
    const isLast = round === rounds;
    const counts = countSymbols(sample, table, !isLast);
    const gains = new Map<string, number>();
    const offer = (symbol: string, gain: number): void => {
      gains.set(symbol, (gains.get(symbol) ?? 0) + gain);
    };
    counts.singles.forEach((count, code) => {
      const text = textOf(table, code);
      if (count > 0) offer(text, count * text.length * (text.length === 1 ? singleFactor : 1));
    });
    counts.pairs?.visit((pair, count) => {
      if (count < minPairs) return;
      const text = textOf(table, Math.floor(pair / counts.codes)) + textOf(table, pair % counts.codes);
      if (text.length <= maxSymbolBytes) offer(text, count * text.length);
    });
    const share = Math.min(1, round / (rounds - 1));
    const wanted = Math.min(limit, Math.round(firstSymbols * (maxSymbols / firstSymbols) ** share));
    const best = [...gains].sort(([, a], [, b]) => b - a).slice(0, wanted);
    table = SymbolTable.of(best.map(([symbol]) => symbol));
    yield;
  }
  return byCount(table, countSymbols(sample, table, false).singles);
}

/** Codes from 0 are those of symbols, then those of the bytes below 128 that no symbol begins with. */
const plainCodes = 128;

function textOf(table: SymbolTable, code: number): string {
  return code < table.count ? table.symbol(code) : String.fromCharCode(code - table.count);
}

function countSymbols(
  { bytes, ends }: TextSample,
  table: SymbolTable,
  countsPairs: boolean,
): { readonly codes: number; readonly singles: Uint32Array; readonly pairs: PairCounts | undefined } {
  const matcher = new SymbolMatcher(table);
  const codes = table.count + plainCodes;
  const singles = new Uint32Array(codes);
  const pairs = countsPairs ? new PairCounts(bytes.length) : undefined;
  let at = 0;
  for (const end of ends) {
    let before = -1;
    while (at < end) {
      const symbol = matcher.at(bytes, at, end);
      const byte = bytes[at] ?? 0;
      at += symbol < 0 ? 1 : table.lengthOf(symbol);
      // Symbols have ASCII only.
      const code = symbol >= 0 ? symbol : byte < plainCodes ? table.count + byte : -1;
      if (code >= 0) singles[code] = (singles[code] ?? 0) + 1;
      if (code >= 0 && before >= 0) pairs?.add(before * codes + code);
      before = code;
    }
  }
  return { codes, singles, pairs };
}

/** The most common symbols have the shortest codes. */
function byCount(table: SymbolTable, counts: Uint32Array): SymbolTable {
  const order = Array.from({ length: table.count }, (_, symbol) => symbol);
  order.sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0));
  return SymbolTable.of(order.map((symbol) => table.symbol(symbol)));
}

/** Counts of numbers below 2^32 - 1, with open addressing; when there are too many, new ones are not counted. */
class PairCounts {
  private readonly keys: Uint32Array;
  private readonly counts: Uint32Array;
  private used = 0;

  /** @param expected how many numbers are counted at most. */
  constructor(expected: number) {
    const slots = 2 ** Math.ceil(Math.log2(expected + 2));
    this.keys = new Uint32Array(slots);
    this.counts = new Uint32Array(slots);
  }

  add(pair: number): void {
    const { keys, counts } = this;
    const mask = keys.length - 1;
    let slot = (Math.imul(pair, 0x9e3779b1) >>> 7) & mask;
    while (keys[slot] !== pair + 1) {
      if (keys[slot] === 0) {
        if (4 * this.used > 3 * keys.length) return;
        this.used++;
        keys[slot] = pair + 1;
        break;
      }
      slot = (slot + 1) & mask;
    }
    counts[slot] = (counts[slot] ?? 0) + 1;
  }

  visit(visitor: (pair: number, count: number) => void): void {
    this.keys.forEach((key, slot) => {
      if (key > 0) visitor(key - 1, this.counts[slot] ?? 0);
    });
  }
}
