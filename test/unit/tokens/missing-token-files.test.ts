import { deepEqual, equal, match, throws } from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { writeTokenFiles } from '../../../src/tokens/encoding/token-files';
import type * as Messages from '../../../src/tokens/message-tokens';
import type * as Counter from '../../../src/tokens/token-counter';

const source = join(__dirname, '../../../src/tokens');

/** The counters as they ship: bundled, with token files beside the bundle and no library to fall back on. */
function built(folder: string): typeof Counter & typeof Messages {
  const outfile = join(folder, 'counters.js');
  buildSync({
    stdin: {
      contents: `export * from './token-counter';\nexport * from './message-tokens';`,
      resolveDir: source,
      loader: 'ts',
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'silent',
  });
  return createRequire(outfile)(outfile);
}

describe('counters whose token file', () => {
  let folder = '';
  let warnings: string[] = [];
  const warn = (message: string): unknown => warnings.push(message);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-fallback-'));
    warnings = [];
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is there count by it and warn of nothing', () => {
    writeTokenFiles(folder);
    const counter = built(folder).counterOrApproximate('o200k_base', warn);
    equal(counter.accuracy, 'exact');
    equal(counter.count('hello world'), 2);
    deepEqual(warnings, []);
  });

  it('is missing divide lengths by four, with one warning', () => {
    const { counterOrApproximate, tokenCounter } = built(folder);
    throws(() => tokenCounter('o200k_base'));
    for (let i = 0; i < 3; i++) {
      const counter = counterOrApproximate('o200k_base', warn);
      deepEqual([counter.method, counter.accuracy, counter.count('hello world')], ['approximate', 'approximate', 3]);
    }
    equal(warnings.length, 1);
    match(warnings[0] ?? '', /^o200k_base: .*divided by 4/);
    equal(counterOrApproximate('approximate', warn).accuracy, 'approximate');
    equal(warnings.length, 1);
  });

  it('is damaged divide lengths by four, with one warning each', () => {
    writeTokenFiles(folder);
    const file = join(folder, 'cl100k_base.tokens');
    for (const length of [0, 3, 1000, readFileSync(file).length - 1]) {
      writeFileSync(file, readFileSync(file).subarray(0, length));
      warnings = [];
      const { counterOrApproximate } = built(folder);
      equal(counterOrApproximate('cl100k_base', warn).accuracy, 'approximate');
      // An estimate is made from the same file.
      equal(counterOrApproximate('anthropic-estimate', warn).accuracy, 'approximate');
      equal(counterOrApproximate('gemini-estimate', warn).accuracy, 'estimated');
      equal(warnings.length, 2);
      writeTokenFiles(folder);
      delete require.cache[join(folder, 'counters.js')];
    }
  });

  it('is missing count conversations all the same', () => {
    const { countMessages } = built(folder);
    const { tokens, method } = countMessages([{ role: 'user', content: 'abcd' }], 'o200k_base', warn);
    deepEqual([tokens, method, warnings.length], [3 + 1 + 1 + 3, 'approximate', 1]);
  });
});
