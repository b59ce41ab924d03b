import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type DiscoverOptions, discover, type FoundEntry } from '../../../src/workspace/discover';

describe('discovery', function () {
  this.timeout(120_000);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-discover-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const put = (path: string, text: string | Uint8Array = 'x\n'): void => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const all = async (under = '', options: DiscoverOptions = {}): Promise<FoundEntry[]> => {
    const found: FoundEntry[] = [];
    for await (const entry of discover(join(folder, under), options)) found.push(entry);
    return found;
  };
  const taken = async (under = '', options: DiscoverOptions = {}): Promise<string[]> =>
    (await all(under, options)).flatMap((found) => ('skipped' in found ? [] : [found.path]));
  const skipped = async (under = ''): Promise<string[]> =>
    (await all(under)).flatMap((found) => ('skipped' in found ? [`${found.path}: ${found.skipped.reason}`] : []));

  it('lists files in the same order on every machine', async () => {
    for (const path of ['b.ts', 'a/z.ts', 'B.ts', 'a.ts', 'a/b/c.ts', 'ä.ts']) put(path);
    assert.deepEqual(await taken(), ['B.ts', 'a/b/c.ts', 'a/z.ts', 'a.ts', 'b.ts', 'ä.ts']);
  });

  it('reports which line of which file ignores something', async () => {
    put('.gitignore', 'out/\n');
    put('src/.gitignore', '# sounds\n*.raw\n');
    put('src/a.raw');
    put('out/a.ts');
    const messages = (await all()).flatMap((found) =>
      'skipped' in found ? [`${found.path} ${found.skipped.message}`] : [],
    );
    assert.deepEqual(messages, [
      'out is ignored by "out/" in .gitignore',
      'src/a.raw is ignored by "*.raw" in src/.gitignore',
    ]);
  });

  it('looks at the first bytes where an extension is also used for text', async () => {
    const program = Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0]);
    put('scripts/Makefile.lib', 'obj-y += core.o\n');
    put('notes.a', 'some text\n');
    put('core.o', program);
    put('core.obj', program);
    put('Main.class', Uint8Array.from([0xca, 0xfe, 0xba, 0xbe, 0, 0]));
    put('cube.obj', 'v 1 0 0\nv 0 1 0\n');
    put('libempty.a', '!<arch>\n');
    assert.deepEqual(await taken(), ['notes.a', 'scripts/Makefile.lib']);
    assert.deepEqual(await skipped(), [
      'Main.class: binary',
      'core.o: binary',
      'core.obj: binary',
      'cube.obj: media',
      'libempty.a: binary',
    ]);
  });

  it('lets a deeper .gitignore include a folder again, with its content', async () => {
    put('.gitignore', 'x/a/\n');
    put('x/.gitignore', '!a/\n');
    put('x/a/deep/b.ts');
    assert.deepEqual(await taken(), ['.gitignore', 'x/.gitignore', 'x/a/deep/b.ts']);
  });

  describe('.codegrainignore', () => {
    it('ignores files that git does not ignore', async () => {
      put('.codegrainignore', 'legacy/\n');
      put('legacy/a.ts');
      put('a.ts');
      assert.deepEqual(await taken(), ['.codegrainignore', 'a.ts']);
    });

    it('includes files that any .gitignore ignores, also a deeper one', async () => {
      put('.codegrainignore', '!*.sql\n');
      put('.gitignore', '*.sql\n');
      put('db/.gitignore', '*\n');
      put('db/a.sql');
      put('db/b.ts');
      put('c.sql');
      assert.deepEqual(await taken(), ['.codegrainignore', '.gitignore', 'c.sql', 'db/a.sql']);
    });

    it('opens an ignored folder that a line names, and takes only the named files', async () => {
      put('.gitignore', 'build/\nvendor\n');
      put('.codegrainignore', '!build/api/client.ts\n!/vendor/*/main.go\n');
      for (const path of ['build/api/client.ts', 'build/api/other.ts', 'build/a.ts']) put(path);
      for (const path of ['vendor/acme/main.go', 'vendor/acme/x.go', 'vendor/main.go', 'vendor/a/b/main.go']) put(path);
      assert.deepEqual(await taken(), ['.codegrainignore', '.gitignore', 'build/api/client.ts', 'vendor/acme/main.go']);
    });

    it('opens a folder that it ignores itself', async () => {
      put('.codegrainignore', 'build/\n!build/keep.ts\n');
      put('build/keep.ts');
      put('build/a.ts');
      assert.deepEqual(await taken(), ['.codegrainignore', 'build/keep.ts']);
    });

    it('does not search ignored folders for a name without a slash', async () => {
      put('.gitignore', 'build/\n');
      put('.codegrainignore', '!*.proto\n!**/deep/a.ts\n');
      put('build/a.proto');
      put('build/deep/a.ts');
      assert.deepEqual(await taken(), ['.codegrainignore', '.gitignore']);
    });

    it('includes a whole folder again, in which the other rules of git apply', async () => {
      put('.gitignore', 'build/\n*.o\n');
      put('.codegrainignore', '!build/\n');
      for (const path of ['build/a.ts', 'build/sub/b.ts', 'build/c.o']) put(path);
      assert.deepEqual(await taken(), ['.codegrainignore', '.gitignore', 'build/a.ts', 'build/sub/b.ts']);
    });

    it('includes everything below a folder with stars', async () => {
      put('.gitignore', 'node_modules/*\n');
      put('.codegrainignore', '!node_modules/acme/**\n');
      for (const path of ['node_modules/acme/a.js', 'node_modules/acme/lib/b.js', 'node_modules/other/c.js']) put(path);
      assert.deepEqual(await taken(), [
        '.codegrainignore',
        '.gitignore',
        'node_modules/acme/a.js',
        'node_modules/acme/lib/b.js',
      ]);
    });

    it('includes lock and generated files that a line names, but not by stars alone', async () => {
      put('.codegrainignore', '!yarn.lock\n!*.pb.go\n!conf/**\n');
      for (const path of ['yarn.lock', 'a/api.pb.go', 'Cargo.lock', 'conf/.env', 'conf/a.ts']) put(path);
      assert.deepEqual(await taken(), ['.codegrainignore', 'a/api.pb.go', 'conf/a.ts', 'yarn.lock']);
    });
  });

  it('walks submodules and nested repositories, in which the outer rules of git do not apply', async () => {
    put('.git/HEAD', 'ref: refs/heads/main\n');
    put('.gitignore', '*.gen.ts\n');
    put('.codegrainignore', 'no.ts\n');
    put('.git/modules/sub/info/exclude', 'secret.ts\n');
    put('sub/.git', 'gitdir: ../.git/modules/sub\n');
    for (const path of ['sub/a.gen.ts', 'sub/secret.ts', 'sub/no.ts', 'b.gen.ts', 'secret.ts']) put(path);
    assert.deepEqual(await taken(), ['.codegrainignore', '.gitignore', 'secret.ts', 'sub/a.gen.ts']);
  });

  it('reads info/exclude of a worktree from the folder that all worktrees share', async () => {
    const git = (cwd: string, ...args: string[]): void => {
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd, stdio: 'ignore' });
    };
    mkdirSync(join(folder, 'main'));
    git(join(folder, 'main'), 'init', '-q');
    git(join(folder, 'main'), 'commit', '-q', '--allow-empty', '-m', 'first');
    git(join(folder, 'main'), 'worktree', 'add', '-q', '../other');
    put('main/.git/info/exclude', 'local.ts\n');
    put('other/local.ts');
    put('other/a.ts');
    assert.deepEqual(await taken('other'), ['a.ts']);
  });

  it('leaves out folders of tools and bare repositories, unless a rule includes them', async () => {
    for (const path of ['node_modules/a/a.js', '.svn/a', 'store/HEAD', 'store/objects/a', 'store/refs/b']) put(path);
    put('fix/node_modules/b.js');
    put('.gitignore', '!fix/node_modules/\n');
    assert.deepEqual(await taken(), ['.gitignore', 'fix/node_modules/b.js']);
  });

  it('takes files that the include globs match and the exclude globs do not', async () => {
    for (const path of ['src/a.ts', 'src/a.test.ts', 'src/deep/b.ts', 'docs/c.md', 'docs/src/d.ts', 'e.ts']) put(path);
    assert.deepEqual(await taken('', { include: ['src/**/*.ts'], exclude: ['*.test.ts'] }), [
      'src/a.ts',
      'src/deep/b.ts',
    ]);
    assert.deepEqual(await taken('', { include: ['src'] }), [
      'docs/src/d.ts',
      'src/a.test.ts',
      'src/a.ts',
      'src/deep/b.ts',
    ]);
    assert.deepEqual(await taken('', { include: ['/src/', '*.md'] }), [
      'docs/c.md',
      'src/a.test.ts',
      'src/a.ts',
      'src/deep/b.ts',
    ]);
    assert.deepEqual(await taken('', { exclude: ['src', './e.ts'] }), ['docs/c.md']);
    assert.deepEqual(await taken('', { include: ['{src,docs}/*.{ts,md}'] }), [
      'docs/c.md',
      'src/a.test.ts',
      'src/a.ts',
    ]);
  });

  it('reports symbolic links and does not follow them', async () => {
    put('a/b.ts');
    symlinkSync('..', join(folder, 'a', 'loop'));
    symlinkSync('nowhere', join(folder, 'broken'));
    assert.deepEqual(await taken(), ['a/b.ts']);
    assert.deepEqual(await skipped(), ['a/loop: symbolic-link', 'broken: symbolic-link']);
  });

  it('takes names with line breaks, control characters, and composed and decomposed letters', async function () {
    if (process.platform !== 'linux') this.skip();
    const names = [
      'a\nb.ts',
      'a\tb.ts',
      '\u0001.ts',
      'a\\b.ts',
      'é.ts',
      'e\u0301.ts',
      'A.ts',
      'a.ts',
      '🙂.ts',
      '\ufffd.ts',
    ];
    for (const name of names) put(name);
    assert.deepEqual((await taken()).sort(), names.sort());
  });

  it('reports a name that is not UTF-8', async function () {
    if (process.platform !== 'linux') this.skip();
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/a`), Buffer.from([0xff, 0xfe])]), 'x');
    put('b.ts');
    assert.deepEqual(await taken(), ['b.ts']);
    assert.deepEqual(await skipped(), ['a\ufffd\ufffd: bad-name']);
  });

  it('continues if a folder disappears before it is read', async () => {
    // More than are listed at once.
    const first = Array.from({ length: 600 }, (_, i) => `a/${1000 + i}.ts`);
    for (const path of [...first, 'b/deep/b.ts', 'c/c.ts']) put(path);
    const seen: string[] = [];
    for await (const found of discover(folder)) {
      seen.push('skipped' in found ? `${found.path}: ${found.skipped.message}` : found.path);
      rmSync(join(folder, 'b'), { recursive: true, force: true });
    }
    assert.deepEqual(seen, [...first, 'b: cannot be read: no such file or folder', 'c/c.ts']);
  });

  it('reports a folder that does not exist, and a file instead of a folder', async () => {
    put('file');
    assert.deepEqual(await skipped('missing'), [': unreadable']);
    assert.deepEqual(await skipped('file'), [': unreadable']);
  });

  it('reports a folder without permission to read', async function () {
    if (process.getuid?.() === 0 || process.platform === 'win32') this.skip();
    put('closed/a.ts');
    execFileSync('chmod', ['000', join(folder, 'closed')]);
    assert.deepEqual(await skipped(), ['closed: unreadable']);
    execFileSync('chmod', ['755', join(folder, 'closed')]);
  });

  it('walks a tree that is deeper than the maximum path length, and reports where it stopped', async function () {
    if (process.platform !== 'linux') this.skip();
    // Each step is relative to the previous one: the system does not accept the whole path.
    const start = process.cwd();
    try {
      process.chdir(folder);
      for (let i = 0; i < 25; i++) {
        mkdirSync('d'.repeat(200));
        process.chdir('d'.repeat(200));
      }
      writeFileSync('end.ts', 'x');
      process.chdir(start);
      const [end, ...more] = await all();
      assert.deepEqual(more, []);
      assert.ok(end && 'skipped' in end);
      assert.equal(end.skipped.message, 'cannot be read: the name is too long');
    } finally {
      process.chdir(start);
      execFileSync('rm', ['-rf', join(folder, 'd'.repeat(200))]);
    }
  });

  it('stops when it is cancelled', async () => {
    put('a.ts');
    await assert.rejects(taken('', { signal: AbortSignal.abort() }), { name: 'AbortError' });
  });
});
