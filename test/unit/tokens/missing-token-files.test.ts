import { deepEqual, equal, match, throws } from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { writeTokenFiles } from '../../../src/tokens/encoding/vocabulary';
import type * as Counter from '../../../src/tokens/token-counter';

const source = join(__dirname, '../../../src/tokens');

/** The counters as they ship: bundled, with token files next to the bundle and without js-tiktoken. */
function bundledCounters(folder: string): typeof Counter {
  const outfile = join(folder, 'counters.js');
  buildSync({
    stdin: {
      contents: "export * from './token-counter'",
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

describe('a counter', () => {
  let folder = '';
  let warnings: string[] = [];
  const warn = (message: string): unknown => warnings.push(message);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-fallback-'));
    warnings = [];
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('with its token file is exact and does not warn', () => {
    writeTokenFiles(folder);
    const counter = bundledCounters(folder).counterOrApproximate('o200k_base', warn);
    equal(counter.accuracy, 'exact');
    equal(counter.count('hello world'), 2);
    deepEqual(warnings, []);
  });

  it('without its token file divides lengths by four, with one warning', () => {
    const { counterOrApproximate, tokenCounter } = bundledCounters(folder);
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

  it('with a damaged token file divides lengths by four, with one warning for each name', () => {
    writeTokenFiles(folder);
    const file = join(folder, 'cl100k_base.tokens');
    for (const length of [0, 3, 1000, readFileSync(file).length - 1]) {
      writeFileSync(file, readFileSync(file).subarray(0, length));
      warnings = [];
      const { counterOrApproximate } = bundledCounters(folder);
      equal(counterOrApproximate('cl100k_base', warn).accuracy, 'approximate');
      // An estimate is made from the same file.
      equal(counterOrApproximate('anthropic-estimate', warn).accuracy, 'approximate');
      equal(counterOrApproximate('gemini-estimate', warn).accuracy, 'estimated');
      equal(warnings.length, 2);
      writeTokenFiles(folder);
      delete require.cache[join(folder, 'counters.js')];
    }
  });

  it('without its token file still counts conversations', () => {
    const { countMessages } = bundledCounters(folder);
    const { tokens, method } = countMessages([{ role: 'user', content: 'abcd' }], 'o200k_base', warn);
    deepEqual([tokens, method, warnings.length], [3 + 1 + 1 + 3, 'approximate', 1]);
  });
});
