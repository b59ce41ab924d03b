/** What may be read for a path that somebody gives: an index of others, or an agent. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readPlainFile } from '../../../src/shared/plain-file';
import { discover } from '../../../src/workspace/discover';
import { ReadGate } from '../../../src/workspace/read-gate';

describe('the gate of a folder', () => {
  let home: string;
  let root: string;
  beforeEach(() => {
    home = realpathSync.native(mkdtempSync(join(tmpdir(), 'codegrain-gate-')));
    root = join(home, 'root');
    mkdirSync(root);
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const put = (path: string, text = 'x = 1\n'): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const read = (path: string, gate = new ReadGate(root)): string | undefined => {
    const found = gate.read(path);
    return 'text' in found ? found.text : undefined;
  };
  const refused = (path: string, words: RegExp): void => {
    for (const message of [new ReadGate(root).read(path), { skipped: new ReadGate(root).refusal(path) }])
      assert.match('skipped' in message ? (message.skipped?.message ?? 'is read') : 'is read', words, path);
  };

  it('gives the text of a file, and forgets nothing of its stamp', () => {
    put('src/a.ts', 'const a = 1;\n');
    const found = new ReadGate(root).read('src/a.ts');
    assert.ok('text' in found);
    assert.deepEqual([found.text, found.size, found.bytes.toString()], ['const a = 1;\n', 13, 'const a = 1;\n']);
    assert.ok(found.mtimeMs > 0);
  });

  it('refuses a path that no walk gives', () => {
    writeFileSync(join(home, 'other.ts'), 'secret\n');
    put('a.ts');
    for (const path of ['../other.ts', join(home, 'other.ts'), './a.ts', 'src//a.ts', 'b/../a.ts', 'a.ts\0', ''])
      refused(path, /is not in the folder/);
  });

  it('refuses what git keeps', () => {
    for (const path of ['.git/config', 'sub/.git/config', '.GIT/HEAD']) {
      put(path, '[remote]\n');
      refused(path, /belongs to git/);
    }
    for (const name of ['HEAD', 'objects/1', 'refs/1', 'config']) put(`bare/${name}`, 'x\n');
    refused('bare/config', /bare git repository/);
  });

  it('refuses ignored files, by the rules of all folders above and of a repository of its own', () => {
    put('.git/HEAD', 'ref: refs/heads/main\n');
    put('.gitignore', 'out/\n*.log\n!keep.log\n');
    put('src/.gitignore', '/made.ts\n');
    put('src/.codegrainignore', 'big.ts\n');
    put('sub/.git/HEAD', 'ref: refs/heads/main\n');
    for (const path of ['out/a.ts', 'src/a.log', 'src/made.ts', 'src/big.ts', 'node_modules/a/index.js']) {
      put(path);
      refused(path, /is ignored by/);
    }
    for (const path of ['keep.log', 'src/deep/made.ts', 'sub/a.log']) {
      put(path);
      assert.equal(read(path), 'x = 1\n', path);
    }
  });

  it('refuses secrets, by name, by content, and through a link', () => {
    put('.env', 'KEY=1\n');
    put('.aws/credentials', 'key\n');
    put('deploy.txt', `# key\n-----BEGIN ${'PRIVATE'} KEY-----\n${'Ab1/'.repeat(16)}\n`);
    symlinkSync('.env', join(root, 'notes.md'));
    symlinkSync('.aws', join(root, 'aws'));
    for (const path of ['.env', '.aws/credentials', 'notes.md', 'aws/credentials']) refused(path, /like a secret/);
    const found = new ReadGate(root).read('deploy.txt');
    assert.match('skipped' in found ? found.skipped.message : '', /looks like a secret: a private key/);
  });

  it('refuses secrets that the repository itself includes', () => {
    put('.codegrainignore', '!.env\n!/conf/key.pem\n');
    for (const path of ['.env', 'conf/key.pem']) {
      put(path);
      refused(path, /looks like a secret/);
    }
  });

  it('follows links to what it would read, and to nothing else', () => {
    put('src/a.ts');
    put('out/b.ts');
    put('.gitignore', 'out/\n');
    mkdirSync(join(home, 'other'));
    writeFileSync(join(home, 'other/c.ts'), 'secret\n');
    for (const [target, name] of [
      ['src', 'again'],
      ['out', 'build'],
      ['../other', 'outside'],
      ['../other/c.ts', 'c.ts'],
      ['.', 'self'],
      ['loop', 'loop'],
    ] as const)
      symlinkSync(target, join(root, name));
    for (const path of ['again/a.ts', 'self/src/a.ts', 'self/self/again/a.ts'])
      assert.equal(read(path), 'x = 1\n', path);
    for (const path of ['outside/c.ts', 'c.ts']) refused(path, /is not in the folder/);
    refused('build/b.ts', /is ignored by/);
    for (const path of ['loop', 'loop/a.ts', 'src/gone.ts', 'gone/a.ts', 'src/a.ts/b']) {
      assert.equal(read(path), undefined, path);
      assert.equal(new ReadGate(root).refusal(path), undefined, path);
    }
  });

  it('takes the place of a folder that is a link itself', () => {
    put('a.ts');
    symlinkSync(root, join(home, 'alias'));
    assert.equal(read('a.ts', new ReadGate(join(home, 'alias'))), 'x = 1\n');
  });

  it('reads plain files alone, up to the limit', () => {
    execFileSync('mkfifo', [join(root, 'pipe.ts')]);
    mkdirSync(join(root, 'folder.ts'));
    for (const path of ['pipe.ts', 'folder.ts']) refused(path, /is not a regular file/);
    put('large.ts');
    truncateSync(join(root, 'large.ts'), 2 ** 33);
    const found = new ReadGate(root).read('large.ts');
    assert.match('skipped' in found ? found.skipped.message : '', /larger than the limit/);
    assert.equal(read('large.ts', new ReadGate(root, 1e12)), undefined);
  });

  it('remembers what it refused, and nothing that is gone', () => {
    put('.env');
    const gate = new ReadGate(root);
    gate.read('.env');
    gate.read('gone.ts');
    assert.deepEqual([...gate.refused.keys()], ['.env']);
  });

  it('reads what a walk gives, and refuses what a walk leaves out', async () => {
    put('.git/HEAD', 'ref: refs/heads/main\n');
    put('.gitignore', '*.gen.ts\n/dist\n!dist/keep\nvendor/*\n');
    put('.codegrainignore', '!/vendor/acme/*.go\ndocs/\n');
    put('lib/.gitignore', '!a.gen.ts\n');
    const paths = ['a.ts', 'a.gen.ts', 'lib/a.gen.ts', 'lib/b.gen.ts', 'dist/keep', 'vendor/a.go', 'vendor/acme/a.go'];
    for (const path of [...paths, 'vendor/acme/a.py', 'docs/a.md', '.env', 'b/.npmrc', 'c/d/e/f.py']) put(path);
    symlinkSync('docs', join(root, 'more'));
    const gate = new ReadGate(root);
    for await (const { path, ...found } of discover(root)) {
      if ('isFolder' in found && found.isFolder) continue;
      assert.equal(gate.refusal(path) === undefined, !('skipped' in found), path);
    }
  });
});

describe('reading a plain file', () => {
  it('waits for no pipe and no device, and takes no more than its limit', () => {
    const folder = mkdtempSync(join(tmpdir(), 'codegrain-plain-'));
    const file = join(folder, 'file');
    try {
      execFileSync('mkfifo', [file]);
      assert.throws(() => readPlainFile(file), /is not a regular file/);
      unlinkSync(file);
      for (const place of [folder, '/dev/zero', '/dev/tty']) assert.throws(() => readPlainFile(place), place);
      writeFileSync(file, 'text');
      assert.equal(readPlainFile(file, 4).toString(), 'text');
      assert.throws(() => readPlainFile(file, 3), /has more than 3 bytes/);
      truncateSync(file, 2 ** 34);
      assert.throws(() => readPlainFile(file), /has more than/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
