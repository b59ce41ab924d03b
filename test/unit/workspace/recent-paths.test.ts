import { deepEqual, ok } from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recentPaths } from '../../../src/workspace/about-repository';

describe('recent paths', () => {
  const root = mkdtempSync(join(tmpdir(), 'codegrain-recent-'));
  after(() => rmSync(root, { recursive: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-C', root, ...args]);
  const commit = (path: string) => {
    writeFileSync(join(root, path), path);
    git('add', '-A');
    git('commit', '-q', '-m', path);
  };

  it('are those of the last commits, the last first, relative to the folder', async () => {
    git('init', '-q');
    mkdirSync(join(root, 'sub'));
    for (const path of ['a.ts', 'sub/ö b.ts', 'sub/c.ts', 'z.ts']) commit(path);
    deepEqual([...(await recentPaths(root))], ['z.ts', 'sub/c.ts', 'sub/ö b.ts', 'a.ts']);
    deepEqual([...(await recentPaths(join(root, 'sub')))], ['c.ts', 'ö b.ts']);
  });

  it('are found without starting a program that the repository names', async () => {
    const trace = join(root, 'started');
    const program = join(root, 'program.sh');
    writeFileSync(program, `#!/bin/sh\ntouch '${trace}'\n`, { mode: 0o755 });
    const person = 'a <a@b.c> 1 +0000';
    const tree = git('rev-parse', 'HEAD^{tree}').toString().trim();
    const input = `tree ${tree}\nauthor ${person}\ncommitter ${person}\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\nm\n`;
    const made = execFileSync('git', ['-C', root, 'hash-object', '-t', 'commit', '-w', '--literally', '--stdin'], {
      input,
    });
    git('update-ref', 'HEAD', made.toString().trim());
    git('config', 'gpg.program', program);
    git('config', 'log.showSignature', 'true');
    spawnSync('git', ['-C', root, 'log']);
    ok(existsSync(trace), 'git itself starts it');
    rmSync(trace);
    ok((await recentPaths(root)).has('z.ts'));
    ok(!existsSync(trace));
  });

  it('are none outside a repository', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'codegrain-recent-'));
    deepEqual([...(await recentPaths(outside))], []);
    rmSync(outside, { recursive: true });
  });
});
