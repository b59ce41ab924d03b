/** No program that a repository names is started, by any command that reads the repository with git. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { indexFolder } from '../../../src/engine/indexer/indexer';
import { removeTemporaryFolders, temporaryFolder } from '../index/file/index-folders';
import { runCommandSync } from '../surfaces/cli/runner/run-command';
import { connectWith } from '../surfaces/mcp/mcp-client';
import { openTestDatabase, runCli } from '../wings/team/test-database';
import { HostileRepository, manyFiles } from './hostile-repository';

describe('a repository whose configuration names programs', function () {
  this.timeout(180_000);
  let at: string;
  let repository: HostileRepository;
  before(function () {
    // The programs are scripts of a shell.
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(() => {
    at = temporaryFolder();
    repository = new HostileRepository(at, manyFiles('many'));
    repository.ran();
  });
  afterEach(removeTemporaryFolders);

  const environment = () => ({ CODEGRAIN_CACHE: join(at, 'cache'), HOME: at, XDG_CONFIG_HOME: join(at, 'config') });
  const run = (cwd: string, args: readonly string[], more: NodeJS.ProcessEnv = {}, input = '') => {
    const env = { ...process.env, ...environment(), ...more };
    const done = runCommandSync(args, { cwd, env, input });
    assert.deepEqual(repository.ran(), [], `${args.join(' ')}: ${done.stderr}`);
    return done;
  };
  const index = (cwd: string, more?: NodeJS.ProcessEnv) => {
    const { status, stderr } = run(cwd, ['index', '--jobs', '1'], more);
    assert.equal(status, 0, stderr);
  };
  const gitRuns = (folder: string, ...args: string[]): string[] => {
    spawnSync('git', ['-C', folder, ...args], { stdio: 'ignore' });
    return repository.ran();
  };

  it('runs them when git itself is started there', () => {
    const { folder } = repository;
    assert.ok(gitRuns(folder, 'log').includes('gpg.program'));
    assert.ok(gitRuns(folder, 'status').includes('core.fsmonitor'));
    assert.notDeepEqual(gitRuns(folder, 'diff', 'HEAD^', 'HEAD'), []);
    assert.ok(gitRuns(repository.addBare(), 'log').includes('gpg.program'));
    repository.losesHistory();
    assert.ok(gitRuns(folder, 'rev-list', 'HEAD').includes('promisor'));
  });

  it('runs none when it is indexed, searched, packed, measured or connected to agents', () => {
    index(repository.folder);
    for (const args of [
      ['index', '--rebuild', '--jobs', '1'],
      ['search', 'half of a value'],
      ['pack', 'half of a value'],
      ['uses', 'one'],
      ['stats'],
      ['export', '--out', join(at, 'out.jsonl')],
      ['agents'],
      ['agents', 'add', 'claude-code'],
    ])
      run(repository.folder, args);
    const prompt = { hook_event_name: 'UserPromptSubmit', cwd: repository.folder, prompt: 'Return the half of one' };
    run(repository.folder, ['hook'], {}, JSON.stringify(prompt));
    const { status, stdout, stderr } = run(repository.folder, ['measure', '--json', '--commits', '3']);
    assert.equal(status, 0, stderr);
    assert.equal(JSON.parse(stdout).measured[0].task.text, 'Return the half instead of the double');
  });

  it('runs none when its chunks are pushed to a database', async () => {
    const database = await openTestDatabase();
    try {
      const args = ['push', '--to', database.url, '--jobs', '1'];
      const { status, stderr } = await runCli(args, { cwd: repository.folder, env: environment() });
      assert.deepEqual([status, repository.ran()], [0, []], stderr);
    } finally {
      await database.close();
    }
  });

  it('runs none when agents ask', async () => {
    const server = await connectWith(environment(), repository.folder, '--refresh', '0');
    try {
      await server.call('search_code', { query: 'half of a value' });
      await server.call('index_status');
    } finally {
      await server.close();
    }
    assert.deepEqual(repository.ran(), []);
  });

  it('runs none to fetch a commit that is missing', async () => {
    repository.losesHistory();
    index(repository.folder);
    run(repository.folder, ['measure']);
    const server = await connectWith(environment(), repository.folder, '--refresh', '0');
    await server.close();
    assert.deepEqual(repository.ran(), []);
  });

  it('runs none of a bare repository among its files, nor of one that a file `.git` names', () => {
    for (const folder of [repository.addBare(), repository.addPointer()]) {
      index(folder);
      run(folder, ['measure']);
    }
  });

  it('runs none that lies in the folder under the name of git or of this product', () => {
    const folder = repository.addPrograms();
    const { PATH = '' } = process.env;
    for (const path of ['.', '', folder, join(folder, 'missing', '..')]) {
      const env = { PATH: [path, PATH].join(delimiter) };
      index(folder, env);
      run(folder, ['measure'], env);
      run(folder, ['agents', 'add', 'claude-code'], env);
    }
  });

  it('does not wait for a pipe among the objects of a repository', () => {
    const file = join(repository.folder, '.git', 'objects', 'info', 'alternates');
    rmSync(file);
    execFileSync('mkfifo', [file]);
    index(repository.folder);
  });

  it('is not read with git at all if it is not trusted', async () => {
    const programs = join(at, 'programs');
    const started = join(at, 'started');
    mkdirSync(programs);
    writeFileSync(join(programs, 'git'), `#!/bin/sh\n: > '${started}'\n`, { mode: 0o755 });
    const before = { ...process.env };
    Object.assign(process.env, environment(), { PATH: programs });
    try {
      await indexFolder(repository.folder, { jobs: 1, isAlone: true });
      assert.ok(!existsSync(started));
      await indexFolder(repository.folder, { jobs: 1, rebuild: true });
      assert.ok(existsSync(started));
    } finally {
      process.env = before;
    }
  });

  it('runs none that the variables of the environment would choose', () => {
    const env = { GIT_DIR: join(repository.folder, '.git'), GIT_CONFIG_PARAMETERS: "'log.showSignature'='true'" };
    index(repository.folder, env);
    run(repository.folder, ['measure'], env);
  });
});
