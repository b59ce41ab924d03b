import assert from 'node:assert/strict';
import { causeByMessage, taskText } from '../../../../../src/wings/proof/tasks/commit-tasks';

const commit = (message: string, author = 'Ada <ada@example.com>', parents = ['a']) => ({
  id: 'b',
  parents,
  author,
  message,
});

describe('the message of a commit', () => {
  it('is a task without trailers and without the numbers of issues', () => {
    const message =
      'Limit the size of uploads (#123)\r\n\r\nThey filled the disk. Fixes #77\r\nSee https://example.com/a/b/issues/9\r\n\r\nSigned-off-by: Ada <a@b.c>\r\nCo-authored-by: Bob <b@b.c>\r\n';
    assert.equal(taskText(message), 'Limit the size of uploads\n\nThey filled the disk.\nSee');
  });

  it('keeps the first line, whatever it looks like', () => {
    assert.equal(taskText('Re-read: the file after a rename'), 'Re-read: the file after a rename');
  });

  for (const [message, cause] of [
    ['Revert "Limit the size of uploads"', 'revert'],
    ['Release 2.3.0 with many changes', 'release'],
    ['chore(release): bump version to 2.3.0', 'release'],
    ['v1.2.3', 'release'],
    ['Bump lodash from 1 to 2', 'release'],
    ['fix typo', 'short'],
    ['Fixes #12 #13 #14 #15', 'short'],
    ['Bump the limit of uploads when the disk is large', 'release'],
    ['Limit the size of uploads', undefined],
    ['Versioned caches are cleared at the start', undefined],
    ['上传 文件 大小 限制 错误', undefined],
  ] as const)
    it(`"${message}" is ${cause ?? 'a task'}`, () => {
      assert.equal(causeByMessage(commit(message)), cause);
    });

  it('of a bot, of a merge and of the first commit is no task', () => {
    const message = 'Limit the size of uploads';
    assert.equal(causeByMessage(commit(message, 'dependabot[bot] <x@y>')), 'bot');
    assert.equal(causeByMessage(commit(message, undefined, ['a', 'b'])), 'merge');
    assert.equal(causeByMessage(commit(message, undefined, [])), 'no-parent');
  });
});
