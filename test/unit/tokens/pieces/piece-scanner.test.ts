import { deepEqual } from 'node:assert/strict';
import * as fc from 'fast-check';
import { cl100kScanner, o200kScanner, type PieceScanner } from '../../../../src/tokens/pieces/piece-scanner';
import { unitsOf } from '../../../../src/tokens/utf16-units';
import { runs } from '../../random-runs';
import { libraryPieces, texts } from '../tiktoken-reference';

function piecesOf(scanner: PieceScanner, text: string): string[] {
  const units = unitsOf(text);
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = scanner.next(units, at, text.length);
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

const SCANNERS = [
  ['o200k_base', o200kScanner()],
  ['cl100k_base', cl100kScanner()],
] as const;

for (const [name, scanner] of SCANNERS) {
  describe(`pieces of ${name}`, () => {
    it('are the matches of the pattern', () => {
      fc.assert(
        fc.property(texts, (text) => deepEqual(piecesOf(scanner, text), libraryPieces(name, text))),
        { numRuns: runs(1000) },
      );
    });

    it('are the matches of the pattern around every character of the first planes', () => {
      // One text for many characters: each is next to a letter, a space, a sign and a digit.
      for (let from = 0; from < 0x30000; from += 0x1000) {
        let text = '';
        for (let code = from; code < from + 0x1000; code += from < 0x3000 ? 1 : 7) {
          const character = String.fromCodePoint(code);
          text += `a${character}A ${character}.${character}1`;
        }
        deepEqual(piecesOf(scanner, text), libraryPieces(name, text));
      }
    });

    it('do not depend on anything after their reach', () => {
      fc.assert(
        fc.property(texts, texts, (text, other) => {
          const whole = unitsOf(text);
          for (let at = 0; at < text.length; ) {
            const end = scanner.next(whole, at, text.length);
            const { reach } = scanner;
            if (reach <= text.length) {
              const changed = unitsOf(text.slice(0, reach) + other);
              deepEqual(scanner.next(changed, at, changed.length), end);
            }
            at = end;
          }
        }),
        { numRuns: runs(600) },
      );
    });
  });
}
