/** `codegrain` without a command: help, version and errors. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { productFile } from '../../../../src/shared/product';
import { commandList } from '../../../../src/surfaces/cli/command-table';
import { runCommandSync } from './runner/run-command';

describe('the codegrain command line', function () {
  this.timeout(60_000);
  const page = readFileSync(productFile('docs', 'command-line.md'), 'utf8');
  const run = (...args: string[]) => runCommandSync(args);
  const names = commandList()
    .split('\n')
    .map((line) => line.trim().split(' ')[0] ?? '');

  it('lists every command in its help', () => {
    const { status, stdout } = run('--help');
    assert.equal(status, 0);
    assert.ok(stdout.includes(commandList()));
    assert.equal(new Set(names).size, 20);
    assert.deepEqual([run('help').stdout, run('-h').stdout], [stdout, stdout]);
  });

  for (const name of names) {
    it(`prints the help of ${name}`, () => {
      const { status, stdout, stderr } = run(name, '--help');
      assert.deepEqual([status, stderr], [0, '']);
      assert.ok(stdout.startsWith(`Usage: codegrain ${name} `), stdout);
      const flags = stdout.match(/(?<=^ {2,6})--[a-z-]+/gm) ?? [];
      assert.ok(flags.length > 0);
      for (const flag of flags) assert.match(page, new RegExp(`\`${flag}[ \`]`), `${flag} is not in command-line.md`);
    });
  }

  it('prints the version', () => {
    const { version } = JSON.parse(readFileSync(productFile('package.json'), 'utf8'));
    assert.equal(run('--version').stdout, `${version}\n`);
    assert.equal(run('-v').stdout, `${version}\n`);
  });

  it('exits with 2 for a missing or unknown command', () => {
    for (const [args, message] of [
      [[], 'no command given; try: codegrain --help'],
      [['toString'], 'unknown command "toString"; try: codegrain --help'],
    ] as const) {
      const { status, stdout, stderr } = run(...args);
      assert.deepEqual([status, stdout, stderr], [2, '', `codegrain: ${message}\n`]);
    }
  });
});
