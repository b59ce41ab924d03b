/** No command writes what controls a terminal, whatever is in the repository: in code, names, paths, notes, answers of models, errors. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandList } from '../../../../src/surfaces/cli/command-table';
import { json } from '../../embedding/server/embedding-server';
import { closeServers, reply, serveChat } from '../../wings/models/chat-server';
import { type CliResult, runCommand } from './runner/run-command';

const evil = '\x1b[2J\x1b]0;title\x07\x1b]8;;http://evil\x1b\\link\x9b31m\b\b\x7f\r\u202etxt.exe\u2066\x0c';
const code = `/** Collects ${evil} things. */
export function collect(items: string[]): string {
  const line = "${evil}";
  return items.join(line);
}

export function caller(): string {
  return collect(["${evil}"]);
}
`;

interface Run {
  readonly args: readonly string[];
  readonly input?: string;
}

/** What controls a terminal. A line that a file name forges begins with FORGED. */
const forbidden = /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]|^FORGED/mu;

const request = (id: number, method: string, params: object): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const toolCall = (id: number, name: string, input: object): string =>
  request(id, 'tools/call', { name, arguments: input });
const mcpRequests = [
  request(1, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 't', version: '1' },
  }),
  `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`,
  toolCall(2, 'search_code', { query: 'collect items' }),
  toolCall(3, 'pack', { query: 'collect items' }),
  toolCall(4, 'trace_uses', { name: 'collect' }),
  toolCall(5, 'trace_uses', { name: evil }),
  toolCall(6, 'get_chunk', { path: 'src/plain.ts', line: 2 }),
  toolCall(7, 'outline_file', { path: 'src/plain.ts' }),
  toolCall(8, 'find_similar', { file: 'src/plain.ts', line: 2 }),
  toolCall(9, 'index_status', {}),
].join('');

describe('what commands print about a hostile repository', function () {
  this.timeout(240_000);
  let folder = '';
  let runs: Readonly<Record<string, readonly Run[]>> = {};

  before(async function () {
    // Other systems have no such names.
    if (process.platform !== 'linux') this.skip();
    folder = mkdtempSync(join(tmpdir(), 'codegrain-hostile-'));
    const write = (path: string, text: string | Buffer): void => {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    write('src/plain.ts', code);
    write(`src/esc\x1b[31m\x9b\u202e.ts`, code.replaceAll('collect', 'gather'));
    write('src/line\nFORGED.ts', code.replaceAll('collect', 'assemble'));
    write('src/nul.ts', `export const nul = '\0';\n`);
    write('bin\x1b[2J.dat', Buffer.from([0, 1, 2, 3, 0, 255]));
    write('src/broken.ts', `function ${evil} {{{\n`);
    write(`notes.md`, `# Title ${evil}\n\nWords ${evil} about collecting.\n`);
    write('prompt.txt', 'What is in {path}?\n\n{chunk}');
    // Calls must lead somewhere: one that fails, with an error that is hostile too.
    const server = await serveChat((asked, response, count) => {
      if (count % 2 === 0) json(response, { error: { message: evil } }, 400);
      else reply(asked, response, `{"records":[],"note":"${evil}"} ${evil}`);
    });
    const model = ['--provider', 'openai', '--endpoint', server.url.href, '--model', `m${'\x1b'}[2J`, '--yes'];
    runs = {
      chunk: [{ args: ['.'] }, { args: ['--format', 'text', '.'] }, { args: [`no\x1b[2J\nFORGED`] }],
      index: [{ args: [] }, { args: ['--json'] }, { args: [`no\x1b[2J`] }],
      search: [
        { args: ['collect items'] },
        { args: ['--spans', 'collect items'] },
        { args: ['--explain', 'collect'] },
        { args: ['--json', 'collect'] },
        { args: [`"${evil}" lang:${evil}`] },
      ],
      pack: [{ args: ['how are items collected'] }, { args: ['--json', 'how are items collected'] }, { args: [evil] }],
      similar: [{ args: ['src/plain.ts:2'] }, { args: ['--json', 'src/plain.ts:2'] }, { args: [`\x1b[2J.ts:2`] }],
      uses: [{ args: ['caller'] }, { args: ['--json', 'caller'] }, { args: [evil] }],
      'used-by': [{ args: ['gather'] }, { args: ['assemble'] }, { args: ['--json', 'assemble'] }, { args: [evil] }],
      stats: [{ args: [] }, { args: ['--json'] }, { args: ['--check'] }],
      compact: [{ args: [] }, { args: [`no\x1b[2J`] }],
      export: [
        { args: ['--out', 'out.jsonl'] },
        { args: ['--out', `out\x1b[2J.csv`, '--format', 'csv'] },
        { args: ['--out', `none\x1b/x.csv`] },
      ],
      push: [{ args: ['--to', `postgres://127.0.0.1:1/\x1b[2J`] }],
      run: [{ args: [...model, '--prompt', 'prompt.txt', 'src'] }, { args: ['--prompt', `no\x1b[2J`, 'src'] }],
      enrich: [{ args: model }, { args: [`no\x1b[2J`] }],
      embed: [{ args: [evil] }, { args: ['--similarity', evil, 'text'] }, { args: ['--provider', evil, 'x'] }],
      measure: [{ args: [] }, { args: ['--json'] }],
      mcp: [{ args: ['--read-only'], input: mcpRequests }],
      serve: [
        {
          args: ['--stdio'],
          input: [
            { id: 1, method: 'search', params: { folder, query: 'collect' } },
            { id: 2, method: 'pack', params: { folder, task: 'how are items collected' } },
            { id: 3, method: evil, params: {} },
            { id: 4, method: 'search', params: { folder: evil, query: 'x' } },
          ]
            .map((each) => `${JSON.stringify(each)}\n`)
            .join(''),
        },
      ],
      agents: [{ args: [] }, { args: ['add', `no\x1b[2J`] }],
      hook: [
        {
          args: ['--debug', '--limit', '30000'],
          input: JSON.stringify({ cwd: folder, prompt: `Fix how collect joins items ${evil}`, hook_event_name: evil }),
        },
        { args: ['--debug'], input: evil },
      ],
      clear: [{ args: [] }, { args: [`no\x1b[2J`] }],
    };
  });
  after(async () => {
    await closeServers();
    if (folder !== '') rmSync(folder, { recursive: true });
  });

  const names = commandList()
    .split('\n')
    .map((line) => line.trim().split(' ')[0] ?? '');

  // In this order: the index is made first and deleted last.
  for (const name of ['index', ...names.filter((each) => each !== 'index' && each !== 'clear'), 'clear']) {
    it(`${name}: nothing that a terminal would obey`, async () => {
      const asked = runs[name];
      assert.ok(asked, `the command ${name} has no run in this test`);
      for (const { args, input } of asked) {
        const { stdout, stderr } = await run([name, ...args], input);
        assert.notEqual(stdout + stderr, '', args.join(' '));
        for (const text of [stdout, stderr]) {
          const found = forbidden.exec(text);
          assert.equal(found, null, `${name} ${JSON.stringify(args)}: ${JSON.stringify(around(text, found?.index))}`);
        }
      }
    });
  }

  it('clear comes after all others, so that they have an index', () => assert.ok(names.includes('clear')));

  function run(args: readonly string[], input = ''): Promise<CliResult> {
    const env = { ...process.env, CODEGRAIN_CHAT_KEY: 'sk-0123456789', OPENAI_API_KEY: '', HOME: folder };
    return runCommand(args, { cwd: folder, env, input });
  }
});

function around(text: string, at = 0): string {
  return text.slice(Math.max(0, at - 60), at + 60);
}
