import assert from 'node:assert/strict';
import { languageById } from '../../../src/languages/registry';
import { pairsOf } from '../../../training/mining/find-pairs';

async function pairs(language: string, path: string, text: string) {
  const known = languageById(language);
  assert.ok(known);
  return pairsOf(known, path, text);
}

describe('pairs of documentation and code', () => {
  it('have the code without its documentation, with the context that the product attaches', async () => {
    const text = [
      'import { readFile } from "node:fs/promises";',
      '',
      'export class Settings {',
      '  /** Reads the settings of a folder from its file. */',
      '  async load(folder: string): Promise<string> {',
      '    const path = join(folder, "settings.json");',
      '    return readFile(path, "utf8");',
      '  }',
      '}',
    ].join('\n');
    const [pair] = await pairs('typescript', 'src/settings.ts', text);
    assert.ok(pair);
    assert.equal(pair.q, 'Reads the settings of a folder from its file.');
    assert.equal(pair.n, 'load');
    assert.equal(pair.s, 'Settings');
    assert.ok(pair.c.startsWith('async load(') && !pair.c.includes('Reads the settings'));
    assert.match(pair.x, /src\/settings\.ts/);
    assert.match(pair.x, /import \{ readFile \}/);
  });

  it('remove a docstring from the body', async () => {
    const text =
      'def area(radius):\n    """Return the area of a circle."""\n    squared = radius * radius\n    return math.pi * squared\n';
    const [pair] = await pairs('python', 'shapes.py', text);
    assert.equal(pair?.q, 'Return the area of a circle.');
    assert.ok(!pair?.c.includes('Return the area'));
    assert.ok(pair?.c.includes('return math.pi * squared'));
  });

  it('also come from comments inside functions and at the top of a file', async () => {
    const text = [
      '// Package cache keeps answers that were expensive to compute.',
      'package cache',
      '',
      'func (c *Cache) Trim(limit int) {',
      '\t// drop the oldest entries until the rest fits',
      '\tfor c.size > limit {',
      '\t\tentry := c.oldest()',
      '\t\tc.remove(entry.key)',
      '\t}',
      '}',
    ].join('\n');
    const found = await pairs('go', 'cache/cache.go', text);
    assert.deepEqual(found.map(({ t }) => t).sort(), ['file', 'note']);
    assert.equal(found.find(({ t }) => t === 'note')?.q, 'drop the oldest entries until the rest fits');
  });
});
