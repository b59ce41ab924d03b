/** Discovery ignores what git ignores: random trees with random ignore files are listed by git and by us. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { discover } from '../../../src/workspace/discover';
import { runs } from '../random-runs';

const names = [
  'a',
  'b',
  'ab',
  'A',
  'a.b',
  'b.c',
  '.a',
  'a b',
  '#a',
  '!b',
  'é',
  'e\u0301',
  'a*',
  '[a]',
  'a\\b',
  '-',
  ' a',
  'a\nb',
  'ж.b',
];
const name = fc.constantFrom(...names);

const part = fc.oneof(
  { weight: 4, arbitrary: name.map((text) => text.replace('\n', '?')) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '*',
      '**',
      '?',
      'a*',
      '*b',
      '*.b',
      '[ab]',
      '[!a]',
      '[a-c]*',
      '\\a',
      'a?',
      '*.*',
      '.*',
      '?b',
      '[[:alpha:]]',
      'a\\*',
      '***',
      '[^b]*',
      '[]a]',
      '\\[a\\]',
      '[a',
      '**b',
    ),
  },
);
const pattern = fc
  .record({
    not: fc.boolean(),
    start: fc.constantFrom('', '', '', '/', '**/'),
    parts: fc.array(part, { minLength: 1, maxLength: 3 }),
    end: fc.constantFrom('', '', '/', '/**', '/*', ' ', '\\ ', '\r'),
  })
  .map(({ not, start, parts, end }) => (not ? '!' : '') + start + parts.join('/') + end);
const ignoreFile = fc.array(
  fc.oneof({ weight: 20, arbitrary: pattern }, fc.constantFrom('', '# a', '\\#a', '\\!b', '/', '!', '*/', 'a//b')),
  { minLength: 1, maxLength: 5 },
);

const path = fc.array(name, { minLength: 1, maxLength: 4 });
const tree = fc.record({
  files: fc.array(path, { minLength: 3, maxLength: 15 }),
  rules: fc.array(fc.tuple(fc.array(name, { maxLength: 2 }), ignoreFile), { minLength: 1, maxLength: 4 }),
  exclude: fc.option(ignoreFile),
  global: fc.option(ignoreFile),
  ignoreCase: fc.boolean(),
});

describe('what discovery ignores', function () {
  this.timeout(300_000);
  let folder: string;
  const saved = { ...process.env };
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-git-'));
    process.env.GIT_CONFIG_GLOBAL = join(folder, 'config');
    process.env.GIT_CONFIG_NOSYSTEM = '1';
    writeFileSync(join(folder, 'config'), `[core]\n\texcludesFile = "${join(folder, 'global')}"\n`);
  });
  after(() => {
    process.env.GIT_CONFIG_GLOBAL = saved.GIT_CONFIG_GLOBAL;
    process.env.GIT_CONFIG_NOSYSTEM = saved.GIT_CONFIG_NOSYSTEM;
    if (saved.GIT_CONFIG_GLOBAL === undefined) delete process.env.GIT_CONFIG_GLOBAL;
    if (saved.GIT_CONFIG_NOSYSTEM === undefined) delete process.env.GIT_CONFIG_NOSYSTEM;
    rmSync(folder, { recursive: true, force: true });
  });

  const git = (cwd: string, ...args: string[]): string =>
    execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

  it('is the same as in git', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(tree, async ({ files, rules, exclude, global, ignoreCase }) => {
        const top = join(folder, String(run++));
        mkdirSync(join(top, '.git', 'objects'), { recursive: true });
        mkdirSync(join(top, '.git', 'refs'));
        mkdirSync(join(top, '.git', 'info'));
        writeFileSync(join(top, '.git', 'HEAD'), 'ref: refs/heads/main\n');
        writeFileSync(
          join(top, '.git', 'config'),
          `[core]\n\trepositoryformatversion = 0\n\tignorecase = ${ignoreCase}\n`,
        );
        for (const path of files) put(top, path, 'x\n');
        for (const [path, lines] of rules) put(top, [...path, '.gitignore'], `${lines.join('\n')}\n`);
        if (exclude) put(top, ['.git', 'info', 'exclude'], exclude.join('\n'));
        writeFileSync(join(folder, 'global'), (global ?? []).join('\n'));
        const theirs = git(top, 'ls-files', '-z', '-co', '--exclude-standard')
          .split('\0')
          .filter((path) => path !== '');
        const ours: string[] = [];
        for await (const found of discover(top, { force: true })) if (!('skipped' in found)) ours.push(found.path);
        rmSync(top, { recursive: true });
        assert.deepEqual(ours.sort(), theirs.sort());
      }),
      { numRuns: runs(20) },
    );
  });
});

/** Skips a path with a file as one of its folders. */
function put(top: string, path: readonly string[], text: string): void {
  const file = join(top, ...path);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && ['ENOTDIR', 'EEXIST', 'EISDIR'].includes(String(error.code))))
      throw error;
  }
}
