/** `codegrain search` and `codegrain similar` as a user runs them: the built command line over a real index. */
import assert from 'node:assert/strict';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexFileOf } from '../../../../src/index/index-settings';
import { tokenCounter } from '../../../../src/tokens/token-counter';
import { makeWorkspace, type TestWorkspace } from '../../search/search-workspace';
import { runCommandSync } from './runner/run-command';

describe('codegrain search', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  before(async () => {
    workspace = await makeWorkspace();
  });
  after(() => workspace.dispose());

  const run = (args: readonly string[], { cwd = workspace.root, input = '' } = {}) =>
    runCommandSync(args, { cwd, input });
  const json = (text: string): { path: string; startLine: number; text: string; why: unknown[]; parent?: object }[] =>
    JSON.parse(text);

  interface Spanned {
    readonly startLine: number;
    readonly endLine: number;
    readonly text: string;
    readonly spans: readonly (readonly [number, number])[];
    readonly tokens?: number;
  }
  const spanned = (text: string): Spanned[] => JSON.parse(text);

  it('prints places, names and lines, without colours if it is not a terminal', () => {
    const { status, stdout, stderr } = run(['search', 'matchRoute']);
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^src\/router\.ts\n1\. 13 {2}method Router › matchRoute\n +\d+: /);
    assert.match(stdout, /matchRoute\(path: string\)/);
    assert.ok(!stdout.includes('\x1b'));
  });

  it('takes words without quotes and a folder after them, and finds the index of a folder above', () => {
    assert.match(run(['search', 'start', 'server', 'port']).stdout, /^src\/server\.ts\n1\. /);
    assert.match(run(['search', 'startServer', workspace.root], { cwd: tmpdir() }).stdout, /src\/server\.ts/);
    assert.match(run(['search', 'start', 'server', workspace.root], { cwd: tmpdir() }).stdout, /src\/server\.ts/);
    assert.match(run(['search', 'startServer'], { cwd: join(workspace.root, 'src') }).stdout, /^server\.ts\n1\. /);
    assert.match(run(['search', '--regex', 'start\\w+', workspace.root], { cwd: tmpdir() }).stdout, /src\/server\.ts/);
  });

  it('says where the folder belongs if it is before the query and nothing is found', () => {
    const hint = /codegrain: to search in src, put it after the query: codegrain search QUERY src\n$/;
    assert.match(run(['search', 'src', 'xqzvkw', '--mode', 'keyword', '--path', 'nowhere']).stderr, hint);
    const empty = mkdtempSync(join(tmpdir(), 'codegrain-empty-'));
    const { status, stderr } = run(['search', workspace.root, 'startServer'], { cwd: empty });
    rmSync(empty, { recursive: true });
    assert.equal(status, 2);
    assert.match(
      stderr,
      /^codegrain: [^\n]+ is not indexed; run: codegrain index; to search in [^\n]+, put it after the query/,
    );
    assert.equal(run(['search', 'nowhere', 'xqzvkw', '--path', 'nowhere']).stderr, 'codegrain: no results\n');
  });

  it('lists what filters alone match, and says how many there are', () => {
    const { status, stdout, stderr } = run(['search', 'kind:function path:src', '--limit', '2']);
    assert.deepEqual([status, stderr], [0, 'codegrain: 2 of 5 matches, by path\n']);
    assert.match(
      stdout,
      /^src\/handler\.ts\n1\. 5 {2}function withErrorPage\n +5: export function withErrorPage.*\n\nsrc\/router/,
    );
    const flags = run(['search', '--kind', 'class', '--json']);
    const [hit, ...others] = json(flags.stdout);
    assert.deepEqual([flags.status, hit?.path, others.length], [0, 'src/router.ts', 0]);
    assert.ok(hit && !('score' in hit) && !('confidence' in hit));
  });

  it('says that a name does not exist', () => {
    const { status, stderr } = run(['search', 'matchRout', '--mode', 'keyword']);
    assert.match(stderr, /codegrain: no definition named matchRout; nearest: matchRoute\n/);
    assert.equal(status, 0);
    const [hit] = JSON.parse(run(['search', 'matchRout', '--json']).stdout);
    assert.deepEqual(hit.missingNames, [{ name: 'matchRout', nearest: ['matchRoute'], isUsed: false }]);
    assert.equal(run(['search', 'name:matchRout']).status, 1);
  });

  it('prints the frames of a trace first, in its order', () => {
    const trace = 'Error: boom\n    at start (/srv/src/server.ts:5:11)\n    at main (/srv/src/router.ts:10:3)\n';
    const { stdout } = run(['search', trace]);
    assert.match(
      stdout,
      /^src\/server\.ts\n1\. 5 .* {2}\(frame 1, deepest\)\n[\s\S]*?\nsrc\/router\.ts\n2\. 10 .*\(frame 2\)\n/,
    );
    const [first] = JSON.parse(run(['search', trace, '--json']).stdout);
    assert.deepEqual([first.frame, first.deepest, first.line], [1, true, 5]);
  });

  it('prints hits as JSON', () => {
    const { status, stdout } = run(['search', '--json', '--limit', '2', 'parse_header']);
    assert.equal(status, 0);
    const hits = json(stdout);
    assert.equal(hits.length, 2);
    assert.equal(hits[0]?.path, 'v2/parse.py');
    for (const key of ['startLine', 'endLine', 'score', 'name', 'kind', 'language', 'text', 'why'])
      assert.ok(key in (hits[0] ?? {}), key);
  });

  it('groups hits by file; the numbers are their ranks', () => {
    const { stdout } = run(['search', 'route', 'server', 'parse', 'header']);
    const files = stdout.split('\n').filter((line) => /^[\w/.]+$/.test(line));
    assert.equal(new Set(files).size, files.length, 'each file once');
    const numbers = [...stdout.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
    assert.deepEqual(
      [...numbers].sort((a, b) => a - b),
      numbers.map((_, at) => at + 1),
    );
    assert.equal(numbers[0], 1);
  });

  it('gives every hit its spans, and with --spans prints them instead of the chunk', () => {
    const [whole] = spanned(run(['search', '--json', '--limit', '1', 'matchRoute']).stdout);
    assert.ok(whole && whole.tokens === undefined && !('bestLines' in whole));
    assert.ok(whole.spans.every(([start, end]) => whole.startLine <= start && start <= end && end <= whole.endLine));
    const [brief] = spanned(run(['search', '--json', '--spans', '--limit', '1', 'matchRoute']).stdout);
    assert.deepEqual(brief?.spans, whole.spans);
    assert.ok(brief?.tokens !== undefined && brief.tokens > 0);
    const [signature, ...lines] = brief.text.split('\n').filter((each) => !/^\s*[⋯…]/.test(each));
    assert.equal(signature, 'export class Router {');
    for (const line of lines) assert.ok(whole.text.split('\n').includes(line), line);
    const { stdout } = run(['search', '--spans', '--limit', '1', 'matchRoute']);
    assert.match(stdout, /^src\/router\.ts\n1\. \d+/);
    assert.ok(stdout.includes(brief.text), stdout);
  });

  it('fills a budget of tokens, and says what it leaves out', () => {
    const args = ['search', '--budget', '60', 'parse header route server'];
    const { status, stdout, stderr } = run([...args, '--json']);
    const hits = spanned(stdout);
    assert.equal(status, 0);
    assert.ok(hits.length > 0 && hits.reduce((sum, { tokens = 0 }) => sum + tokens, 0) <= 60, stdout);
    assert.match(stderr, /^codegrain: left out: \d+ hits? in \d+ files?, beyond 60 tokens\n$/);
    const text = run(args);
    assert.ok(tokenCounter('o200k_base').count(text.stdout) <= 60, text.stdout);
    assert.match(text.stdout, /\nleft out: \d+ hits? in \d+ files?, beyond 60 tokens\n$/);
    const many = run(['search', '--queries', '-', '--budget', '60'], { input: 'parse header\nxqzvkw\n' });
    assert.deepEqual(
      many.stdout
        .trimEnd()
        .split('\n')
        .map((line) => spanned(line).length > 0),
      [true, false],
    );
    assert.equal(run(['search', '--budget', 'x', 'parse']).status, 2);
    assert.ok(spanned(run(['similar', '--budget', '60', '--json', 'v1/parse.py:2']).stdout).length > 0);
  });

  it('applies path, language, kind and mode', () => {
    const { stdout } = run([
      'search',
      '--json',
      '--path',
      'v1',
      '--language',
      'python',
      '--kind',
      'function',
      '--mode',
      'keyword',
      'parse_header',
    ]);
    assert.deepEqual(
      json(stdout).map(({ path }) => path),
      ['v1/parse.py'],
    );
  });

  it('explains each hit', () => {
    const { stdout } = run(['search', '--explain', '--limit', '1', 'matchRoute']);
    assert.match(stdout, /\d\.\d{3} = \d\.\d{3} words \+ .* defines/);
    assert.match(stdout, /words: matchroute/);
  });

  it('answers many queries, one line each', () => {
    const input = 'startServer\n\nxqzvkw\nparse_header\n';
    const { status, stdout } = run(['search', '--queries', '-', '--limit', '3'], { input });
    assert.equal(status, 0);
    const lines = stdout.trimEnd().split('\n').map(json);
    assert.deepEqual(
      lines.map(([first]) => first?.path),
      ['src/server.ts', undefined, undefined, 'v2/parse.py'],
    );
    const file = join(workspace.root, 'queries.txt');
    writeFileSync(file, input);
    assert.equal(run(['search', workspace.root, '--queries', file, '--limit', '3'], { cwd: tmpdir() }).stdout, stdout);
    rmSync(file);
  });

  it('exits with 1 if nothing is found', () => {
    const { status, stdout, stderr } = run(['search', 'xqzvkw']);
    assert.deepEqual([status, stdout, stderr], [1, '', 'codegrain: no results\n']);
    assert.deepEqual(run(['search', '--json', 'xqzvkw']), { status: 1, stdout: '[]\n', stderr: '' });
  });

  it('says which words it read as others, which is no problem', () => {
    const { status, stdout, stderr } = run(['search', 'Anfragen', '--mode', 'keyword']);
    assert.deepEqual([status, stderr], [0, 'codegrain: "Anfragen" was read as "request"\n']);
    assert.match(stdout, /request/);
    const none = run(['search', 'Anfragen', '--mode', 'keyword', '--path', 'nowhere']);
    assert.deepEqual([none.status, none.stdout], [1, '']);
  });

  it('explains a query it cannot use, and exits with 2', () => {
    const { status, stderr } = run(['search', 'lang:pyhton']);
    assert.equal(status, 2);
    assert.match(stderr, /no language "pyhton"; did you mean python\?/);
  });

  it('says how to build a missing index, and what is wrong with arguments', () => {
    const empty = mkdtempSync(join(tmpdir(), 'codegrain-empty-'));
    const none = run(['search', 'x'], { cwd: empty });
    assert.equal(none.status, 2);
    assert.match(none.stderr, / is not indexed; run: codegrain index\n$/);
    rmSync(empty, { recursive: true });
    for (const args of [
      [],
      ['--mode', 'magic', 'x'],
      ['--limit', '0', 'x'],
      ['--nonsense', 'x'],
      ['--queries', 'none.txt'],
    ]) {
      const { status, stderr } = run(['search', ...args]);
      assert.equal(status, 2, args.join(' '));
      assert.match(stderr, /^codegrain: [^\n]+\n$/);
    }
  });

  it('uses the index file it is given', () => {
    const elsewhere = join(workspace.root, 'moved.cgx');
    renameSync(indexFileOf(workspace.root), elsewhere);
    try {
      assert.equal(run(['search', 'startServer']).status, 2);
      assert.match(run(['search', '--index', elsewhere, 'startServer']).stdout, /src\/server\.ts/);
    } finally {
      renameSync(elsewhere, indexFileOf(workspace.root));
    }
  });

  it('finds code similar to the code at a line', () => {
    const { status, stdout } = run(['similar', 'v1/parse.py:2', '--json', '--limit', '2']);
    assert.equal(status, 0);
    assert.equal(json(stdout)[0]?.path, 'v2/parse.py');
    assert.match(
      run(['similar', 'parse.py:2'], { cwd: join(workspace.root, 'v1') }).stdout,
      /^\.\.\/v2\/parse\.py\n1\. /,
    );
  });

  it('rejects a place that does not exist, in one line', () => {
    for (const args of [
      [],
      ['v1/parse.py'],
      ['v1/parse.py:0'],
      ['v1/parse.py:999'],
      ['none.py:1'],
      ['../outside.py:1'],
    ]) {
      const { status, stderr } = run(['similar', ...args]);
      assert.equal(status, 2, args.join(' '));
      assert.match(stderr, /^codegrain: [^\n]+\n$/);
    }
  });
});
