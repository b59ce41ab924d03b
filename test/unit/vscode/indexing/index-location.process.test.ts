/** Whether a folder can hold its index is checked without writing anything. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { canWriteIndex } from '../../../../src/vscode/indexing/index-location';
import { makeReadOnly } from '../../../read-only';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';

describe('a folder', () => {
  afterEach(removeTemporaryFolders);

  it('holds its index if it is writable', () => {
    const root = temporaryFolder();
    assert.equal(canWriteIndex(root), true);
    assert.deepEqual(readdirSync(root), []);
  });

  it('does not hold its index if it is read-only', function () {
    const root = temporaryFolder();
    const undo = makeReadOnly(root);
    if (!undo) this.skip();
    try {
      assert.equal(canWriteIndex(root), false);
    } finally {
      undo();
    }
  });

  it('holds its index if only the folder of the index is writable', function () {
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

  it('does not hold its index if only the folder of the index is read-only', function () {
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

  it('is not reported as read-only if it does not exist', () => {
    assert.equal(canWriteIndex(join(temporaryFolder(), 'nowhere')), true);
  });
});
