import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireCheckouts } from '../../../../bench/code-search/require-checkouts';
import { chunkFolder } from '../../../../bench/code-search/searched-chunks';

describe('searched chunks', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-search-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('come from every text file, without parents, with paths relative to the folder', async () => {
    mkdirSync(join(folder, 'deep'));
    const methods = Array.from(
      { length: 60 },
      (_, i) => `    def m${i}(self):\n        return "${'word '.repeat(12)}"\n`,
    );
    writeFileSync(join(folder, 'deep', 'a.py'), `import os\n\nclass Big:\n${methods.join('\n')}`);
    writeFileSync(join(folder, 'b.bin'), Buffer.from([0, 1, 2]));
    const chunks = await chunkFolder(folder);
    assert.deepEqual(new Set(chunks.map(({ path }) => path)), new Set(['deep/a.py']));
    assert.ok(chunks.length > 1);
    const whole = chunks.reduce((sum, { text }) => sum + text.length, 0);
    assert.equal(whole, `import os\n\nclass Big:\n${methods.join('\n')}`.length);
  });

  it('need checkouts; without them the error says what is missing and how to get it', () => {
    const repository = { name: 'chi', language: 'go', github: 'go-chi/chi', revision: 'a5', root: '', questions: [] };
    assert.throws(() => requireCheckouts(folder, [repository]), /chi at a5\n.*bench:checkout/);
    mkdirSync(join(folder, 'go-chi+chi', 'a5'), { recursive: true });
    assert.doesNotThrow(() => requireCheckouts(folder, [repository]));
  });
});
