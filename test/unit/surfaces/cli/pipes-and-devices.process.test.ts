/** Files of a folder that are no files any more, or are endless: every command ends, and says or lists what it left out. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { connect } from '../mcp/mcp-client';
import { runCommandSync } from './runner/run-command';

const files = {
  'src/mail.ts':
    'import { greeting } from "./greet";\n\nexport function sendMail(to: string) {\n  return to + greeting;\n}\n',
  'src/greet.ts': '/** Says hello by mail. */\nexport const greeting = "hello";\n',
  'package.json': '{"name": "mail"}\n',
  'tsconfig.json': '{"compilerOptions": {}}\n',
  '.gitignore': 'out/\n',
  '.codegrainignore': 'big/\n',
  '.git/config': '[core]\n',
  '.git/HEAD': 'ref: refs/heads/main\n',
  '.git/packed-refs': '',
  '.gitmodules': '',
} as const;

describe('a folder with pipes', function () {
  this.timeout(240_000);
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'codegrain-pipes-'));
    for (const [path, text] of Object.entries(files)) put(path, text);
    run(0, 'index', '.');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const makePipe = (path: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    rmSync(join(root, path), { force: true });
    execFileSync('mkfifo', [join(root, path)]);
  };
  const run = (expected: number | undefined, ...args: readonly string[]): string => {
    const { status, stdout, stderr } = runCommandSync(args, { cwd: root });
    const said = `${args.join(' ')}: ${stdout}${stderr}`;
    assert.notEqual(status, null, `${said} does not end`);
    if (expected !== undefined) assert.equal(status, expected, said);
    return said;
  };

  it('in place of a source answers from the other files, and names it', async () => {
    makePipe('src/mail.ts');
    const { call, close } = await connect(root, '--read-only');
    try {
      const leftOut = /src\/mail\.ts is not a regular file/;
      assert.match(run(undefined, 'search', 'sendMail'), leftOut);
      assert.match(run(undefined, 'search', '--regex', 'send\\w+'), leftOut);
      assert.match(run(0, 'similar', 'src/greet.ts:2'), leftOut);
      run(undefined, 'pack', 'how is mail sent');
      assert.match(run(1, 'uses', 'sendMail'), leftOut);
      run(0, 'used-by', 'greeting');
      assert.match((await call('search_code', { query: 'sendMail' })).text, leftOut);
      assert.match((await call('get_chunk', { path: 'src/mail.ts', line: 3 })).text, leftOut);
      assert.match((await call('find_similar', { file: 'src/mail.ts', line: 3 })).text, leftOut);
      assert.match((await call('outline_file', { path: 'src/mail.ts' })).text, leftOut);
      await call('pack', { query: 'how is mail sent' });
      await call('trace_uses', { name: 'greeting' });
    } finally {
      await close();
    }
    assert.match(run(1, 'chunk', 'src/mail.ts'), leftOutOf('src/mail.ts'));
    run(0, 'export', '.', '--out', '-');
    run(0, 'index', '.');
    assert.match(run(0, 'stats', '--json'), /"not-a-file"/);
    assert.doesNotMatch(run(undefined, 'search', 'sendMail'), /mail\.ts/);
  });

  for (const path of ['package.json', 'tsconfig.json', '.gitignore', '.codegrainignore'])
    it(`in place of ${path} is listed`, () => {
      makePipe(path);
      run(0, 'search', 'sendMail');
      run(0, 'pack', 'how is mail sent');
      run(0, 'used-by', 'greeting');
      run(0, 'export', '.', '--out', '-');
      run(0, 'index', '.');
      assert.match(run(0, 'stats', '--json'), /"not-a-file"/);
    });

  for (const path of ['.git/config', '.git/HEAD', '.git/packed-refs', '.git/info/exclude', '.git/index', '.gitmodules'])
    it(`in place of ${path} is as if there were none`, () => {
      makePipe(path);
      run(0, 'search', 'sendMail');
      run(0, 'index', '.');
      run(0, 'stats');
    });

  it('in place of the index is reported by every command, and by the server', async () => {
    makePipe('.codegrain/index.cgx');
    const commands = [
      ...[
        ['search', 'sendMail'],
        ['similar', 'src/greet.ts:2'],
        ['pack', 'mail'],
        ['uses', 'sendMail'],
      ],
      ...[['stats'], ['index', '.'], ['compact', '.']],
    ];
    for (const command of commands) assert.match(run(2, ...command), /index\.cgx is not a regular file/);
    const { call, close } = await connect(root);
    try {
      assert.match((await call('search_code', { query: 'sendMail' })).text, /index\.cgx is not a regular file/);
    } finally {
      await close();
    }
  });

  it('beside the index is reported, or is as if there were none', () => {
    for (const name of ['notes', 'uses', 'globs', 'lock-7']) {
      makePipe(`.codegrain/index.cgx.${name}`);
      run(0, 'search', 'sendMail');
      run(undefined, 'search', 'sendMail', '--usage', '1');
      run(undefined, 'index', '.');
      run(0, 'stats');
      rmSync(join(root, `.codegrain/index.cgx.${name}`), { force: true });
    }
  });

  it('in place of the settings of agents is left alone', () => {
    for (const path of ['.codegrain/agents.json', '.mcp.json', '.cursor/mcp.json', 'AGENTS.md', 'CLAUDE.md'])
      makePipe(path);
    run(undefined, 'agents');
    run(undefined, 'agents', 'add', 'claude-code', 'cursor', '--dry-run');
    run(undefined, 'agents', 'remove', 'claude-code', '--dry-run');
  });

  it('and with endless files reads none of them', () => {
    for (const path of ['.gitignore', '.codegrainignore', 'package.json', '.git/config', 'src/mail.ts', 'huge.py']) {
      writeFileSync(join(root, path), '');
      truncateSync(join(root, path), 2 ** 33);
    }
    assert.match(run(undefined, 'search', 'sendMail'), /src\/mail\.ts is larger than the limit/);
    run(0, 'index', '.');
    assert.match(run(0, 'stats', '--json'), /"too-large"/);
    run(0, 'search', 'greeting');
    run(1, 'used-by', 'greeting');
  });
});

function leftOutOf(path: string): RegExp {
  return new RegExp(`${path.replaceAll('.', '\\.')}.*is not a regular file`);
}
