import * as fc from 'fast-check';
import { Tiktoken } from 'js-tiktoken/lite';
import cl100kRanks from 'js-tiktoken/ranks/cl100k_base';
import o200kRanks from 'js-tiktoken/ranks/o200k_base';
import type { EncodingName } from '../../../src/tokens/counter-table';

/** js-tiktoken, the reference that every count must equal, and texts for the comparison. */

const RANKS = { o200k_base: o200kRanks, cl100k_base: cl100kRanks };
const encoders = new Map<EncodingName, Tiktoken>();

export function libraryCount(name: EncodingName, text: string): number {
  let encoder = encoders.get(name);
  if (!encoder) {
    encoder = new Tiktoken(RANKS[name]);
    encoders.set(name, encoder);
  }
  // Special tokens are neither allowed nor refused: all are ordinary text.
  return encoder.encode(text, [], []).length;
}

export function libraryPieces(name: EncodingName, text: string): string[] {
  return [...text.matchAll(new RegExp(RANKS[name].pat_str, 'ug'))].map(([piece]) => piece);
}

/** Parts that the patterns of the encodings distinguish: one of each kind of character, and everything with a rule of its own. */
const PARTS = [
  ...['a', 'z', 'B', 'Foo', 'foo', 'fooBar', 'HTTPServer', 'function', 'return ', 'é', 'ß', 'ſ', 'ж', 'Ж', 'ǅ', 'ʰ'],
  ...[
    '中',
    '文',
    'あ',
    'א',
    'क्षि',
    'e\u0301',
    '\u0301',
    '\u200d',
    '𝐀',
    '𝐚',
    '𝟙',
    '😀',
    '👩‍👩‍👧',
    '\ud83d',
    '\ude00',
    '\ufffd',
  ],
  ...[
    '1',
    '23',
    '4567',
    '²',
    '\u0660',
    'Ⅷ',
    ' ',
    '  ',
    '    ',
    '\t',
    '\n',
    '\r',
    '\r\n',
    '\n\n',
    '\u00a0',
    '\u2028',
    '\ufeff',
  ],
  ...["'", "'s", "'LL", "'re", "'V", "'d", '/', '//', '/*', '*/', '=', '===', '(', '){', '.', '_', ';', '"', '#', '\0'],
  '<|endoftext|>',
];

/** With few different parts, each pair is adjacent more often than with many. */
const fewParts = fc
  .array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 5 })
  .chain((parts) => fc.array(fc.constantFrom(...parts), { maxLength: 16 }));

export const texts: fc.Arbitrary<string> = fc.oneof(
  fewParts.map((parts) => parts.join('')),
  fc.array(fc.constantFrom(...PARTS), { maxLength: 24 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.array(fc.nat(0xffff), { maxLength: 12 }).map((units) => String.fromCharCode(...units)),
  fc
    .tuple(
      fc.constantFrom(' ', '\n', '\r\n', '\t', '=', '7', 'a', 'A', '中'),
      fc.nat(45),
      fc.constantFrom('', 'x', '\n', ' ='),
    )
    .map(([part, times, tail]) => part.repeat(times) + tail),
);
