/** The manifest and the docs say what the tables of options say. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { generatedFiles } from '../../../scripts/generate/generated-files';
import { fillTables } from '../../../scripts/generate/markdown-tables';
import { productFile } from '../../../src/shared/product';

const read = (file: string): string => readFileSync(productFile(file), 'utf8');

describe('what is generated from the tables of options', () => {
  for (const [name, text] of generatedFiles(read))
    it(`is up to date in ${name}`, () => {
      assert.equal(read(name), text, `${name} differs from the tables in src/options: run "npm run generate"`);
    });

  it('stays between its markers', () => {
    const page = 'before\n<!-- generated: x -->\nold\n<!-- end -->\nafter\n';
    assert.equal(
      fillTables(page, (name) => (name === 'x' ? 'new' : undefined)),
      'before\n<!-- generated: x -->\nnew\n<!-- end -->\nafter\n',
    );
    assert.throws(() => fillTables(page, () => undefined), /there is no table "x"/);
  });
});
