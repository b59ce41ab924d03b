/** Custom strategies as a user names them on the command line. */
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chunk } from '../../../../src/code/chunk';
import { stampedOptions } from '../../../../src/index/index-settings';
import { read } from '../../engine/indexer/indexed-content';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';
import { type CliResult, runCommandSync } from './runner/run-command';

const byParagraphs = `
export const name = 'paragraphs';
export const canHandle = ({ language }) => language === 'plaintext';
export function chunk({ text }) {
  const starts = [0, ...[...text.matchAll(/\\n\\n+/g)].map((found) => found.index + found[0].length)];
  return starts.map((start, i) => ({ start, end: starts[i + 1] ?? text.length }));
}
`;

describe('--custom-strategy', function () {
  this.timeout(120_000);
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
    put('a.txt', 'One paragraph.\n\nAnother one.\n\nThe last one.\n');
    put('b.py', 'x = 1\n\ny = 2\n');
  });
  afterEach(removeTemporaryFolders);

  const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const run = (...args: string[]): CliResult => runCommandSync(args, { cwd: folder });
  const chunks = ({ stdout }: CliResult): Chunk[] =>
    stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line): Chunk => JSON.parse(line))
      .filter(({ role }) => role !== 'parent');

  it('cuts by a module, where the module can handle the file', () => {
    put('paragraphs.mjs', byParagraphs);
    const result = run('chunk', 'a.txt', 'b.py', '--custom-strategy', 'paragraphs.mjs');
    assert.equal(result.stderr, '');
    assert.deepEqual(
      chunks(result).map(({ path, strategy, text }) => `${path} ${strategy} ${text.trim()}`),
      [
        'a.txt paragraphs One paragraph.',
        'a.txt paragraphs Another one.',
        'a.txt paragraphs The last one.',
        'b.py ast x = 1\n\ny = 2',
      ],
    );
  });

  it('takes a default export, and modules of CommonJS', () => {
    const whole = '({ text }) => [{ start: 0, end: text.length }]';
    put('whole.mjs', `export default ${whole};\n`);
    put('named.mjs', `export default { name: 'mine', chunk: ${whole} };\n`);
    put('common.cjs', `module.exports = { chunk: ${whole} };\n`);
    for (const [file, strategy] of [
      ['whole.mjs', 'whole'],
      ['named.mjs', 'mine'],
      ['common.cjs', 'common'],
    ] as const) {
      const result = run('chunk', 'a.txt', '--custom-strategy', file);
      assert.deepEqual(
        chunks(result).map((chunk) => chunk.strategy),
        [strategy],
        result.stderr,
      );
    }
  });

  it('says what is wrong with a module, with exit status 2', () => {
    put('empty.mjs', 'export const x = 1;\n');
    put('broken.mjs', 'export default (\n');
    put('short.mjs', 'export default () => [{ start: 0, end: 3 }];\n');
    put('dead.mjs', 'export default () => process.exit(1);\n');
    for (const [file, message] of [
      ['missing.mjs', /^codegrain: --custom-strategy: ENOENT.*missing\.mjs/],
      ['empty.mjs', /^codegrain: a\.txt: the strategy .*empty\.mjs cannot be loaded: it must export a function/],
      ['broken.mjs', /^codegrain: a\.txt: the strategy .*broken\.mjs cannot be loaded: /],
      ['short.mjs', /^codegrain: a\.txt: the strategy "short" returned no range with the text on line 1\n$/],
      ['dead.mjs', /^codegrain: a\.txt: the custom strategy ended its process or took too long\n$/],
    ] as const) {
      const result = run('chunk', 'a.txt', '--custom-strategy', file);
      assert.match(result.stderr, message);
      assert.equal(result.status, 2, file);
      assert.equal(result.stdout, '');
    }
  });

  it('is stamped into the index with its path and content: another content makes another index', () => {
    put('paragraphs.mjs', byParagraphs);
    const file = join(folder, '.codegrain', 'index.cgx');
    const index = () => JSON.parse(run('index', '.', '--custom-strategy', 'paragraphs.mjs', '--json').stdout);
    assert.ok(index().chunks >= 4);
    const stamp = () => stampedOptions(read(file).contents.about?.chunker ?? '').customStrategy ?? '';
    const first = stamp();
    assert.ok(first.startsWith(`${join(folder, 'paragraphs.mjs')}#sha256-`), first);
    assert.equal(index().chunks, 0);
    put('paragraphs.mjs', `${byParagraphs}// changed\n`);
    assert.ok(index().rebuilt);
    assert.notEqual(stamp(), first);
  });

  it('is never loaded because an index names it', () => {
    put('paragraphs.mjs', `import { writeFileSync } from 'node:fs';\n${byParagraphs}`);
    assert.equal(run('index', '.', '--custom-strategy', 'paragraphs.mjs').status, 0);
    put('paragraphs.mjs', `import { writeFileSync } from 'node:fs';\nwriteFileSync('loaded', '');\n${byParagraphs}`);
    put('a.txt', 'One paragraph changed.\n\nAnother one.\n\nThe last one.\n');
    const found = run('search', 'another paragraph', '--json');
    assert.equal(found.status, 0, found.stderr);
    run('enrich', '--dry-run');
    assert.ok(!existsSync(join(folder, 'loaded')));
  });
});
