/** Every answer of every surface says that the index is damaged, whichever of its sections is, in small and in large indexes. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { headerBytes } from '../../../../src/index/format/header';
import { decodeDirectory, decodeRecordHeader, recordHeaderBytes } from '../../../../src/index/format/log-record';
import { indexFileOf } from '../../../../src/index/index-settings';
import { openIndex } from '../../../../src/surfaces/library/library';
import { makeWorkspace, type TestWorkspace } from '../../search/search-workspace';
import { connect, type TestClient } from '../mcp/mcp-client';
import { ServeClient } from '../serve/serve-client';
import { runCommandSync } from './runner/run-command';

const told = /the index [^\n]*index\.cgx is damaged(: [^\n]+; repair it with: codegrain index| and must be rebuilt)/;

const questions: readonly (readonly [tool: string, input: Record<string, unknown>])[] = [
  ['search_code', { query: 'matchRoute' }],
  ['search_code', { query: 'zzqx', mode: 'keyword' }],
  ['pack', { query: 'how does the router match a route' }],
  ['find_similar', { file: 'src/router.ts', line: 12 }],
  ['find_similar', { file: 'src/router.ts', line: 4000 }],
  ['trace_uses', { name: 'matchRoute' }],
  ['trace_uses', { name: 'collectNothing' }],
  ['trace_uses', { file: 'src/none.ts', line: 1 }],
  ['get_chunk', { path: 'src/router.ts', line: 12 }],
  ['get_chunk', { id: '0123456789abcdef' }],
  ['outline_file', { path: 'src/router.ts' }],
  ['index_status', {}],
];

describe('answers from a damaged index', function () {
  this.timeout(240_000);
  let workspace: TestWorkspace;
  let file: string;
  let whole: Buffer;
  before(async () => {
    workspace = await makeWorkspace();
    file = indexFileOf(workspace.root);
    whole = readFileSync(file);
  });
  after(() => workspace.dispose());

  it('of every tool of the MCP server say so, whichever section is damaged', async () => {
    const all = damages(whole);
    // A server that has read the whole file answers from memory, rightly; one that knows of damage reads it again.
    writeFileSync(file, all[0]?.damaged ?? whole);
    const server = await connect(workspace.root, '--structured', '--read-only');
    try {
      for (const { name, damaged } of all) {
        writeFileSync(file, damaged);
        for (const [tool, input] of questions) await assertTold(server, tool, input, name);
      }
    } finally {
      await server.close();
    }
  });

  it('say that an index must be rebuilt of which nothing can be read', async () => {
    writeFileSync(file, Buffer.alloc(5000, 7));
    const server = await connect(workspace.root, '--read-only');
    try {
      for (const [tool, input] of questions) {
        // The file is read, and no index is asked.
        const { text } = await server.call(tool, input);
        assert.match(text, /the index .* is damaged and must be rebuilt\. Run `codegrain index/, tool);
      }
    } finally {
      await server.close();
    }
  });

  it('of every method of serve and of the library say so', async () => {
    const client = new ServeClient();
    await using index = await openIndex(workspace.root);
    const folder = workspace.root;
    try {
      for (const { name, damaged } of damages(whole)) {
        writeFileSync(file, damaged);
        const answers = [
          await client.ask('search', { folder, query: 'matchRoute' }),
          await client.ask('pack', { folder, task: 'how does the router match a route' }),
          await client.ask('similar', { folder, path: 'src/router.ts', line: 12 }),
          await client.ask('similar', { folder, path: 'src/router.ts', line: 4000 }),
          { result: await index.search('zzqx', { mode: 'keyword' }).catch((error: Error) => error.message) },
        ];
        for (const [i, { result, error }] of answers.map((each) => ({ error: undefined, ...each })).entries())
          assert.match(JSON.stringify(result ?? error), told, `${i} with damage in ${name}`);
      }
    } finally {
      client.process.kill();
    }
  });

  it('of every command say so', () => {
    writeFileSync(file, damages(whole).at(-1)?.damaged ?? whole);
    for (const args of [
      ['search', 'matchRoute'],
      ['search', '--json', 'matchRoute'],
      ['search', '--mode', 'keyword', 'zzqx'],
      ['pack', 'how does the router match a route'],
      ['similar', 'src/router.ts:12'],
      ['similar', 'src/router.ts:4000'],
      ['uses', 'matchRoute'],
      ['used-by', 'collectNothing'],
      ['stats'],
      ['stats', '--check'],
      ['stats', '--check', '--json'],
    ]) {
      const { stdout, stderr } = runCommandSync(args, { cwd: workspace.root });
      assert.match(stdout + stderr, told, args.join(' '));
    }
  });
});

describe('codegrain stats --check', function () {
  this.timeout(240_000);
  let root: string;
  let file: string;
  let whole: Buffer;

  const check = (...args: readonly string[]) => runCommandSync(['stats', '--check', ...args], { cwd: root });

  before(() => {
    root = mkdtempSync(join(tmpdir(), 'codegrain-large-'));
    // Many small chunks: an index above 4 MB, of which most is read only when it is needed.
    for (let i = 0; i < 130; i++) writeFileSync(join(root, `module${i}.ts`), manyFunctions(i));
    const made = runCommandSync(['index', '--max-tokens', '40'], { cwd: root });
    assert.equal(made.status, 0, made.stderr);
    file = indexFileOf(root);
    whole = readFileSync(file);
    assert.ok(whole.length > 4.5 * 2 ** 20);
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  it('says that a whole index was checked, with status 0', () => {
    const { status, stdout, stderr } = check();
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^checked {5}every byte and row of the index is as it was written$/m);
  });

  it('finds damage in every section of a large index, with status 1', () => {
    for (const { name, damaged } of damages(whole)) {
      writeFileSync(file, damaged);
      const { status, stderr } = check();
      assert.equal(status, 1, name);
      assert.match(stderr, told, name);
    }
    writeFileSync(file, whole);
  });

  it('is what index_status advises for a large index, which it does not check by itself', async () => {
    const server = await connect(root, '--read-only', '--structured');
    try {
      const { text, structured } = await server.call('index_status');
      assert.match(text, /^not checked: .*`codegrain stats --check /m);
      assert.equal(structured.checked, false);
    } finally {
      await server.close();
    }
  });

  it('ends with status 1 if nothing of the index can be read', () => {
    writeFileSync(file, Buffer.alloc(whole.length, 7));
    const { status, stderr } = check();
    assert.equal(status, 1);
    assert.match(stderr, /is damaged and must be rebuilt; run: codegrain index/);
    writeFileSync(file, whole);
  });
});

async function assertTold(server: TestClient, tool: string, input: Record<string, unknown>, name: string) {
  const { text, structured, isError } = await server.call(tool, input);
  assert.match(text, told, `${tool} ${JSON.stringify(input)} with damage in ${name}`);
  if (!isError) assert.match(JSON.stringify(structured.problems), /"reason":"damaged"/, tool);
}

/** The file with one byte flipped in the middle of each section of each record. */
function damages(whole: Buffer): { readonly name: string; readonly damaged: Buffer }[] {
  const made: { name: string; damaged: Buffer }[] = [];
  for (let at = headerBytes; at < whole.length; ) {
    const header = decodeRecordHeader(whole.subarray(at, at + recordHeaderBytes));
    assert.ok(header);
    const start = at + recordHeaderBytes;
    const body = start + header.payload - header.body;
    const directory = decodeDirectory(whole.subarray(start, body), header);
    assert.ok(directory);
    for (const { name, offset, length } of directory.entries) {
      if (length === 0) continue;
      const damaged = Buffer.from(whole);
      const place = body + offset + (length >> 1);
      damaged[place] = (damaged[place] ?? 0) ^ 4;
      made.push({ name: `${header.type} ${name}`, damaged });
    }
    at = start + header.payload;
  }
  return made;
}

function manyFunctions(file: number): string {
  const names = Array.from({ length: 220 }, (_, i) => `fn${file}x${i}`);
  return names
    .map(
      (name, i) => `export function ${name}(value: number): number {\n  return value + other${i}(value - ${i});\n}\n`,
    )
    .join('\n');
}
