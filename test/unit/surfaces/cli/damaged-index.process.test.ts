/** A damaged index: every command and tool that reads it says so, and what writes it repairs it. */
import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { indexFileOf } from '../../../../src/index/index-settings';
import { makeWorkspace, type TestWorkspace } from '../../search/search-workspace';
import { connect } from '../mcp/mcp-client';
import { runCommandSync } from './runner/run-command';

const told = /the index .*index\.cgx is damaged: .*; repair it with: codegrain index/;

describe('a damaged index', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  let file: string;
  before(async () => {
    workspace = await makeWorkspace();
    file = indexFileOf(workspace.root);
    // A record of its own, which is damaged: the others still answer.
    writeFileSync(join(workspace.root, 'src', 'later.ts'), 'export const later = 1;\n');
    assert.equal(run('index').status, 0);
    copyFileSync(file, `${file}.whole`);
  });
  after(() => workspace.dispose());
  beforeEach(() => {
    copyFileSync(`${file}.whole`, file);
    flipBit(file);
  });

  const run = (...args: readonly string[]) => runCommandSync(args, { cwd: workspace.root });
  const isWhole = () => run('search', 'matchRoute').stderr === '';

  it('is told by search and similar on standard error and in every hit of the JSON', () => {
    const { stderr, stdout, status } = run('search', '--json', 'matchRoute');
    assert.equal(status, 0);
    assert.match(stderr, told);
    const hits: { problems?: { reason: string; message: string }[] }[] = JSON.parse(stdout);
    assert.ok(hits.length > 0);
    for (const { problems } of hits) {
      assert.equal(problems?.[0]?.reason, 'damaged');
      assert.match(problems?.[0]?.message ?? '', told);
    }
    assert.match(run('similar', 'src/router.ts:3').stderr, told);
  });

  it('gives status 2 if nothing is found, since the reason may be what is missing', () => {
    truncateSync(file, 1000);
    const { status, stderr } = run('search', '--mode', 'keyword', 'zzqx');
    assert.equal(status, 2);
    assert.match(stderr, /damaged/);
  });

  it('is told by stats, in its text and as `problems` in its JSON', () => {
    const text = run('stats');
    assert.match(text.stderr, told);
    assert.match(text.stdout, /^damaged {5}.+; run: codegrain index$/m);
    const { stdout, status } = run('stats', '--json');
    const { problems }: { problems: { reason: string; damage: { bytes: number } }[] } = JSON.parse(stdout);
    assert.equal(status, 0);
    assert.equal(problems[0]?.reason, 'damaged');
    assert.ok((problems[0]?.damage.bytes ?? 0) > 0);
  });

  it('answers from what is before the damage, and from everything once it is indexed again, however large the damage', () => {
    const whole = readFileSync(`${file}.whole`);
    assert.match(run('search', 'matchRoute').stderr, /files may be missing from it/);
    assert.match(run('search', 'matchRoute').stdout, /^src\/router\.ts\n1\. /);
    for (const from of [0, whole.length >> 3, whole.length >> 1]) {
      writeFileSync(file, Buffer.from(whole).fill(0, from, from + Math.floor(whole.length / 3)));
      assert.match(run('search', 'matchRoute').stderr, /is damaged/);
      run('index');
      assert.ok(isWhole());
      assert.match(run('search', 'matchRoute').stdout, /^src\/router\.ts\n1\. /);
    }
  });

  it('is repaired by the next index run, which says so', () => {
    const { status, stderr, stdout } = run('index');
    assert.equal(status, 0);
    assert.match(stderr, /the index was damaged \(.+\) and is being repaired/);
    assert.match(stdout, /^the index was damaged and is repaired$/m);
    assert.ok(isWhole());
    assert.equal(run('stats').stderr, '');
    assert.doesNotMatch(run('index').stdout, /repaired/);
  });

  it('is told by the tools of the MCP server, as text and structured', async () => {
    const server = await connect(workspace.root, '--structured', '--read-only');
    try {
      const search = await server.call('search_code', { query: 'matchRoute' });
      assert.match(search.text, /Note: the index .* is damaged/);
      assert.match(JSON.stringify(search.structured.problems), /"reason":"damaged"/);
      const status = await server.call('index_status');
      assert.match(status.text, /^damaged: the index .* is damaged/m);
      assert.match(status.text, /advice: run `codegrain index .*` to repair the index/);
      assert.match(JSON.stringify(status.structured.problems), /"reason":"damaged"/);
    } finally {
      await server.close();
    }
  });

  it('is repaired by an MCP server, which says so once', async () => {
    const server = await connect(workspace.root, '--structured');
    try {
      const first = await server.call('search_code', { query: 'matchRoute' });
      assert.match(first.text, /Note: the index was damaged; it was repaired before this answer/);
      assert.match(first.text, /src\/router\.ts/);
      const second = await server.call('search_code', { query: 'matchRoute' });
      assert.doesNotMatch(second.text, /damaged/);
    } finally {
      await server.close();
    }
    assert.ok(isWhole());
  });
});

/** In the last record. */
function flipBit(file: string): void {
  const bytes = readFileSync(file);
  const at = bytes.length - 100;
  bytes[at] = (bytes[at] ?? 0) ^ 4;
  writeFileSync(file, bytes);
}
