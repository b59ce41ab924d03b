import { deepEqual, equal } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { productFile } from '../../../../src/shared/product';
import { Encoding } from '../../../../src/tokens/encoding/encoding';
import { unitsOf } from '../../../../src/tokens/utf16-units';

const encoding = new Encoding('o200k_base');

/** The pieces as the scanner finds them, one by one. */
function oneByOne(units: Uint16Array): number[][] {
  const pieces: number[][] = [];
  let total = 0;
  let reach = 0;
  for (let at = 0; at < units.length; ) {
    const end = encoding.scanner.next(units, at, units.length);
    reach = Math.max(reach, encoding.scanner.reach);
    total += encoding.countPiece(units, at, end);
    pieces.push([end, total, reach]);
    at = end;
  }
  return pieces;
}

function compare(text: string): void {
  const units = unitsOf(text);
  const found = encoding.findPieces(units);
  if (!found) throw new Error('dist/pieces.wasm is missing: build the product first');
  const { ends, totals, reaches } = found;
  deepEqual(
    Array.from(ends, (end, i) => [end, totals[i], reaches[i]]),
    oneByOne(units),
  );
}

describe('the kernel of pieces', () => {
  it('finds the pieces of the scanner, with their counts, in any text', () => {
    const bits = ['a', 'B', 'é', 'ß', '中', '한', '\u0301', '😀', '1', '٣', ' ', '\t', '\u00a0', '\n', '\r\n', '\r'];
    const signs = ["'s", "'", "'LL", '/', '//', '.', '((', '=>', '\ud800', '\udc00', 'word', ' Word', 'CamelCase', '_'];
    const text = fc.array(fc.oneof(fc.constantFrom(...bits, ...signs), fc.string())).map((parts) => parts.join(''));
    fc.assert(fc.property(text, compare), { numRuns: 2000 });
  });

  it('finds the pieces of the scanner in real files, also the second time', () => {
    for (let round = 0; round < 2; round++) {
      for (const folder of ['go', 'ruby', 'typescript', 'css', 'haskell']) {
        const samples = productFile('grammars', 'samples', folder);
        for (const file of readdirSync(samples)) compare(readFileSync(`${samples}/${file}`, 'utf8'));
      }
    }
  });

  it('finds more pieces than its memory has room for at a time', () =>
    compare('a1 = (b2 + c3) / d4;\n'.repeat(20_000)));

  it('finds none in an empty text', () => compare(''));

  it('leaves a text of megabytes to the scanner', () => {
    equal(encoding.findPieces(new Uint16Array(2 ** 22 + 1)), undefined);
  });
});
