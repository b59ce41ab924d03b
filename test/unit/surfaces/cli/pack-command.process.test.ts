/** `codegrain pack` as a user runs it: the built command line over a real index. */
import assert from 'node:assert/strict';
import { tokenCounter } from '../../../../src/tokens/token-counter';
import { makeWorkspace, type TestWorkspace } from '../../search/search-workspace';
import { runCommandSync } from './runner/run-command';

describe('codegrain pack', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  before(async () => {
    workspace = await makeWorkspace();
  });
  after(() => workspace.dispose());

  const run = (args: readonly string[], input = '') =>
    runCommandSync(['pack', ...args], { cwd: workspace.root, input });
  const question = 'how is the longest route matched';

  it('prints the code for a question within the budget', () => {
    const { status, stdout, stderr } = run([question, '--budget', '300']);
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^## src\/router\.ts:/m);
    assert.ok(tokenCounter('o200k_base').count(stdout.trimEnd()) <= 300);
  });

  it('reads the text from standard input, and takes a folder after it', () => {
    const { stdout } = run([question]);
    assert.equal(run(['-'], question).stdout, stdout);
    assert.equal(run([question, workspace.root]).stdout, stdout);
    assert.equal(run(['-', workspace.root], question).stdout, stdout);
    assert.match(
      run(['src', 'zzqx vvkj wwpp']).stderr,
      /to search in src, put it after the text: codegrain pack TEXT src/,
    );
  });

  it('prints the same text and its places as JSON', () => {
    const { text, tokens, places, confidence } = JSON.parse(run([question, '--json']).stdout);
    assert.equal(`${text}\n`, run([question]).stdout);
    assert.equal(tokens, tokenCounter('o200k_base').count(text));
    assert.equal(places[0].path, 'src/router.ts');
    assert.notEqual(confidence, 'none');
  });

  it('takes the filters of a search', () => {
    const paths = (...flags: readonly string[]): string[] =>
      JSON.parse(run([question, '--json', ...flags]).stdout).places.map(({ path }: { path: string }) => path);
    const all = paths();
    assert.ok(all.includes('src/router.ts') && new Set(all).size > 1, `${all}`);
    assert.deepEqual([...new Set(paths('--path', 'src/router.ts'))], ['src/router.ts']);
    assert.deepEqual([...new Set(paths('--language', 'markdown'))], ['docs/routing.md']);
    assert.deepEqual([...new Set(paths('--regex', 'matchRoute\\(', '--kind', 'class'))], ['src/router.ts']);
  });

  it('reads no operators with --plain', () => {
    const text = 'path:docs how is the longest route matched';
    assert.doesNotMatch(run([text]).stdout, /router\.ts/);
    assert.match(run([text, '--plain']).stdout, /router\.ts/);
  });

  it('exits with 1 if nothing is relevant, and with 2 without a text', () => {
    const none = run(['zzqx vvkj wwpp']);
    assert.equal(none.status, 1);
    assert.match(none.stdout, /^Probably nothing relevant/);
    const empty = run([' ']);
    assert.deepEqual([empty.status, empty.stdout], [2, '']);
    assert.match(empty.stderr, /pack needs a question or an issue/);
  });
});
