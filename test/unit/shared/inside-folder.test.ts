/** Paths that leave a folder are refused, however they do it. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realFileInside } from '../../../src/shared/inside-folder';

describe('a path in a folder', () => {
  let home: string;
  let folder: string;
  before(() => {
    home = realpathSync.native(mkdtempSync(join(tmpdir(), 'codegrain-inside-')));
    folder = join(home, 'folder');
    mkdirSync(join(folder, 'src'), { recursive: true });
    mkdirSync(join(home, 'folder-2'));
    for (const file of ['folder/src/a.ts', 'folder-2/b.ts', 'secret.ts']) writeFileSync(join(home, file), 'x\n');
    symlinkSync(join(home, 'secret.ts'), join(folder, 'link.ts'));
    symlinkSync(home, join(folder, 'up'));
    symlinkSync(join(folder, 'src', 'a.ts'), join(folder, 'again.ts'));
    symlinkSync(folder, join(home, 'alias'));
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  it('leads to the file, through links that stay inside', () => {
    const file = join(folder, 'src', 'a.ts');
    for (const path of ['src/a.ts', './src/a.ts', 'src/../src/a.ts', 'again.ts']) {
      assert.equal(realFileInside(folder, path), file);
      assert.equal(realFileInside(join(home, 'alias'), path), file);
    }
  });

  it('is refused if it leaves the folder: with "..", as an absolute path or through a link', () => {
    for (const path of ['../secret.ts', 'src/../../secret.ts', '../folder-2/b.ts', 'link.ts', 'up/secret.ts']) {
      assert.equal(realFileInside(folder, path), undefined, path);
    }
    for (const path of [join(home, 'secret.ts'), join(folder, 'src', 'a.ts'), 'src/\0a.ts', 'missing.ts']) {
      assert.equal(realFileInside(folder, path), undefined, path);
    }
  });
});
