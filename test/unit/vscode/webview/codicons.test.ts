/** The font of icons has every icon that is used. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..', '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('the icons of pages', () => {
  it('have the names of the font', () => {
    const css = read('node_modules/@vscode/codicons/dist/codicon.css');
    const font = new Set([...css.matchAll(/\.codicon-([\w-]+)::?before\s*\{\s*content:/g)].map(([, name]) => name));
    assert.ok(font.size > 400);
    // Not imported: it imports `vscode`.
    const source = read('src/vscode/common/chunk-icons.ts');
    const [, same = ''] = /const symbols = new Set<string>\(([^)]*)\)/.exec(source) ?? [];
    const kinds = [
      ...[...same.matchAll(/'([a-z]+)'/g)].map(([, name = '']) => `symbol-${name}`),
      ...[...source.matchAll(/: '([a-z-]+)',$/gm)].map(([, name = '']) => name),
    ];
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
      [...kinds, ...named].filter((name) => !font.has(name)),
      [],
    );
  });
});
