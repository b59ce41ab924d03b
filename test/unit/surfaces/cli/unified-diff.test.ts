/** The difference that `--dry-run` shows: what `patch` would make of the old text. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unifiedDiff } from '../../../../src/surfaces/cli/output/show-agents';

const lines = (...all: (string | number)[]): string => all.map((line) => `${line}\n`).join('');

describe('a unified diff', () => {
  it('shows the changed lines with three around them', () => {
    assert.equal(
      unifiedDiff('a.json', lines(1, 2, 3, 4, 5, 6, 7, 8, 9), lines(1, 2, 3, 4, 'new', 6, 7, 8, 9)),
      '--- a.json\n+++ a.json\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+new\n 6\n 7\n 8',
    );
  });

  for (const [what, before, after] of [
    ['an added line', lines('a', 'b'), lines('a', 'x', 'b')],
    ['a removed line', lines('a', 'x', 'b'), lines('a', 'b')],
    ['an added line break at the end', 'a\nb', 'a\nb\n'],
    ['a text from nothing', '', lines('a', 'b')],
    ['a text without line breaks', '{}', '{\n}'],
    ['Windows line breaks', 'a\r\nb\r\n', 'a\r\nx\r\nb\r\n'],
    ['a line that is there again', lines('a', 'a'), lines('a', 'a', 'a')],
  ] as const)
    it(`is applied by patch: ${what}`, function () {
      const folder = mkdtempSync(join(tmpdir(), 'codegrain-diff-'));
      try {
        const file = join(folder, 'a');
        writeFileSync(file, before);
        const patch = spawnSync('patch', ['--binary', '-s', file], {
          input: `${unifiedDiff('a', before, after)}\n`,
          encoding: 'utf8',
        });
        if (patch.error) return this.skip();
        assert.deepEqual([patch.status, patch.stdout + patch.stderr], [0, '']);
        assert.equal(readFileSync(file, 'utf8'), after);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

  it('of a new and of a deleted file names no file on the other side', () => {
    assert.equal(unifiedDiff('a', undefined, 'x\n'), '--- /dev/null\n+++ a\n@@ -0,0 +1,1 @@\n+x');
    assert.equal(unifiedDiff('a', 'x\n', undefined), '--- a\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-x');
  });
});
