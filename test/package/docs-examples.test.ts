/** The examples in docs/library.md and in the readme on npm are programs that print what the page says. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { productFile } from '../../src/shared/product';
import { InstalledPackage } from './installed-package';

interface Block {
  readonly language: string;
  /** What is behind the language: the name of a file. */
  readonly name: string;
  readonly text: string;
  readonly line: number;
}

function blocksOf(page: string): Block[] {
  const text = readFileSync(productFile('docs', page), 'utf8');
  return [...text.matchAll(/^```(\w+) ?(.*)\n((?:.*\n)*?)```$/gm)].map(
    ({ 1: language = '', 2: name = '', 3: code = '', index }) => {
      return { language, name, text: code, line: text.slice(0, index).split('\n').length };
    },
  );
}

describe('the examples in the documentation of the library', function () {
  this.timeout(300_000);
  let installed: InstalledPackage;
  before(async () => {
    installed = await InstalledPackage.install();
    for (const { name, text } of blocksOf('library.md')) {
      if (name === '') continue;
      mkdirSync(dirname(installed.path(name)), { recursive: true });
      installed.write(name, text);
    }
  });
  after(() => installed?.remove());

  for (const page of ['library.md', 'npm-readme.md']) {
    const blocks = blocksOf(page);
    for (const [i, { language, text, line }] of blocks.entries()) {
      if (language !== 'js') continue;
      const next = blocks[i + 1];
      const expected = next?.language === 'text' ? next.text : undefined;
      it(`run: ${page}, line ${line}`, async () => {
        const { stdout, stderr, status } = await installed.node([installed.write('example.mjs', text)]);
        assert.deepEqual([status, stderr], [0, '']);
        if (expected !== undefined) assert.equal(stdout, expected);
      });
    }
  }
});
