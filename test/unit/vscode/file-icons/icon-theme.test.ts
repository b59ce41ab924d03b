/** Icons of file icon themes: the rules, and the themes that VS Code comes with where its server is in the cache. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../../../scripts/vscode/cache';
import { type IconTheme, LanguageNames, themeIcon } from '../../../../src/vscode/file-icons/icon-theme';

const theme: IconTheme = {
  iconDefinitions: {
    plain: { iconPath: './plain.svg' },
    ts: { iconPath: './ts.svg' },
    test: { iconPath: './test.svg' },
    lightTest: { iconPath: './light-test.svg' },
    make: { fontCharacter: '\\E001', fontColor: '#fff' },
    workflow: { fontCharacter: 'W', fontId: 'other', fontSize: '80%' },
  },
  fonts: [
    { id: 'main', src: [{ path: './main.woff' }], size: '150%' },
    { id: 'other', src: [{ path: './other.woff' }] },
  ],
  file: 'plain',
  fileNames: { makefile: 'make', '.github/workflow.yml': 'workflow' },
  fileExtensions: { 'test.ts': 'test' },
  languageIds: { typescript: 'ts' },
  light: { fileExtensions: { 'test.ts': 'lightTest' } },
};

describe('the icon of a file', () => {
  const pathOf = (path: string, language?: string, colours: 'dark' | 'light' = 'dark') => {
    const found = themeIcon(theme, path, language, colours);
    return found?.is === 'image' ? found.path : found;
  };

  it('is that of its name, its longest extension, its language, or of all files', () => {
    assert.equal(pathOf('src/a.test.ts', 'typescript'), './test.svg');
    assert.equal(pathOf('src/A.ts', 'typescript'), './ts.svg');
    assert.equal(pathOf('src/a.unknown'), './plain.svg');
    assert.equal(pathOf('src/constructor'), './plain.svg');
  });

  it('has the colours of the window where the theme has several', () => {
    assert.equal(pathOf('src/a.test.ts', 'typescript', 'light'), './light-test.svg');
    assert.equal(pathOf('src/a.ts', 'typescript', 'light'), './ts.svg');
  });

  it('may be a letter of a font, with the size of the font or its own', () => {
    const glyph = { is: 'glyph', character: '\ue001', colour: '#fff', size: '150%', font: 'main' };
    assert.deepEqual(pathOf('Makefile'), glyph);
    assert.deepEqual(pathOf('x/.github/workflow.yml'), {
      ...{ is: 'glyph', character: 'W', colour: undefined, size: '80%', font: 'other' },
    });
  });

  it('is none if the theme has no definition for it', () => {
    assert.equal(themeIcon({ file: 'gone' }, 'a.ts', undefined, 'dark'), undefined);
    assert.equal(themeIcon({}, 'a.ts', 'typescript', 'light'), undefined);
  });

  it('depends on the language that extensions give to its name', () => {
    const names = new LanguageNames([
      { id: 'json', extensions: ['.json'] },
      { id: 'jsonc', filenames: ['tsconfig.json'], extensions: ['.code-workspace'] },
      { id: 'blade', extensions: ['.blade.php'] },
      { id: 'php', extensions: ['.php'] },
      {},
    ]);
    const found = ['a.json', 'src/tsconfig.json', 'x.blade.php', 'x.php', 'README'].map((path) =>
      names.languageOf(path),
    );
    assert.deepEqual(found, ['json', 'jsonc', 'blade', 'php', undefined]);
  });

  it('is in every theme of VS Code, and the files of its images and fonts exist', function () {
    const server = existsSync(cacheFolder())
      ? readdirSync(cacheFolder()).find((name) => name.startsWith('vscode-server-'))
      : undefined;
    if (server === undefined) this.skip();
    const extensions = join(cacheFolder(), server, 'node_modules/code-server/lib/vscode/extensions');
    const manifests = readdirSync(extensions).flatMap((name) => {
      const file = join(extensions, name, 'package.json');
      return existsSync(file) ? [{ name, contributes: JSON.parse(readFileSync(file, 'utf8')).contributes ?? {} }] : [];
    });
    const names = new LanguageNames(manifests.flatMap(({ contributes }) => contributes.languages ?? []));
    const themes = manifests.flatMap(({ name, contributes }) =>
      (contributes.iconThemes ?? []).map(({ path }: { path: string }) => join(extensions, name, path)),
    );
    assert.ok(themes.length > 0);
    for (const file of themes) {
      const real: IconTheme = JSON.parse(readFileSync(file, 'utf8'));
      for (const colours of ['dark', 'light', 'highContrast'] as const) {
        for (const path of ['src/cart.py', 'a/queue.ts', 'Dockerfile', 'README.md', 'x/unknown.zzz']) {
          const icon = themeIcon(real, path, names.languageOf(path), colours);
          assert.ok(icon, `${file} has no icon for ${path}`);
          if (icon.is === 'image') assert.ok(existsSync(join(file, '..', icon.path)), icon.path);
          else assert.equal(icon.character.length, 1);
        }
      }
      const [font] = real.fonts ?? [];
      if (!font) continue;
      assert.ok(existsSync(join(file, '..', font.src[0]?.path ?? '')));
      const python = themeIcon(real, 'a.py', 'python', 'dark');
      assert.notDeepEqual(python, themeIcon(real, 'a.zzz', undefined, 'dark'));
      assert.notDeepEqual(python, themeIcon(real, 'a.py', 'python', 'light'));
    }
  });
});
