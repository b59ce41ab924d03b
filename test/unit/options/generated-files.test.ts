/** The manifest and the docs say what the tables of options say. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { generatedFiles } from '../../../scripts/generate/generated-files';
import { fillTables } from '../../../scripts/generate/markdown-tables';
import { refuseDuplicateKeys } from '../../../scripts/generate/unique-keys';
import { productFile } from '../../../src/shared/product';

const read = (file: string): string => readFileSync(productFile(file), 'utf8');

describe('what is generated from the tables of options', () => {
  for (const [name, text] of generatedFiles(read))
    it(`is up to date in ${name}`, () => {
      assert.equal(read(name), text, `${name} differs from the tables in src/options: run "npm run generate"`);
    });

  for (const name of ['package.json', 'package.nls.json', 'package.nls.de.json', 'l10n/bundle.l10n.de.json'])
    it(`is not written while ${name} has a key twice`, () => {
      const [key = ''] = Object.keys(JSON.parse(read(name)));
      const twice = read(name).replace(/\n\}\s*$/, `,\n  ${JSON.stringify(key)}: "other"\n}\n`);
      const lines = twice.split('\n').length - 2;
      assert.throws(() => generatedFiles((file) => (file === name ? twice : read(file))), {
        message: `${name}: the key "${key}" is in lines 2 and ${lines}`,
      });
    });

  it('may have the same key in two objects, and in a text', () => {
    const text = '{ "a": { "b": 1, "c": "b\\": 1, \\"b\\": 2" }, "b": [{ "a": 1 }, { "a": 2 }] }';
    assert.doesNotThrow(() => refuseDuplicateKeys('x.json', text));
    assert.throws(
      () => refuseDuplicateKeys('x.json', '{ "a": {\n"b" : 1,\n"b": {} } }'),
      /x\.json: the key "b" is in lines 2 and 3/,
    );
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
