/** The committed lock files are whole, so that `npm ci` installs from them on every platform. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { productFile } from '../../../src/shared/product';

interface LockedPackage {
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The nearest `node_modules` from a package up that has another one. */
function lockedFor(packages: Readonly<Record<string, LockedPackage>>, from: string, name: string): boolean {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (`${at === '' ? '' : `${at}/`}node_modules/${name}` in packages) return true;
    if (at === '') return false;
  }
}

describe('a lock file', () => {
  for (const folder of ['.', 'bench'])
    it(`has the packages of all platforms: ${folder}`, () => {
      const text = readFileSync(productFile(folder, 'package-lock.json'), 'utf8');
      const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(text);
      const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
        Object.keys(optionalDependencies).filter((name) => !lockedFor(packages, path, name)),
      );
      assert.deepEqual(missing, []);
    });

  it('agrees with package.json, as `npm ci` demands', function () {
    this.timeout(60_000);
    const at = mkdtempSync(join(tmpdir(), 'codegrain-lock-'));
    try {
      for (const name of ['package.json', 'package-lock.json']) copyFileSync(productFile(name), join(at, name));
      const flags = ['--dry-run', '--offline', '--ignore-scripts', '--no-audit', '--cache', join(at, 'cache')];
      const options = { cwd: at, encoding: 'utf8', shell: process.platform === 'win32' } as const;
      const { status, stderr } = spawnSync('npm', ['ci', ...flags], options);
      assert.equal(status, 0, stderr);
    } finally {
      rmSync(at, { recursive: true });
    }
  });
});
