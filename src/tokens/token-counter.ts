import { errorMessage } from '../shared/error-message';
import { type CounterName, type EncodingName, isEstimate } from './counter-table';
import { PieceCountedText } from './encoding/counted-text';
import { Encoding } from './encoding/encoding';
import { approximateCounter, EstimateCounter } from './estimates/estimate-counter';
import type { CountedText, TokenCounter } from './token-types';
import { unitsOf, writeUnits } from './utf16-units';

class TiktokenCounter implements TokenCounter {
  readonly method = 'openai-tiktoken';
  readonly accuracy = 'exact';

  constructor(private readonly exact: Encoding) {}

  get name(): EncodingName {
    return this.exact.name;
  }

  get encoding(): EncodingName {
    return this.exact.name;
  }

  count(text: string): number {
    const units = this.exact.buffer(text.length);
    writeUnits(text, units, 0);
    return this.exact.count(units, 0, text.length);
  }

  document(text: string, units = unitsOf(text)): CountedText {
    return new PieceCountedText(this.exact, units);
  }
}

const counters = new Map<CounterName, TokenCounter>();
/** Counters that could not be loaded; they are not tried again. */
const failed = new Set<CounterName>();

/**
 * The counter with this name. The first call for a name loads its tokens, which takes about 30 ms and throws if their file
 * is missing or damaged; later calls are free.
 */
export function tokenCounter(name: CounterName): TokenCounter {
  let counter = counters.get(name);
  if (!counter) {
    counter = makeCounter(name);
    counters.set(name, counter);
  }
  return counter;
}

/**
 * The counter with this name or, if it cannot be loaded, the approximate one: its counts say so in their `method` and
 * `accuracy`. Calls `warn` with the reason, once for each name; the name stays approximate until the process ends.
 */
export function counterOrApproximate(name: CounterName, warn: (message: string) => void): TokenCounter {
  if (failed.has(name)) return approximateCounter;
  try {
    return tokenCounter(name);
  } catch (error) {
    failed.add(name);
    // The lines after the first list modules.
    const [reason] = errorMessage(error).split('\n');
    warn(`${name}: cannot count tokens (${reason}); lengths are divided by 4 instead`);
    return approximateCounter;
  }
}

function makeCounter(name: CounterName): TokenCounter {
  if (name === 'approximate') return approximateCounter;
  return isEstimate(name) ? new EstimateCounter(name) : new TiktokenCounter(new Encoding(name));
}
