/** Every string that a user sees has a German translation, and no translation is unused. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kindNames } from '../../../src/search/query/query-values';

const root = join(__dirname, '..', '..', '..');
const json = (name: string): Record<string, string> => JSON.parse(readFileSync(join(root, name), 'utf8'));

/**
 * The first argument of each `l10n.t`. It must be a literal, or the translation would not be found. Also the texts of tables, which
 * `localised` translates: constants whose names end with `Texts`, the kinds of chunks, and how exact counts are.
 */
function stringsOfSource(): string[] {
  const found = [...kindNames.map((kind) => kind.replaceAll('-', ' ')), 'exact', 'estimated', 'approximate'];
  const folder = join(root, 'src');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const text = readFileSync(join(folder, name), 'utf8');
    for (const { 1: single, 2: double, index } of text.matchAll(
      /l10n\.t\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")?/g,
    )) {
      const literal = single ?? double;
      assert.ok(literal !== undefined, `${name}: ${text.slice(index, index + 60)} is not called with a literal`);
      found.push(literal.replaceAll("\\'", "'"));
    }
    for (const [, table = ''] of text.matchAll(/^export const \w+Texts = \{\n(.*?)\n\}/gms))
      for (const [, literal = ''] of table.matchAll(/: '([^'\\]*)',$/gm)) found.push(literal);
  }
  return [...new Set(found)];
}

const placeholders = (text: string | undefined): string[] => (text?.match(/\{\d+\}/g) ?? []).sort();

describe('the German translation', () => {
  it('has every string of the source and no other', () => {
    const strings = stringsOfSource();
    assert.ok(strings.length > 50);
    const german = json('l10n/bundle.l10n.de.json');
    assert.deepEqual(
      strings.filter((each) => german[each] === undefined),
      [],
    );
    assert.deepEqual(
      Object.keys(german).filter((each) => !strings.includes(each)),
      [],
    );
    for (const each of strings) assert.deepEqual(placeholders(german[each]), placeholders(each), each);
  });

  it('has every string of the manifest and no other', () => {
    const english = json('package.nls.json');
    const german = json('package.nls.de.json');
    assert.deepEqual(Object.keys(german).sort(), Object.keys(english).sort());
    const used = [...readFileSync(join(root, 'package.json'), 'utf8').matchAll(/"%([\w.-]+)%"/g)].map(
      ([, key]) => key ?? '',
    );
    assert.deepEqual([...new Set(used)].sort(), Object.keys(english).sort());
  });
});
