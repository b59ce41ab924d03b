/** Tools read only the served folder. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RootFolder, ToolProblem } from '../../../../src/engine/answers/tool-input';

describe('the root folder', () => {
  let home: string;
  let folder: RootFolder;
  before(() => {
    home = realpathSync.native(mkdtempSync(join(tmpdir(), 'codegrain-root-')));
    for (const name of ['root/src', 'root-secret', 'other']) mkdirSync(join(home, name), { recursive: true });
    writeFileSync(join(home, 'root/src/a.ts'), 'export {};\n');
    writeFileSync(join(home, 'other/secret.ts'), 'secret();\n');
    writeFileSync(join(home, 'root-secret/b.ts'), 'secret();\n');
    symlinkSync(join(home, 'other/secret.ts'), join(home, 'root/link.ts'));
    symlinkSync(join(home, 'other'), join(home, 'root/folder'));
    symlinkSync(join(home, 'root/src/a.ts'), join(home, 'root/again.ts'));
    symlinkSync(join(home, 'root'), join(home, 'alias'));
    symlinkSync('loop.ts', join(home, 'root/loop.ts'));
    folder = new RootFolder(join(home, 'alias'));
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  const refused = (path: string, words: RegExp): void => {
    assert.throws(
      () => folder.resolveFile(path),
      (error) => error instanceof ToolProblem && words.test(error.message),
      path,
    );
  };

  it('accepts paths inside it, however they are written', () => {
    const expected = { file: join(home, 'root/src/a.ts'), path: 'src/a.ts' };
    for (const path of [
      'src/a.ts',
      './src/a.ts',
      'src/../src/a.ts',
      join(home, 'root/src/a.ts'),
      join(home, 'alias/src/a.ts'),
    ])
      assert.deepEqual(folder.resolveFile(path), expected, path);
    assert.deepEqual(folder.resolveFile('again.ts'), expected);
  });

  it('refuses paths outside it: with dots, absolute, through links, and in a folder whose name starts the same', () => {
    for (const path of [
      '..',
      '../other/secret.ts',
      'src/../../other/secret.ts',
      '../root-secret/b.ts',
      '/etc/passwd',
      '/nowhere/x',
    ])
      refused(path, /not in the served folder/);
    refused(join(home, 'other/secret.ts'), /not in the served folder/);
    refused('link.ts', /not in the served folder/);
    refused('folder/secret.ts', /not in the served folder/);
  });

  it('does not reveal whether a file outside it exists', () => {
    const message = (path: string): string => {
      try {
        folder.resolveFile(path);
        return '';
      } catch (error) {
        return String(error).replace(path, 'PATH');
      }
    };
    for (const name of ['../other/secret.ts', join(home, 'other/secret.ts')])
      assert.equal(message(name), message(`${name}x`));
  });

  it('reports missing files, and does not follow loops', () => {
    refused('src/b.ts', /no file src\/b\.ts/);
    refused('src/a.ts/b', /no file/);
    refused('a\0b', /no file a\?b/);
    refused('loop.ts', /cannot be followed/);
  });

  it('refuses files inside it that are not walked: what git keeps, ignored files, secrets, and links to them', () => {
    mkdirSync(join(home, 'root/.git'));
    mkdirSync(join(home, 'root/out'));
    writeFileSync(join(home, 'root/.git/config'), '[core]\n');
    writeFileSync(join(home, 'root/.gitignore'), 'out/\n');
    writeFileSync(join(home, 'root/out/a.ts'), 'export {};\n');
    writeFileSync(join(home, 'root/.env'), 'KEY=1\n');
    symlinkSync(join(home, 'root/.env'), join(home, 'root/notes.md'));
    refused('.git/config', /belongs to git/);
    refused(join(home, 'root/.git/config'), /belongs to git/);
    refused('out/a.ts', /is ignored by "out\/" in \.gitignore/);
    for (const path of ['.env', 'notes.md']) refused(path, /looks like a secret/);
    refused('src', /is not a regular file/);
  });
});
