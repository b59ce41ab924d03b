/** An index that is kept outside of its folder is found again when the folder was renamed, and never given to another folder. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fetchMoved, forgetFolder, rememberFolder } from '../../../../src/index-service/server/moved-index';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';

describe('an index kept elsewhere', () => {
  let at: string;
  const file = (name: string): string => join(at, 'indexes', name, 'index.cgx');
  const folder = (name: string): string => {
    mkdirSync(join(at, name), { recursive: true });
    return join(at, name);
  };
  /** What an index is made of does not matter here. */
  const keep = (name: string, root: string): void => {
    mkdirSync(dirname(file(name)), { recursive: true });
    writeFileSync(file(name), name);
    rememberFolder(file(name), root);
  };

  beforeEach(() => {
    at = temporaryFolder();
  });
  afterEach(removeTemporaryFolders);

  it('is found when the folder was renamed, again and again', () => {
    keep('one', folder('one'));
    keep('other', folder('other'));
    renameSync(join(at, 'one'), join(at, 'two'));
    assert.equal(fetchMoved(file('two'), join(at, 'two')), true);
    assert.equal(readFileSync(file('two'), 'utf8'), 'one');
    renameSync(join(at, 'two'), join(folder('deep'), 'three'));
    assert.equal(fetchMoved(file('three'), join(at, 'deep', 'three')), true);
    assert.equal(readFileSync(file('three'), 'utf8'), 'one');
    assert.equal(existsSync(dirname(file('one'))) || existsSync(dirname(file('two'))), false);
    assert.equal(readFileSync(file('other'), 'utf8'), 'other');
  });

  it('stays where the folder is still there, or another one', () => {
    keep('one', folder('one'));
    assert.equal(fetchMoved(file('two'), folder('two')), false);
    cpSync(join(at, 'one'), join(at, 'copy'), { recursive: true });
    rmSync(join(at, 'one'), { recursive: true });
    assert.equal(fetchMoved(file('copy'), join(at, 'copy')), false);
    assert.equal(readFileSync(file('one'), 'utf8'), 'one');
  });

  it('takes no place where there is an index, or anything else', () => {
    keep('one', folder('one'));
    renameSync(join(at, 'one'), join(at, 'two'));
    mkdirSync(dirname(file('two')));
    writeFileSync(join(dirname(file('two')), 'notes'), 'notes');
    assert.equal(fetchMoved(file('two'), join(at, 'two')), false);
    writeFileSync(file('two'), 'own');
    assert.equal(fetchMoved(file('two'), join(at, 'two')), false);
    assert.equal(readFileSync(file('two'), 'utf8'), 'own');
  });

  it('is not looked for by what says nothing', () => {
    keep('one', folder('one'));
    renameSync(join(at, 'one'), join(at, 'two'));
    for (const text of ['', '{', '[]', '{"root": "/nowhere"}']) {
      writeFileSync(join(dirname(file('one')), 'folder.json'), text);
      assert.equal(fetchMoved(file('two'), join(at, 'two')), false, text);
    }
    assert.equal(fetchMoved(join(at, 'no', 'such', 'index.cgx'), join(at, 'two')), false);
    assert.equal(fetchMoved(file('gone'), join(at, 'gone')), false);
  });

  it('leaves nothing behind when it is deleted, but what is not its own', () => {
    keep('one', folder('one'));
    rmSync(file('one'));
    forgetFolder(file('one'));
    assert.equal(existsSync(dirname(file('one'))), false);
    keep('two', folder('two'));
    forgetFolder(file('two'));
    assert.ok(existsSync(file('two')));
  });
});
