/** Where an index can be kept is asked of the system, and nothing is written to find out. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { canWriteIndex } from '../../../../src/vscode/indexing/index-location';
import { makeReadOnly } from '../../../read-only';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';

describe('a folder', () => {
  afterEach(removeTemporaryFolders);

  it('holds its index where it can be written', () => {
    const root = temporaryFolder();
    assert.equal(canWriteIndex(root), true);
    assert.deepEqual(readdirSync(root), []);
  });

  it('does not where it is read-only', function () {
    const root = temporaryFolder();
    const undo = makeReadOnly(root);
    if (!undo) this.skip();
    try {
      assert.equal(canWriteIndex(root), false);
    } finally {
      undo();
    }
  });

  it('does where only the place of the index can be written', function () {
    const root = temporaryFolder();
    mkdirSync(join(root, '.codegrain'));
    const undo = makeReadOnly(root);
    if (!undo) this.skip();
    try {
      assert.equal(canWriteIndex(root), true);
    } finally {
      undo();
    }
  });

  it('does not where just that cannot be', function () {
    const root = temporaryFolder();
    mkdirSync(join(root, '.codegrain'));
    const undo = makeReadOnly(join(root, '.codegrain'));
    if (!undo) this.skip();
    try {
      assert.equal(canWriteIndex(root), false);
    } finally {
      undo();
    }
  });

  it('that is gone is not read-only: something else is wrong with it', () => {
    assert.equal(canWriteIndex(join(temporaryFolder(), 'nowhere')), true);
  });
});
