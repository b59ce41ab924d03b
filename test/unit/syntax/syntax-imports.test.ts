import { deepEqual } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { productFile } from '../../../src/shared/product';

describe('the insides of tree-sitter', () => {
  it('are used inside src/syntax alone', () => {
    const importers = readdirSync(productFile('src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.startsWith(`syntax${sep}`))
      .filter((path) => /syntax\/(fast|plain)\//.test(readFileSync(join(productFile('src'), path), 'utf8')));
    deepEqual(importers, []);
  });
});
