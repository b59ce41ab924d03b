/** The icons of pages have the code points of the font, and every used icon is defined. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..', '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const icons = (css: string): Map<string, string> =>
  new Map(
    [...css.matchAll(/\.codicon-([\w-]+)::?before\s*\{\s*content:\s*"(\\[0-9a-f]+)"/g)].map(
      ([, name = '', at = '']) => [name, at],
    ),
  );

describe('the icons of pages', () => {
  // Not imported: the file makes elements, too.
  const table = read('src/vscode/webview/page/icons.ts').matchAll(/^ {2}'?([\w-]+)'?: '\\u([0-9a-f]{4})',$/gm);
  const ours = new Map([...table].map(([, name = '', at = '']) => [name, `\\${at}`]));

  it('have the code points of the font', () => {
    const all = icons(read('node_modules/@vscode/codicons/dist/codicon.css'));
    assert.ok(ours.size > 30);
    for (const [name, place] of ours) assert.equal(place, all.get(name), name);
  });

  it('include all icons of chunk kinds and all icons that pages use', () => {
    const kinds = [...read('src/vscode/common/chunk-icons.ts').matchAll(/: '([a-z-]+)',$/gm)].map(
      ([, name = '']) => name,
    );
    const files = readdirSync(join(root, 'src/vscode/search/page'), { encoding: 'utf8', recursive: true }).filter(
      (name) => name.endsWith('.ts'),
    );
    const named = files.flatMap((file) =>
      [...read(`src/vscode/search/page/${file}`).matchAll(/\b(?:icon|iconButton)\('([a-z-]+)'/g)].map(
        ([, name = '']) => name,
      ),
    );
    assert.ok(kinds.length > 20 && named.length > 5);
    assert.deepEqual(
      [...kinds, ...named].filter((name) => !ours.has(name)),
      [],
    );
  });
});
