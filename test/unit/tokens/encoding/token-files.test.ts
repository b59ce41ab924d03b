import { deepEqual, equal } from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { rankedTokens, writeTokenFiles } from '../../../../scripts/token-files';
import { encodingNames } from '../../../../src/tokens/counter-table';
import { NO_RANK, readTokens, Vocabulary } from '../../../../src/tokens/encoding/vocabulary';
import { runs } from '../../random-runs';

describe('token files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'codegrain-tokens-'));
  before(() => writeTokenFiles(folder));
  after(() => rmSync(folder, { recursive: true }));

  for (const name of encodingNames) {
    const ranked = rankedTokens(name);
    it(`give every token of ${name} its own rank`, () => {
      const vocabulary = new Vocabulary(readTokens(readFileSync(join(folder, `${name}.tokens`))));
      const wrong = ranked.filter((token, rank) => vocabulary.rank(token, 0, token.length) !== rank);
      deepEqual(wrong, []);
    });

    it(`give nothing else a rank in ${name}`, () => {
      const vocabulary = new Vocabulary(readTokens(readFileSync(join(folder, `${name}.tokens`))));
      const tokens = new Map(ranked.map((token, rank) => [token.toString('latin1'), rank]));
      const bytes = fc.stringMatching(/^[ -~]{1,12}$/).map((text) => Buffer.from(text));
      fc.assert(
        fc.property(fc.oneof(bytes, fc.uint8Array({ minLength: 1, maxLength: 6 })), (source) => {
          const expected = tokens.get(Buffer.from(source).toString('latin1')) ?? NO_RANK;
          equal(vocabulary.rank(source, 0, source.length), expected);
        }),
        { numRuns: runs(1000) },
      );
    });
  }
});
