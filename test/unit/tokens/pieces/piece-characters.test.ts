import { equal } from 'node:assert/strict';
import {
  CLASS,
  LEAD,
  LETTER,
  LOWER,
  NEWLINE,
  NUMBER,
  OTHER,
  SPACE,
  UPPER,
} from '../../../../src/tokens/pieces/piece-characters';

describe('classes of characters', () => {
  it('are those of the regular expressions for every ASCII character', () => {
    const patterns: readonly (readonly [RegExp, number])[] = [
      [/\p{Lu}/u, UPPER],
      [/\p{Ll}/u, LOWER],
      [/\p{L}/u, LETTER],
      [/\p{N}/u, NUMBER],
      [/\s/u, SPACE],
      [/[\r\n]/u, NEWLINE],
      [/[^\s\p{L}\p{N}]/u, OTHER],
      [/[^\r\n\p{L}\p{N}]/u, LEAD],
    ];
    for (let code = 0; code < 128; code++) {
      const character = String.fromCharCode(code);
      const expected = patterns.reduce((bits, [pattern, bit]) => bits | (pattern.test(character) ? bit : 0), 0);
      equal(CLASS[code], expected, JSON.stringify(character));
    }
  });
});
