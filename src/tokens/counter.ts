import { PieceCountedText } from './counted-text';
import { Encoding } from './encoding';
import type { CountedText, EncodingName, TokenCounter } from './types';
import { unitsOf, writeUnits } from './units';

class TiktokenCounter implements TokenCounter {
  readonly method = 'openai-tiktoken';
  readonly accuracy = 'exact';

  constructor(private readonly tokens: Encoding) {}

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

const counters = new Map<EncodingName, TokenCounter>();

/** The counter of an encoding. The first call for each loads its tokens, which takes some 30 ms; later ones are free. */
export function tokenCounter(name: EncodingName): TokenCounter {
  let counter = counters.get(name);
  if (!counter) {
    counter = new TiktokenCounter(new Encoding(name));
    counters.set(name, counter);
  }
  return counter;
}
