import { deepEqual, equal } from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodingNames } from '../../../../src/tokens/counter-table';
import { libraryTokens, readTokens, writeTokenFiles } from '../../../../src/tokens/encoding/token-files';
import { NO_RANK, Vocabulary } from '../../../../src/tokens/encoding/vocabulary';

describe('token files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'codegrain-tokens-'));
  before(() => writeTokenFiles(folder));
  after(() => rmSync(folder, { recursive: true }));

  for (const name of encodingNames) {
    it(`contain the list of js-tiktoken for ${name}`, () => {
      const { lengths, bytes } = readTokens(readFileSync(join(folder, `${name}.tokens`)));
      const library = libraryTokens(name);
      equal(Buffer.compare(lengths, library.lengths), 0);
      equal(Buffer.compare(bytes, library.bytes), 0);
    });

    it(`give every token of ${name} its own rank`, () => {
      const { lengths, bytes } = libraryTokens(name);
      const vocabulary = new Vocabulary({ lengths, bytes });
      let start = 0;
      const wrong: number[] = [];
      for (const [rank, length] of lengths.entries()) {
        if (vocabulary.rank(bytes, start, start + length) !== rank) wrong.push(rank);
        start += length;
      }
      deepEqual(wrong, []);
      equal(vocabulary.rank(Buffer.from('no such token at all'), 0, 20), NO_RANK);
    });
  }
});
