import { deepEqual, equal, match, throws } from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { writeTokenFiles } from '../../../scripts/token-files';
import { encodingNames } from '../../../src/tokens/counter-table';
import type * as Counter from '../../../src/tokens/token-counter';

const source = join(__dirname, '../../../src/tokens');

describe('a counter', () => {
  /** The counters as they ship: bundled, with token files and without js-tiktoken. */
  const shipped = mkdtempSync(join(tmpdir(), 'codegrain-counters-'));
  before(() => {
    buildSync({
      stdin: { contents: "export * from './token-counter'", resolveDir: source, loader: 'ts' },
      outfile: join(shipped, 'counters.js'),
      ...{ bundle: true, platform: 'node', format: 'cjs', logLevel: 'silent' },
    });
    writeTokenFiles(shipped);
  });
  after(() => rmSync(shipped, { recursive: true }));

  let folder = '';
  const copyTokenFiles = (): void => {
    for (const name of encodingNames) copyFileSync(join(shipped, `${name}.tokens`), join(folder, `${name}.tokens`));
  };
  /** Loaded anew from a folder of its own, as it is now. */
  const bundledCounters = (): typeof Counter => {
    const file = join(folder, 'counters.js');
    copyFileSync(join(shipped, 'counters.js'), file);
    delete require.cache[file];
    return createRequire(file)(file);
  };
  let warnings: string[] = [];
  const warn = (message: string): unknown => warnings.push(message);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-fallback-'));
    warnings = [];
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('with its token file is exact and does not warn', () => {
    copyTokenFiles();
    const counter = bundledCounters().counterOrApproximate('o200k_base', warn);
    equal(counter.accuracy, 'exact');
    equal(counter.count('hello world'), 2);
    deepEqual(warnings, []);
  });

  it('without its token file divides lengths by four, with one warning', () => {
    const { counterOrApproximate, tokenCounter } = bundledCounters();
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
    copyTokenFiles();
    const file = join(folder, 'cl100k_base.tokens');
    for (const length of [0, 3, 1000, readFileSync(file).length - 1]) {
      writeFileSync(file, readFileSync(file).subarray(0, length));
      warnings = [];
      const { counterOrApproximate } = bundledCounters();
      equal(counterOrApproximate('cl100k_base', warn).accuracy, 'approximate');
      // An estimate is made from the same file.
      equal(counterOrApproximate('anthropic-estimate', warn).accuracy, 'approximate');
      equal(counterOrApproximate('gemini-estimate', warn).accuracy, 'estimated');
      equal(warnings.length, 2);
      copyTokenFiles();
    }
  });

  it('without its token file still counts conversations', () => {
    const { countMessages } = bundledCounters();
    const { tokens, method } = countMessages([{ role: 'user', content: 'abcd' }], 'o200k_base', warn);
    deepEqual([tokens, method, warnings.length], [3 + 1 + 1 + 3, 'approximate', 1]);
  });
});
