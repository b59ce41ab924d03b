/** Every tool and resource of the MCP server, called by the SDK's own client. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tokenCounter } from '../../../../src/tokens/token-counter';
import { files, makeWorkspace, type TestWorkspace } from '../../search/search-workspace';
import { connect, hitsIn, type TestClient } from './mcp-client';

describe('the MCP server', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  let server: TestClient;
  before(async () => {
    workspace = await makeWorkspace({
      ...files,
      '.gitignore': 'ignored/\n',
      'garden.py': `def water(garden):\n${Array.from({ length: 60 }, (_, i) => `    garden.pour("gardens and trees", ${i})\n`).join('')}`,
      'big.md': `# Long\n\n${Array.from({ length: 60 }, (_, i) => `## Part ${i}\n\nThe part ${i} speaks about gardens and trees number ${i}.\n`).join('\n')}`,
    });
    server = await connect(workspace.root, '--structured');
  });
  after(async () => {
    await server.close();
    workspace.dispose();
  });

  const failed = async (name: string, input: Record<string, unknown>, words: RegExp): Promise<void> => {
    const { isError, text } = await server.call(name, input);
    assert.ok(isError, `${name} ${JSON.stringify(input)}: ${text}`);
    assert.match(text, words);
  };

  it('says who it is, how to use it, and that its tools are read-only', async () => {
    assert.equal(server.client.getServerVersion()?.name, 'codegrain');
    assert.match(server.client.getInstructions() ?? '', /^[^.]*\. Call pack first/);
    const { tools } = await server.client.listTools();
    const names = tools.map(({ name }) => name);
    const others = ['search_code', 'find_similar', 'trace_uses', 'get_chunk', 'outline_file', 'index_status'];
    assert.deepEqual(names, ['pack', ...others]);
    for (const { annotations, description, outputSchema } of tools) {
      assert.equal(annotations?.readOnlyHint, true);
      assert.ok(description && outputSchema);
    }
  });

  it('answers in spans: the best hits whole, lines of others, and how to read the rest', async () => {
    const answer = await server.call('search_code', { query: 'gardens and trees', max_tokens: 550 });
    const hits = hitsIn(answer);
    const source = readFileSync(join(workspace.root, 'big.md'), 'utf8').split('\n');
    const brief = hits.filter(({ shown }) => shown === 'spans');
    assert.ok(brief.length > 0 && hits.some(({ shown }) => shown === 'chunk'), answer.text);
    for (const { spans, startLine, endLine } of hits)
      assert.ok(spans.every(([start, end]) => startLine <= start && start <= end && end <= endLine));
    for (const { code, path } of brief) {
      const shown = code?.spans?.map(([start, end]) => source.slice(start - 1, end).join('\n')) ?? [];
      if (path === 'big.md') for (const lines of shown) assert.ok(code?.text.includes(lines), code?.text);
    }
    assert.match(answer.text, /Lines left out: get_chunk with path and line returns all\./);
    const whole = await server.call('search_code', { query: 'gardens and trees', max_tokens: 550, spans: false });
    assert.ok(hitsIn(whole).every(({ shown }) => shown !== 'spans'));
  });

  it('finds code and returns it complete, with its place', async () => {
    const answer = await server.call('search_code', { query: 'handler of the longest route', kind: 'class,method' });
    const [best] = hitsIn(answer);
    assert.equal(best?.path, 'src/router.ts');
    assert.match(answer.text, new RegExp(`^## src/router\\.ts:${best.startLine}-${best.endLine} · `));
    const source = readFileSync(join(workspace.root, 'src/router.ts'), 'utf8');
    const code = best.code?.text.trimEnd() ?? '';
    assert.ok(source.includes(code) && code.includes('matchRoute('), code);
    assert.ok(answer.text.includes(code));
    assert.match(answer.text, /^.* · method Router\.matchRoute at 12$/m);
  });

  it('respects filters, modes and limits', async () => {
    const paths = async (input: Record<string, unknown>) =>
      hitsIn(await server.call('search_code', { query: 'router', ...input })).map(({ path }) => path);
    assert.ok((await paths({ path: 'test/**' })).every((path) => path.startsWith('test/')));
    assert.ok((await paths({ language: 'markdown' })).every((path) => path.endsWith('.md')));
    assert.ok((await paths({ language: 'ts,markdown' })).length > 1);
    assert.equal((await paths({ limit: 1 })).length, 1);
    assert.ok((await paths({ mode: 'keyword' })).includes('src/router.ts'));
    assert.deepEqual(await paths({ query: 'zzqx', mode: 'keyword' }), []);
  });

  it('lists what filters alone match', async () => {
    const answer = await server.call('search_code', { query: 'kind:function path:src', limit: 2 });
    assert.match(
      answer.text,
      /^Note: 2 of 5 matches, by path\n\n## src\/handler\.ts:4-13 · function withErrorPage · lines 5/,
    );
    assert.equal(answer.structured.total, 5);
    assert.ok(hitsIn(answer).every((hit) => !('score' in hit)));
  });

  it('says that a name does not exist', async () => {
    const answer = await server.call('search_code', { query: 'matchRout' });
    assert.match(answer.text, /Note: no definition named matchRout; nearest: matchRoute\n/);
    assert.deepEqual(answer.structured.missingNames, [{ name: 'matchRout', nearest: ['matchRoute'], isUsed: false }]);
  });

  it('puts the frames of a trace first, at their lines', async () => {
    const trace = 'Error: boom\n    at start (/srv/src/server.ts:5:11)\n    at main (/srv/src/router.ts:10:3)\n';
    const answer = await server.call('search_code', { query: trace });
    assert.match(
      answer.text,
      /^## src\/server\.ts:\d+-\d+ · function startServer at \d+ · frame 1, deepest, at line 5$/m,
    );
    assert.match(answer.text, /^## src\/router\.ts:\d+-\d+ · method Router\.addRoute at \d+ · frame 2, at line 10$/m);
  });

  it('says which part of a query could not be used', async () => {
    const { text } = await server.call('search_code', { query: 'router', language: 'typescrpt' });
    assert.match(text, /^Note: no language "typescrpt"; did you mean typescript\?/);
  });

  it('fills the budget and never exceeds it', async () => {
    const counter = tokenCounter('o200k_base');
    for (const max_tokens of [100, 250, 600, 2000]) {
      const answer = await server.call('search_code', { query: 'gardens and trees', max_tokens, limit: 20 });
      const tokens = counter.count(answer.text);
      assert.ok(tokens <= max_tokens, `${tokens} of ${max_tokens}`);
      assert.equal(answer.structured.tokens, tokens);
      const source = readFileSync(join(workspace.root, 'big.md'), 'utf8');
      for (const { code, path, shown } of hitsIn(answer))
        if (code && path === 'big.md' && shown !== 'spans')
          assert.ok(source.includes(code.text.replace(/^# .*\n\n…\n\n/, '')), code.text);
    }
  });

  it('finds code similar to a place, also by an absolute path', async () => {
    for (const file of ['src/time/duration.ts', join(workspace.root, 'src/time/duration.ts')]) {
      const hits = hitsIn(await server.call('find_similar', { file, line: 2 }));
      assert.equal(hits[0]?.path, 'plugins/copied/duration.ts');
    }
  });

  it('returns a chunk by id and by place, with what it uses and its parent', async () => {
    const [hit] = hitsIn(await server.call('search_code', { query: 'startServer', path: 'src/server.ts' }));
    assert.ok(hit);
    const byId = await server.call('get_chunk', { id: hit.id });
    assert.ok(!byId.isError, byId.text);
    assert.match(byId.text, /import \{ Router \} from '\.\/router';/);
    assert.match(byId.text, /export function startServer/);
    const byLine = await server.call('get_chunk', { path: hit.path, line: hit.startLine });
    assert.deepEqual(byLine.structured, byId.structured);
    const part = await server.call('get_chunk', { path: 'big.md', line: 120 });
    assert.match(part.text, /Within big\.md:\d+-\d+:/);
    const alone = await server.call('get_chunk', { path: 'big.md', line: 120, parent: false });
    assert.equal(alone.structured.parent, undefined);
    assert.ok(alone.text.length < part.text.length);
    const parent = Object(part.structured.parent);
    const ofParent = await server.call('get_chunk', { id: parent.id });
    assert.ok(ofParent.text.includes(parent.text.trimEnd()));
  });

  it('outlines a file', async () => {
    const { text, structured } = await server.call('outline_file', { path: 'src/router.ts' });
    assert.match(text, /^src\/router\.ts \(typescript, \d+ lines\)\n/);
    assert.match(text, /13 {2}method {6}matchRoute|13 {2}method +matchRoute/);
    assert.equal(structured.more, 0);
    const long = await server.call('outline_file', { path: 'big.md', max_tokens: 100 });
    assert.match(long.text, /more from line \d+: ask with start_line/);
    const rest = await server.call('outline_file', { path: 'big.md', start_line: 200 });
    assert.ok(!rest.text.includes('Part 1\n') && rest.text.includes('Part 59'));
  });

  it('says what is in the index and what changed since', async () => {
    const fresh = await server.call('index_status');
    assert.equal(fresh.structured.indexed, true);
    assert.deepEqual(fresh.structured.pending, { added: 0, changed: 0, removed: 0 });
    assert.equal(fresh.structured.advice, '');
    workspace.write('src/new.ts', 'export const fresh = 1;\n');
    const changed = await server.call('index_status');
    assert.deepEqual(changed.structured.pending, { added: 1, changed: 0, removed: 0 });
    assert.match(changed.text, /advice: run `codegrain index /);
    workspace.remove('src/new.ts');
  });

  it('lists some chunks as resources and reads each by its id', async () => {
    const { resources } = await server.client.listResources();
    assert.ok(resources.length > 5 && resources.length <= 100);
    const { resourceTemplates } = await server.client.listResourceTemplates();
    assert.deepEqual(
      resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      ['codegrain://chunk/{id}'],
    );
    for (const { uri } of resources.slice(0, 5)) {
      const { contents } = await server.client.readResource({ uri });
      assert.equal(contents[0]?.uri, uri);
      assert.ok(contents[0] && 'text' in contents[0] && contents[0].text !== '');
    }
    await assert.rejects(server.client.readResource({ uri: 'codegrain://chunk/0000000000000000' }), /no chunk/);
    await assert.rejects(server.client.readResource({ uri: 'file:///etc/passwd' }), /not found/);
  });

  it('explains what is wrong with bad input', async () => {
    await failed('search_code', {}, /query/);
    await failed('search_code', { query: '   ' }, /empty/);
    await failed('search_code', { query: 'a', limit: 0 }, /limit/);
    await failed('search_code', { query: 'a', mode: 'magic' }, /mode/);
    await failed('search_code', { query: 'x'.repeat(200_001) }, /query/);
    await failed('find_similar', { file: 'src/router.ts' }, /line/);
    await failed('find_similar', { file: 'src/router.ts', line: 900 }, /no line 900/);
    await failed('find_similar', { file: 'src/nowhere.ts', line: 1 }, /no file src\/nowhere\.ts/);
    await failed('get_chunk', {}, /path and line, or the id of a chunk/);
    await failed('get_chunk', { path: 'src/router.ts' }, /give a line/);
    await failed('get_chunk', { path: 'src/router.ts', line: 900 }, /last line/);
    await failed('get_chunk', { id: 'zz' }, /16 hexadecimal digits/);
    await failed('get_chunk', { id: '0123456789abcdef' }, /use search_code to find it again/);
    await failed('outline_file', { path: 'src' }, /not a regular file/);
    await failed('outline_file', { path: 5 }, /path/);
    await failed('no_such_tool', {}, /not found/);
  });

  it('does not serve files that indexing skips: secrets, pictures, minified files', async () => {
    workspace.write('.env', 'TOKEN=1\n');
    workspace.write('a.min.js', 'a;');
    await failed('outline_file', { path: '.env' }, /secret|environment/i);
    await failed('get_chunk', { path: 'a.min.js', line: 1 }, /minified/);
    workspace.remove('.env');
    workspace.remove('a.min.js');
  });

  it('reads nothing outside its folder: dots, absolute paths, links', async () => {
    const outside = `${workspace.root}-outside.ts`;
    writeFileSync(outside, 'export function hidden() { return "sesame"; }\n');
    symlinkSync(outside, join(workspace.root, 'link.ts'));
    try {
      for (const path of ['../x.ts', '/etc/passwd', outside, 'link.ts', 'src/../../x.ts']) {
        await failed('outline_file', { path }, /not in the served folder/);
        await failed('get_chunk', { path, line: 1 }, /not in the served folder/);
        await failed('find_similar', { file: path, line: 1 }, /not in the served folder/);
      }
    } finally {
      rmSync(outside);
      workspace.remove('link.ts');
    }
  });

  it('returns no hit whose file has become a link to the outside', async () => {
    const outside = `${workspace.root}-outside.ts`;
    writeFileSync(outside, 'export function withErrorPage() { return "sesame"; }\n');
    const own = readFileSync(join(workspace.root, 'src/handler.ts'), 'utf8');
    const [hit] = hitsIn(await server.call('search_code', { query: 'withErrorPage', mode: 'keyword' }));
    assert.equal(hit?.path, 'src/handler.ts');
    workspace.remove('src/handler.ts');
    symlinkSync(outside, join(workspace.root, 'src/handler.ts'));
    try {
      const answer = await server.call('search_code', { query: 'withErrorPage', mode: 'keyword' });
      assert.ok(hitsIn(answer).every(({ path }) => path !== 'src/handler.ts'));
      assert.ok(!JSON.stringify(answer).includes('sesame'));
      assert.match(answer.text, /files of the index are left out: src\/handler\.ts is not in the folder/);
      await failed('get_chunk', { id: hit.id }, /not in the served folder/);
      await assert.rejects(
        server.client.readResource({ uri: `codegrain://chunk/${hit.id}` }),
        /not in the served folder/,
      );
    } finally {
      rmSync(outside);
      workspace.remove('src/handler.ts');
      workspace.write('src/handler.ts', own);
    }
  });

  it('shows the current text of a file that changed since indexing, and says so', async () => {
    const source = files['src/server.ts'] ?? '';
    workspace.write('src/server.ts', source.replace('listen(port', 'listenAgain(port'));
    const answer = await server.call('search_code', { query: 'startServer', path: 'src/server.ts' });
    const [hit] = hitsIn(answer);
    assert.equal(hit?.stale, true);
    assert.match(answer.text, /changed since it was indexed/);
    assert.match(answer.text, /listenAgain/);
    workspace.write('src/server.ts', source);
  });
});
