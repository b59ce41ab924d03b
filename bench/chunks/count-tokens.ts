/**
 * Counts o200k tokens with js-tiktoken, without any code of ours: the text is cut by the encoding's own pattern, and the
 * library encodes each distinct piece once. The sum equals the library's count, because no token crosses a piece.
 */
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';

const encoding = new Tiktoken(o200k);
const pattern = new RegExp(o200k.pat_str, 'ug');
const counts = new Map<string, number>();

export function countTokens(text: string): number {
  let sum = 0;
  for (const [piece] of text.matchAll(pattern)) {
    let count = counts.get(piece);
    if (count === undefined) {
      count = encoding.encode(piece, [], []).length;
      counts.set(piece, count);
    }
    sum += count;
  }
  return sum;
}

export function encodeTokens(text: string): number[] {
  return encoding.encode(text, [], []);
}

export function decodeTokens(tokens: number[]): string {
  return encoding.decode(tokens);
}
