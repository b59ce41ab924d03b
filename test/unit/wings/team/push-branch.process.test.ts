/** `codegrain push` as a user runs it: the built command line and a database behind a socket. */
import assert from 'node:assert/strict';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PushReport } from '../../../../src/wings/team/push-branch';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';
import type { CliResult } from '../../surfaces/cli/runner/run-command';
import { assertSound, contentOf } from './database-content';
import { largeFolder, moduleText, put, smallFolder } from './pushed-folder';
import { openTestDatabase, runCli, type TestDatabase, TestProxy } from './test-database';

describe('codegrain push', function () {
  this.timeout(180_000);
  let database: TestDatabase;
  before(async () => {
    database = await openTestDatabase();
  });
  beforeEach(() => database.reset());
  afterEach(removeTemporaryFolders);
  after(async () => {
    await database.reset();
    await database.close();
  });

  const run = (cwd: string, ...args: string[]): Promise<CliResult> =>
    runCli(['push', '--jobs', '1', ...args], { cwd, env: { CODEGRAIN_DATABASE_URL: database.url } });
  const push = async (cwd: string, ...args: string[]): Promise<PushReport> => {
    const { status, stdout, stderr } = await run(cwd, '--json', '--repository', 'it', ...args);
    assert.deepEqual([status, stderr], [0, '']);
    return JSON.parse(stdout);
  };

  it('creates the schema and fills it; the second push sends nothing', async () => {
    const folder = smallFolder();
    const { status, stdout, stderr } = await run(folder, '--repository', 'it');
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^4 files added, 0 changed in /);
    assert.match(stdout, /it@main: 4 files, \d+ searched chunks, \d+ parents?\n$/);
    const again = await push(folder);
    assert.deepEqual(
      [again.added, again.changed, again.removed, again.unchanged, again.sent, again.chunks],
      [0, 0, 0, 4, 0, 0],
    );
    assert.deepEqual(await database.rows('select version from codegrain.migrations'), [
      { version: 1 },
      { version: 2 },
      { version: 3 },
    ]);
    const types = await database.rows<{ type: string }>(
      'select distinct chunk_type as type from codegrain.chunks order by 1',
    );
    assert.deepEqual(
      types.map(({ type }) => type),
      ['child', 'parent', 'standard'],
    );
    await assertSound(database, 'it', 'main');
  });

  it('stores the records that codegrain chunk prints', async () => {
    const folder = smallFolder();
    const { total } = await push(folder);
    const printed = await runCli(['chunk', '.'], { cwd: folder });
    const records: { id: string; text: string; context: string; role: string; parent?: string }[] = printed.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(total.chunks, records.length);
    const rows = await database.rows(
      'select id, text, context, chunk_type as role, parent_chunk_id as parent from codegrain.chunks',
    );
    const byId = (a: { id?: unknown }, b: { id?: unknown }): number => (String(a.id) < String(b.id) ? -1 : 1);
    assert.deepEqual(
      [...rows].sort(byId),
      records.map(({ id, text, context, role, parent = null }) => ({ id, text, context, role, parent })).sort(byId),
    );
  });

  it('sends edited files, removes deleted ones, and follows a rename', async () => {
    const folder = smallFolder();
    await push(folder);
    put(folder, 'src/parser.py', moduleText('grammar', 2));
    rmSync(join(folder, 'odd.py'));
    renameSync(join(folder, 'src/router.py'), join(folder, 'src/routes.py'));
    const report = await push(folder);
    assert.deepEqual([report.added, report.changed, report.removed, report.unchanged, report.sent], [1, 1, 2, 1, 2]);
    const paths = await database.rows<{ path: string }>('select distinct path from codegrain.chunks order by 1');
    assert.deepEqual(
      paths.map(({ path }) => path),
      ['docs/guide.md', 'src/parser.py', 'src/routes.py'],
    );
    await assertSound(database, 'it', 'main');
    await push(folder, '--branch', 'fresh');
    assert.equal(await contentOf(database, 'it', 'main'), await contentOf(database, 'it', 'fresh'));
  });

  it('keeps repositories apart, and shares contents and vectors between branches', async () => {
    const folder = smallFolder();
    const first = await push(folder);
    put(folder, 'src/parser.py', moduleText('grammar', 2));
    const second = await push(folder, '--branch', 'feature');
    assert.deepEqual([second.added, second.sent, second.shared], [4, 1, 3]);
    const other = await run(folder, '--json', '--repository', 'other');
    const { vectors, sent }: PushReport = JSON.parse(other.stdout);
    assert.deepEqual([sent, vectors.embedded], [4, 0]);
    assert.ok(vectors.fromDatabase > 0 && first.vectors.embedded > 0);
    for (const [repository, branch] of [
      ['it', 'main'],
      ['it', 'feature'],
      ['other', 'main'],
    ] as const)
      await assertSound(database, repository, branch);
    rmSync(join(folder, 'src'), { recursive: true });
    const { removed } = await push(folder, '--branch', 'feature');
    assert.equal(removed, 2);
    assert.match(await contentOf(database, 'it', 'main'), /router\.py/);
    await assertSound(database, 'it', 'feature');
  });

  it('sends one file for a second branch in which one file differs, a twentieth of the bytes', async () => {
    const folder = largeFolder(60);
    let sent = 0;
    const proxy = new TestProxy(new URL(database.url), () => {});
    const env = { CODEGRAIN_DATABASE_URL: await proxy.start() };
    const pushed = async (branch: string): Promise<{ readonly report: PushReport; readonly bytes: number }> => {
      const args = ['push', '--json', '--jobs', '1', '--repository', 'it', '--branch', branch];
      const { status, stdout } = await runCli(args, { cwd: folder, env });
      assert.equal(status, 0);
      const bytes = proxy.sent - sent;
      sent = proxy.sent;
      return { report: JSON.parse(stdout), bytes };
    };
    const first = await pushed('main');
    put(folder, 'd0/f0.py', moduleText('changed', 3));
    const second = await pushed('feature');
    await proxy.stop();
    assert.deepEqual([second.report.added, second.report.sent, second.report.shared], [60, 1, 59]);
    assert.ok(second.bytes < first.bytes / 20, `${second.bytes} of ${first.bytes} bytes`);
    await assertSound(database, 'it', 'feature');
  });

  it('takes names from a build server, and refuses where there is none', async () => {
    const folder = smallFolder();
    const build = {
      GITHUB_ACTIONS: 'true',
      GITHUB_REPOSITORY: 'team/web',
      GITHUB_REF: 'refs/pull/12/merge',
      GITHUB_REF_NAME: '12/merge',
      GITHUB_REF_TYPE: 'branch',
      GITHUB_SHA: 'c0ffee',
    };
    const none = Object.fromEntries(
      ['GITHUB_ACTIONS', 'GITLAB_CI', 'TF_BUILD', 'CIRCLECI', 'BITBUCKET_BUILD_NUMBER', 'JENKINS_URL'].map((name) => [
        name,
        undefined,
      ]),
    );
    const inBuild = (env: NodeJS.ProcessEnv, ...args: string[]): Promise<CliResult> =>
      runCli(['push', '--jobs', '1', '--from-ci', ...args], {
        cwd: folder,
        env: { CODEGRAIN_DATABASE_URL: database.url, ...none, ...env },
      });
    const { status, stdout } = await inBuild(build);
    assert.equal(status, 0);
    assert.match(stdout, /team\/web@pull\/12: 4 files/);
    assert.deepEqual(await database.rows('select commit_hash from codegrain.branches'), [{ commit_hash: 'c0ffee' }]);
    const refused = await inBuild({});
    assert.equal(refused.status, 2);
    assert.match(refused.stderr, /--from-ci: this is no build server that is known/);
  });

  it('deletes a branch, with what only that branch had', async () => {
    const folder = smallFolder();
    await push(folder);
    put(folder, 'src/parser.py', moduleText('grammar', 2));
    await push(folder, '--branch', 'feature');
    const before = await contentOf(database, 'it', 'main');
    const { status, stdout } = await run(folder, '--repository', 'it', '--delete', 'feature');
    assert.deepEqual([status, stdout], [0, 'deleted it@feature\n']);
    assert.equal(await contentOf(database, 'it', 'main'), before);
    const [files] = await database.rows('select count(*)::integer as count from codegrain.files');
    assert.deepEqual(files, { count: 4 });
    const again = await run(folder, '--repository', 'it', '--delete', 'feature');
    assert.deepEqual([again.status, again.stdout], [0, 'there is no it@feature\n']);
    await assertSound(database, 'it', 'main');
  });

  it('takes vectors from the index of the folder', async () => {
    const folder = smallFolder();
    assert.equal((await runCli(['index', '--jobs', '1'], { cwd: folder })).status, 0);
    const { vectors } = await push(folder);
    assert.equal(vectors.embedded, 0);
    assert.ok(vectors.fromIndex > 0);
  });

  it('chunks everything again if the settings change', async () => {
    const folder = smallFolder();
    await push(folder);
    const report = await push(folder, '--max-tokens', '100');
    assert.deepEqual([report.changed, report.sent], [4, 4]);
    await assertSound(database, 'it', 'main');
    assert.equal((await push(folder, '--max-tokens', '100')).sent, 0);
  });

  it('stores characters that PostgreSQL does not support, and records files without chunks', async () => {
    const folder = temporaryFolder();
    put(folder, 'nul.py', 'a = "x"\n# before \0 after\n');
    put(folder, 'half.txt', Buffer.from('\ufeffhalf \ud83d of a pair\n', 'utf16le'));
    put(folder, 'image.dat', Buffer.from([0, 1, 2, 3, 255, 254, 0, 0, 9]));
    const report = await push(folder, '--force');
    assert.equal(report.total.files + report.leftOut.length, 3, JSON.stringify(report.leftOut));
    const again = await push(folder, '--force');
    assert.equal(again.sent, 0);
  });

  it('continues after kill -9, with the same result as an undisturbed push', async () => {
    const folder = largeFolder(200);
    const kill = new AbortController();
    const proxy = new TestProxy(new URL(database.url), ({ batches }) => {
      if (batches >= 3) kill.abort();
    });
    const to = await proxy.start();
    const killed = await runCli(['push', '--repository', 'it', '--jobs', '1', '--to', to], {
      cwd: folder,
      signal: kill.signal,
    });
    await proxy.stop();
    assert.equal(killed.status, null);
    const [pushed] = await database.rows<{ files: number }>(
      'select count(*)::integer as files from codegrain.branch_files',
    );
    assert.ok(pushed && pushed.files > 0 && pushed.files < 200, `${pushed?.files} of 200 files`);
    const report = await push(folder);
    assert.equal(report.sent, 200 - pushed.files);
    await assertSound(database, 'it', 'main');
    await push(folder, '--repository', 'undisturbed');
    assert.equal(await contentOf(database, 'it', 'main'), await contentOf(database, 'undisturbed', 'main'));
  });

  it('reconnects after a lost connection, without losing or duplicating anything', async () => {
    const folder = largeFolder(200);
    const limits = [300_000, 1_000_000, 2_000_000, 3_000_000];
    const proxy = new TestProxy(new URL(database.url), (own) => {
      if (own.sent > (limits[0] ?? Infinity)) {
        limits.shift();
        own.cut();
      }
    });
    const to = await proxy.start();
    const { status, stdout, stderr } = await runCli(
      ['push', '--json', '--repository', 'it', '--jobs', '1', '--to', to],
      { cwd: folder },
    );
    await proxy.stop();
    assert.equal(status, 0, stderr);
    assert.match(
      stderr,
      /^(?:codegrain: postgresql:\/\/127\.0\.0\.1:\d+\/\w+ closed the connection; trying again\n)+$/,
    );
    const report: PushReport = JSON.parse(stdout);
    assert.ok(report.reconnects >= 3, `${report.reconnects}`);
    assert.equal(report.total.files, 200);
    await assertSound(database, 'it', 'main');
    await push(folder, '--repository', 'undisturbed');
    assert.equal(await contentOf(database, 'it', 'main'), await contentOf(database, 'undisturbed', 'main'));
  });
});
