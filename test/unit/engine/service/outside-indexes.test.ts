/** An index outside its folder is found again after the folder was renamed, and is never given to another folder. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { adoptMovedIndex, forgetFolder, rememberFolder } from '../../../../src/engine/service/outside-indexes';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';

describe('an index outside its folder', () => {
  let at: string;
  const file = (name: string): string => join(at, 'indexes', name, 'index.cgx');
  const folder = (name: string): string => {
    mkdirSync(join(at, name), { recursive: true });
    return join(at, name);
  };
  /** The content of the index does not matter here. */
  const keep = (name: string, root: string): void => {
    mkdirSync(dirname(file(name)), { recursive: true });
    writeFileSync(file(name), name);
    rememberFolder(file(name), root);
  };

  beforeEach(() => {
    at = temporaryFolder();
  });
  afterEach(removeTemporaryFolders);

  it('is found every time the folder is renamed', () => {
    keep('one', folder('one'));
    keep('other', folder('other'));
    renameSync(join(at, 'one'), join(at, 'two'));
    assert.equal(adoptMovedIndex(file('two'), join(at, 'two')), true);
    assert.equal(readFileSync(file('two'), 'utf8'), 'one');
    renameSync(join(at, 'two'), join(folder('deep'), 'three'));
    assert.equal(adoptMovedIndex(file('three'), join(at, 'deep', 'three')), true);
    assert.equal(readFileSync(file('three'), 'utf8'), 'one');
    assert.equal(existsSync(dirname(file('one'))) || existsSync(dirname(file('two'))), false);
    assert.equal(readFileSync(file('other'), 'utf8'), 'other');
  });

  it('stays in place if the old folder still exists, or another folder has its path', () => {
    keep('one', folder('one'));
    assert.equal(adoptMovedIndex(file('two'), folder('two')), false);
    cpSync(join(at, 'one'), join(at, 'copy'), { recursive: true });
    rmSync(join(at, 'one'), { recursive: true });
    assert.equal(adoptMovedIndex(file('copy'), join(at, 'copy')), false);
    assert.equal(readFileSync(file('one'), 'utf8'), 'one');
  });

  it('does not replace another index or other files', () => {
    keep('one', folder('one'));
    renameSync(join(at, 'one'), join(at, 'two'));
    mkdirSync(dirname(file('two')));
    writeFileSync(join(dirname(file('two')), 'notes'), 'notes');
    assert.equal(adoptMovedIndex(file('two'), join(at, 'two')), false);
    writeFileSync(file('two'), 'own');
    assert.equal(adoptMovedIndex(file('two'), join(at, 'two')), false);
    assert.equal(readFileSync(file('two'), 'utf8'), 'own');
  });

  it('is not identified by a missing or unreadable record', () => {
    keep('one', folder('one'));
    renameSync(join(at, 'one'), join(at, 'two'));
    for (const text of ['', '{', '[]', '{"root": "/nowhere"}']) {
      writeFileSync(join(dirname(file('one')), 'folder.json'), text);
      assert.equal(adoptMovedIndex(file('two'), join(at, 'two')), false, text);
    }
    assert.equal(adoptMovedIndex(join(at, 'no', 'such', 'index.cgx'), join(at, 'two')), false);
    assert.equal(adoptMovedIndex(file('gone'), join(at, 'gone')), false);
  });

  it('leaves nothing behind when it is deleted, except files of others', () => {
    keep('one', folder('one'));
    rmSync(file('one'));
    forgetFolder(file('one'));
    assert.equal(existsSync(dirname(file('one'))), false);
    keep('two', folder('two'));
    forgetFolder(file('two'));
    assert.ok(existsSync(file('two')));
  });
});
