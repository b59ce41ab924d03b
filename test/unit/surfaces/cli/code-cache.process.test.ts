/** Compiled code of the bundles in the cache of the user: the same answers with it, without it, and with one that is damaged. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { productFile } from '../../../../src/shared/product';

describe('compiled code', function () {
  this.timeout(60_000);
  const folder = mkdtempSync(join(tmpdir(), 'codegrain-code-'));
  const cache = join(folder, 'cache');
  const kept = join(cache, 'compiled', 'parse-worker.js');
  const file = join(folder, 'a.ts');
  writeFileSync(file, 'export const a = 1;\n');
  after(() => rmSync(folder, { recursive: true }));

  function chunk(cacheFolder: string, ...flags: string[]): string {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [productFile('dist', 'cli.js'), 'chunk', file, ...flags],
      {
        encoding: 'utf8',
        env: { ...process.env, CODEGRAIN_CACHE: cacheFolder },
      },
    );
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /"text":"export const a = 1;/);
    return stdout;
  }

  /** The only compiled form and its content. */
  function form(): { readonly path: string; readonly bytes: Buffer } {
    const names = readdirSync(kept);
    assert.equal(names.length, 1);
    const path = join(kept, names[0] ?? '');
    return { path, bytes: readFileSync(path) };
  }

  it('is kept by the first process and used by the next', () => {
    const first = chunk(cache);
    const { path, bytes } = form();
    const { mtimeMs } = statSync(path);
    assert.equal(chunk(cache), first);
    assert.equal(statSync(path).mtimeMs, mtimeMs, 'written again');
    assert.ok(bytes.length > 100_000);
    assert.equal(statSync(kept).mode & 0o077, 0, 'others can read it');
  });

  it('has a form for each command, since each runs other functions', () => {
    const commands = join(cache, 'compiled', 'commands.js');
    for (const command of ['search', 'stats'])
      spawnSync(process.execPath, [productFile('dist', 'cli.js'), command, '--help'], {
        env: { ...process.env, CODEGRAIN_CACHE: cache },
      });
    assert.deepEqual(
      readdirSync(commands)
        .map((name) => name.split('-').at(-1))
        .sort(),
      ['search', 'stats'],
    );
  });

  it('can load the other bundles', () => {
    for (let time = 0; time < 2; time++) assert.match(chunk(cache, '--context', 'signatures'), /export const a/);
  });

  it('is made again if it is damaged', () => {
    truncateSync(form().path, 1000);
    chunk(cache);
    assert.ok(form().bytes.length > 100_000);
  });

  it('is not kept if the cache cannot be written, or is turned off', () => {
    const closed = mkdtempSync(join(folder, 'closed-'));
    chmodSync(closed, 0o500);
    const asFile = join(folder, 'no-folder');
    writeFileSync(asFile, '');
    for (const other of [closed, asFile, '']) chunk(other);
    assert.deepEqual(
      readdirSync(folder).sort(),
      ['a.ts', 'cache', closed.slice(folder.length + 1), 'no-folder'].sort(),
    );
  });

  it('is kept for a few versions only', () => {
    const { path } = form();
    for (let i = 0; i < 14; i++) writeFileSync(join(kept, `old-${i}`), '');
    rmSync(path);
    chunk(cache);
    const names = readdirSync(kept);
    assert.equal(names.length, 12);
    assert.ok(names.some((name) => join(kept, name) === path));
  });
});
