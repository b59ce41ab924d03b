import { errorMessage } from '../shared/error-message';
import type { EncodingName } from './counter-table';
import { type CounterName, isEstimate } from './counter-table';
import { PieceCountedText } from './encoding/counted-text';
import { Encoding } from './encoding/encoding';
import { approximateCounter } from './estimates/approximate-counter';
import { EstimateCounter } from './estimates/estimate-counter';
import type { CountedText, TokenCounter } from './token-types';
import { unitsOf, writeUnits } from './utf16-units';

class TiktokenCounter implements TokenCounter {
  readonly method = 'openai-tiktoken';
  readonly accuracy = 'exact';

  constructor(private readonly tokens: Encoding) {}

  get name(): EncodingName {
    return this.tokens.name;
  }

  get encoding(): EncodingName {
    return this.tokens.name;
  }

  count(text: string): number {
    const units = this.tokens.room(text.length);
    writeUnits(text, units, 0);
    return this.tokens.count(units, 0, text.length);
  }

  document(text: string, units = unitsOf(text)): CountedText {
    return new PieceCountedText(this.tokens, units);
  }
}

const counters = new Map<CounterName, TokenCounter>();
/** Counters that could not be made, which is not tried again. */
const failed = new Set<CounterName>();

/**
 * The counter of that name. The first call for each loads the tokens it counts by, which takes some 30 ms and throws where
 * their file is missing or damaged; later ones are free.
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
 * The counter of that name or, where it cannot be had, the approximate one: its counts say so in their `method` and
 * `accuracy`. `warn` is told why, once for each name: until the process ends it stays with that.
 */
export function counterOrApproximate(name: CounterName, warn: (message: string) => void): TokenCounter {
  if (failed.has(name)) return approximateCounter;
  try {
    return tokenCounter(name);
  } catch (error) {
    failed.add(name);
    // The lines after the first are a list of modules.
    const [reason] = errorMessage(error).split('\n');
    warn(`${name}: tokens cannot be counted (${reason}); lengths are divided by 4 instead`);
    return approximateCounter;
  }
}

function makeCounter(name: CounterName): TokenCounter {
  if (name === 'approximate') return approximateCounter;
  return isEstimate(name) ? new EstimateCounter(name) : new TiktokenCounter(new Encoding(name));
}
