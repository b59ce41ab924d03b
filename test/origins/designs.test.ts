/** Each design that people come from has an example on a page, and the example runs. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { productFile } from '../../src/shared/product';
import { chunk, close, enrich, openIndex } from '../../src/surfaces/library/library';
import { removeTemporaryFolders, temporaryFolder } from '../unit/index/file/index-folders';
import { runCommand } from '../unit/surfaces/cli/runner/run-command';

const page = readFileSync(productFile('docs', 'designs.md'), 'utf8');
const sections = page.split(/^## /m).slice(1);
const text =
  '# Prices\n\nPrices are rounded to cents. Rounding is half up.\n\n# Taxes\n\nTaxes depend on the country.\n';
const path = 'prices.md';

const designs = [
  ...[
    'parent-child',
    'small-to-big',
    'hierarchical',
    'sentence window',
    'contextual retrieval',
    'hypothetical questions',
  ],
  ...['semantic chunking', 'temporal decay', 'deduplication', 'sliding window', 'late chunking', 'cast'],
];

describe('the page for people who come from other designs', function () {
  this.timeout(120_000);
  let folder = '';
  beforeEach(() => {
    folder = temporaryFolder();
    writeFileSync(join(folder, path), text);
  });
  after(async () => {
    removeTemporaryFolders();
    await close();
  });

  it('has every design as a heading', () => {
    const headings = sections.map((section) => section.split('\n')[0]?.toLowerCase()).join('\n');
    for (const design of designs) assert.ok(headings.includes(design), design);
  });

  const ask = async (prompt: string): Promise<string> =>
    prompt.includes('JSON') ? '{"context": "Prices."}' : 'Prices.';
  for (const section of sections) {
    const [title = ''] = section.split('\n');
    it(`has an example that runs: ${title}`, async () => {
      const [, language, code = ''] = /^```(js|sh)\n([\s\S]*?)^```$/m.exec(section) ?? [];
      if (language === 'sh') {
        assert.equal((await runCommand(['index'], { cwd: folder })).status, 0);
        const [, ...args] = code.trim().split(/\s+/);
        const { status, stdout, stderr } = await runCommand(args, { cwd: folder });
        assert.deepEqual([status, stderr], [0, '']);
        assert.match(stdout, /prices\.md/);
        return;
      }
      // The page has the names that a program imports, and shows what it gets.
      const made = `${code}\nreturn typeof hits === 'undefined' ? chunks : hits;`;
      const names = { chunk, enrich, openIndex, folder, path, text, ask };
      const run = new Function(...Object.keys(names), `return (async () => {${made}})()`);
      const found: readonly unknown[] = await run(...Object.values(names));
      assert.ok(found.length > 0);
    });
  }
});
