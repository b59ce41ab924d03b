/** Tasks measured on a folder, with files that are no code for anyone. */
import assert from 'node:assert/strict';
import { measureFolder, readingMethods } from '../../../../src/wings/proof/measure-task';
import { GitHistory } from '../../../../src/wings/proof/tasks/git-history';
import { removeTemporaryFolders } from '../../index/file/index-folders';
import { functions, TestRepository } from './test-repository';

describe('the measurement of a folder', function () {
  this.timeout(120_000);
  afterEach(removeTemporaryFolders);

  it('keeps lines that are there, and names tasks without any', async () => {
    const repository = new TestRepository();
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12\n`;
    const commit = repository.commit('Begin', {
      'src/größe.ts': functions('one', 'two').replaceAll('\n', '\r\n'),
      'src/large.ts': pointer,
      'src/binary.ts': Buffer.from([0, 1, 2, 255, 0]),
    });
    const history = await GitHistory.open(repository.folder);
    const tasks = [
      {
        id: 'a',
        commit,
        text: 'function two doubles',
        changed: [{ path: 'src/größe.ts', spans: [[7, 999]] as const }],
      },
      { id: 'b', commit, text: 'a pointer', changed: [{ path: 'src/large.ts', spans: [[1, 1]] as const }] },
      { id: 'c', commit, text: 'a binary', changed: [{ path: 'src/binary.ts', spans: [[1, 1]] as const }] },
      {
        id: 'd',
        commit,
        text: 'lines that are not there',
        changed: [{ path: 'src/größe.ts', spans: [[500, 501]] as const }],
      },
    ];
    const { measured, unindexed, missing } = await measureFolder(repository.folder, tasks, history, {
      budgets: [1000, 2000],
      onMessage: assert.fail,
      onProgress: () => undefined,
    });
    assert.deepEqual(
      unindexed.map(({ id }) => id),
      ['b', 'c', 'd'],
    );
    assert.equal(missing, 0);
    const [only, ...others] = measured;
    assert.deepEqual([others.length, only?.task.places[0]?.lines], [0, [[7, 10]]]);
    for (const method of readingMethods) assert.equal(only?.results[method]?.shares.length, 2, method);
    assert.ok((only?.results.pack?.shares[1]?.lines ?? 0) > 0.5);
  });
});
