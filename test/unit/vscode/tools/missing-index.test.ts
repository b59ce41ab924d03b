/** What language models in the editor are told about an index that is damaged. */
import assert from 'node:assert/strict';
import type { FolderStatus } from '../../../../src/engine/service-protocol';
import type { IndexState } from '../../../../src/vscode/indexing/index-summary';
import { damageNotices } from '../../../../src/vscode/tools/missing-index';

const folder: FolderStatus = {
  root: '/a',
  is: 'ready',
  isStale: false,
  isReader: false,
  chunks: 1,
  files: 1,
  bytes: 1,
  memory: 1,
  languages: [],
};
const stateOf = (...folders: readonly FolderStatus[]): IndexState => ({ consent: 'given', folders, isPaused: false });

describe('what tools in the editor say about the index', () => {
  it('names each damaged index, what is missing and how to repair it', () => {
    const message = 'the index /b/index.cgx is damaged: 1 file is missing from it; repair it with: codegrain index';
    const damaged: FolderStatus = { ...folder, root: '/b', damage: { reason: 'damaged', message } };
    assert.deepEqual(damageNotices(stateOf(folder, damaged)), [message]);
    assert.deepEqual(damageNotices(stateOf(folder)), []);
  });
});
