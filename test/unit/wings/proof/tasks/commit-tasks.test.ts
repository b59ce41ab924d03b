/** Commits of a real repository as tasks. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { commitTasks } from '../../../../../src/wings/proof/tasks/commit-tasks';
import { GitHistory } from '../../../../../src/wings/proof/tasks/git-history';
import { removeTemporaryFolders, temporaryFolder } from '../../../index/file/index-folders';
import { functions, TestRepository } from '../test-repository';

const tasksIn = async (folder: string, count = 20) => commitTasks(await GitHistory.open(folder), count);
const message = 'Return the half instead of the double';

describe('the tasks of a repository', function () {
  this.timeout(60_000);
  let repository: TestRepository;
  beforeEach(() => {
    repository = new TestRepository();
  });
  afterEach(removeTemporaryFolders);

  it('are messages with the lines that were changed, at the commit before', async () => {
    const before = repository.commit('Add numbers', { 'src/a.ts': functions('one', 'two') });
    const changed = functions('one', 'two').split('\n');
    changed[6] = '  const doubled = value / 2;';
    repository.commit(`${message} (#3)`, {
      'src/a.ts': changed.join('\n'),
      'test/a.test.ts': 'x\n',
      'README.md': 'x\n',
    });
    const { tasks } = await tasksIn(repository.folder);
    assert.deepEqual(
      tasks.map(({ text, commit, changed: files }) => ({ text, commit, files })),
      [{ text: message, commit: before, files: [{ path: 'src/a.ts', spans: [[7, 7]] }] }],
    );
  });

  it('come oldest first, the last ones', async () => {
    for (const value of [1, 2, 3, 4])
      repository.commit(`Set the value to another one, ${value}`, { 'a.ts': `export const a = ${value};\n` });
    const { tasks } = await tasksIn(repository.folder, 2);
    assert.deepEqual(
      tasks.map(({ text }) => text.at(-1)),
      ['3', '4'],
    );
  });

  it('count the line before an insertion, and line 1 before the first line', async () => {
    repository.commit('Add numbers', {
      'a.ts': 'export const a = 1;\nexport const b = 2;\n',
      'b.ts': 'export const c = 1;\n',
    });
    repository.commit('Add a number after the first one', {
      'a.ts': 'export const a = 1;\nexport const n = 3;\nexport const b = 2;\n',
      'b.ts': 'import "./a";\nexport const c = 1;\n',
    });
    const [task] = (await tasksIn(repository.folder)).tasks;
    assert.deepEqual(task?.changed, [
      { path: 'a.ts', spans: [[1, 1]] },
      { path: 'b.ts', spans: [[1, 1]] },
    ]);
  });

  it('know a renamed file by its name before', async () => {
    repository.commit('Add numbers', { 'old.ts': functions('one', 'two', 'three', 'four') });
    const text = functions('one', 'two', 'three', 'four').replace('value * 2', 'value / 2');
    repository.commit(message, { 'old.ts': undefined, 'new.ts': text });
    const [task] = (await tasksIn(repository.folder)).tasks;
    assert.deepEqual(task?.changed, [{ path: 'old.ts', spans: [[2, 2]] }]);
  });

  it('may have any characters in their paths', async () => {
    const path = 'größe "ä"\tb/ファイル.ts';
    repository.commit('Add a number', { [path]: 'export const a = 1;\n' });
    repository.commit('Set the value to another one', { [path]: 'export const a = 2;\n' });
    const [task] = (await tasksIn(repository.folder)).tasks;
    assert.equal(task?.changed[0]?.path, path);
  });

  it('are only those of the folder, with paths inside it', async () => {
    repository.commit('Add numbers', { 'x/a.ts': 'export const a = 1;\n', 'y/b.ts': 'export const b = 1;\n' });
    repository.commit('Change the number in the first one', { 'x/a.ts': 'export const a = 2;\n' });
    repository.commit('Change the number in the second one', { 'y/b.ts': 'export const b = 2;\n' });
    const { tasks } = await tasksIn(join(repository.folder, 'x'));
    assert.deepEqual(
      tasks.map(({ changed }) => changed[0]?.path),
      ['a.ts'],
    );
  });

  it('leave out what is no task, and count why', async () => {
    repository.commit('Begin', {
      'a.ts': functions('one'),
      'package-lock.json': '{}\n',
      'README.md': 'x\n',
      'data.json': '1\n',
    });
    repository.commit('Say more about all of it', {
      'README.md': 'y\n',
      'package-lock.json': '{ }\n',
      'data.json': '2\n',
    });
    repository.commit('Add a test that says more', { 'test/a.test.ts': 'y\n' });
    repository.commit('Add a new file with a number', { 'b.ts': functions('two') });
    repository.commit('Indent the code by two more', { 'a.ts': functions('one').replace(/^ {2}/gm, '    ') });
    repository.commit('fix it', { 'a.ts': functions('one', 'three') });
    repository.commit('Update the numbers to newer ones', { 'a.ts': functions('four') }, 'renovate[bot] <r@x>');
    const many = Object.fromEntries(
      Array.from({ length: 21 }, (_, at) => [`many/${at}.ts`, `export const a = ${at};\n`]),
    );
    repository.commit('Add a number to many files', many);
    const { tasks, skipped } = await tasksIn(repository.folder);
    assert.deepEqual(tasks, []);
    assert.deepEqual(Object.fromEntries(skipped), {
      'many-files': 1,
      bot: 1,
      short: 2,
      formatting: 1,
      'no-code': 3,
    });
  });

  it('end where a shallow clone ends', async () => {
    for (const value of [1, 2, 3])
      repository.commit(`Set the value to another one, ${value}`, { 'a.ts': `export const a = ${value};\n` });
    const clone = join(temporaryFolder(), 'clone');
    execFileSync('git', ['clone', '--quiet', '--depth=2', pathToFileURL(repository.folder).href, clone]);
    const history = await GitHistory.open(clone);
    const { tasks, skipped } = await commitTasks(history, 20);
    assert.equal(history.isShallow, true);
    assert.deepEqual([tasks.length, Object.fromEntries(skipped)], [1, { 'no-parent': 1 }]);
  });

  it('leave out changes of submodules and of links', async () => {
    repository.commit('Begin', { 'a.ts': functions('one') });
    const [first, second] = ['1', '2'].map((digit) => digit.repeat(40));
    repository.git('update-index', '--add', '--cacheinfo', `160000,${first},vendor.ts`);
    repository.git('commit', '--quiet', '-m', 'Add the other project as a part');
    repository.git('update-index', '--cacheinfo', `160000,${second},vendor.ts`);
    repository.git('commit', '--quiet', '-m', 'Take a newer version of the part');
    const { tasks, skipped } = await tasksIn(repository.folder);
    assert.deepEqual([tasks, skipped.get('no-code')], [[], 2]);
  });

  it('leave out commits whose contents a partial clone does not have, and fetch nothing', async () => {
    repository.git('config', 'uploadpack.allowFilter', 'true');
    for (const value of [1, 2])
      repository.commit(`Set the value to another one, ${value}`, { 'a.ts': `export const a = ${value};\n` });
    const clone = join(temporaryFolder(), 'clone');
    const source = pathToFileURL(repository.folder).href;
    execFileSync('git', ['clone', '--quiet', '--no-checkout', '--filter=blob:none', source, clone]);
    const objects = () => execFileSync('git', ['-C', clone, 'count-objects', '-v'], { encoding: 'utf8' });
    const before = objects();
    const { tasks, skipped } = await tasksIn(clone);
    assert.deepEqual([tasks, skipped.get('missing'), objects()], [[], 1, before]);
  });

  it('cannot be had without a repository or without commits, and the reason says so', async () => {
    await assert.rejects(GitHistory.open(repository.folder), /has no commits yet/);
    const folder = join(temporaryFolder(), 'plain');
    mkdirSync(folder);
    await assert.rejects(GitHistory.open(folder), /is not in a git repository/);
  });
});
