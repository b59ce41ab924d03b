/** `codegrain chunk` as a user runs it: the built command line on real files, good and bad. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Chunk } from '../../../../src/code/chunk';
import { productFile } from '../../../../src/shared/product';
import { type CliResult, cli, runCommandSync } from './runner/run-command';

describe('codegrain chunk', function () {
  this.timeout(120_000);
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const put = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(folder, name), content);
    return name;
  };
  const run = (...args: string[]): CliResult => runCommandSync(['chunk', ...args], { cwd: folder });
  const records = (result: CliResult): Chunk[] =>
    result.stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  const searched = (result: CliResult): Chunk[] => records(result).filter((chunk) => chunk.role !== 'parent');
  const joined = (result: CliResult): string =>
    searched(result)
      .map((chunk) => chunk.text)
      .join('');

  it('says which flags do nothing', () => {
    const prose = put('prose.txt', 'One sentence. Another one.\n');
    const code = put('code.py', 'x = 1\n');
    const said = (...args: string[]) =>
      run(...args)
        .stderr.split('\n')
        .filter((line) => line !== '');
    assert.deepEqual(said(prose, '--threshold', '0.5', '--max-sentences', '2'), [
      'codegrain: --threshold does nothing without the strategy semantic',
      'codegrain: --max-sentences does nothing without the strategy semantic',
    ]);
    assert.deepEqual(said(prose, '--threshold', '0.5', '--text-strategy', 'semantic'), []);
    assert.deepEqual(said(code, '--max-sentences', '2', '--text-strategy', 'semantic'), [
      'codegrain: --text-strategy did nothing: no file was prose',
      'codegrain: --max-sentences did nothing: no file was prose',
    ]);
    assert.deepEqual(said(prose, '--max-messages', '2'), [
      'codegrain: --max-messages did nothing: no file was a conversation',
    ]);
    assert.deepEqual(said(prose, '--strategy', 'fixed', '--text-strategy', 'semantic'), [
      'codegrain: --text-strategy does nothing beside --strategy, which also cuts prose',
    ]);
  });

  it('reads an export of conversations that is one long line', () => {
    const said = (sender: string, i: number) => ({
      uuid: `${i}`,
      sender,
      text: `Message ${i}. ${'It goes on. '.repeat(20)}`,
    });
    const messages = Array.from({ length: 160 }, (_, i) => said(i % 2 === 0 ? 'human' : 'assistant', i));
    const text = JSON.stringify([{ uuid: 'c', name: 'Lists', chat_messages: messages }]);
    assert.ok(text.length > 36_000 && !text.includes('\n'));
    const result = run(put('conversations.json', text));
    assert.equal(result.stderr, '');
    assert.equal(result.status, 0);
    assert.deepEqual([...new Set(records(result).map(({ language }) => language))], ['conversation']);
    assert.equal(searched(result).at(-1)?.endMessage, 159);
  });

  it('takes any text for a conversation with --language conversation', () => {
    const result = run(put('talk.log', 'Nothing but prose.\n'), '--language', 'conversation', '--format', 'text');
    assert.equal(result.status, 0);
    assert.match(result.stdout, /conversation/);
    assert.doesNotMatch(result.stdout, /no grammar/);
  });

  it('decodes older encodings, and says so', () => {
    const text = '# Prüft die Größe, für alle Gäste\ndef größe(x):\n    return x\n';
    const file = put('latin.py', Buffer.from(text, 'latin1'));
    const [only] = records(run(file));
    assert.deepEqual([only?.text, only?.encoding], [text, 'windows-1252']);
    assert.match(run(file, '--format', 'text').stdout, /^latin\.py .*, decoded from windows-1252\n/);
    const [utf8] = records(run(put('utf8.py', text)));
    assert.ok(utf8 && !('encoding' in utf8));
  });

  it('gives each chunk the imports and definitions it uses', () => {
    const text = [
      'import numpy as np',
      '',
      '',
      'def process_data(data):',
      '    cleaned = data[~np.isnan(data)]',
      '    scaled = (cleaned - np.min(cleaned)) / (np.max(cleaned) - np.min(cleaned))',
      '    return np.mean(scaled), np.median(scaled), np.std(scaled)',
      '',
      '',
      'class DataProcessor:',
      '    def __init__(self, batches):',
      '        self.batches = [batch for batch in batches if len(batch) > 0]',
      '',
      '    def run(self):',
      '        return [process_data(batch) for batch in self.batches]',
      '',
    ].join('\n');
    const result = run(put('data.py', text), '--max-tokens', '100');
    assert.equal(result.status, 0);
    const [fn, type] = searched(result).slice(-2);
    assert.equal(fn?.name, 'process_data');
    assert.deepEqual(fn?.imports, [{ name: 'np', statement: 'import numpy as np', line: 1 }]);
    assert.match(`${fn?.context}${fn?.text}`, /^# data\.py\nimport numpy as np\n/);
    assert.equal(type?.name, 'DataProcessor');
    assert.deepEqual(type?.globals, [
      { name: 'process_data', kind: 'function', text: 'def process_data(data): ...', line: 4 },
    ]);
    assert.equal(type?.context, '# data.py\ndef process_data(data): ...\n');
  });

  it('prints nothing for an empty file and exits with 1', () => {
    const result = run(put('empty.ts', ''));
    assert.deepEqual([result.status, result.stdout, result.stderr], [1, '', '']);
  });

  it('reports large, minified and binary files with the reason', () => {
    const big = put('big.json', `[${'{"key": "value"},\n'.repeat(1_200_000)}{}]`);
    const bundle = put('bundle.js', 'var a=1;'.repeat(180_000));
    const picture = put('picture.ts', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
    for (const [name, reason] of [
      [big, 'too-large'],
      [bundle, 'minified'],
      [picture, 'binary'],
    ] as const) {
      const result = run(name);
      assert.equal(result.status, 1);
      assert.equal(result.stdout, '');
      assert.match(result.stderr, new RegExp(`^codegrain: ${name}: skipped \\(${reason}\\): [^\\n]+\\n$`));
    }
  });

  it('reads a minified bundle when forced, losing nothing', () => {
    const text = `${'function f(a){return a+1};'.repeat(4000)}\n`;
    const result = run(put('forced.js', text), '--force');
    assert.equal(result.status, 0);
    assert.equal(joined(result), text);
    assert.ok(searched(result).every((chunk) => chunk.tokens.text <= 400));
  });

  it('replaces bad bytes in UTF-8, as the editor does', () => {
    const damaged = Buffer.concat([Buffer.from('name = "café, thé"\n# '), Buffer.from([0xe9]), Buffer.from('\n')]);
    const result = run(put('damaged.py', damaged));
    assert.equal(joined(result), 'name = "café, thé"\n# \ufffd\n');
  });

  it('reads UTF-16 with a byte order mark, and drops the one of UTF-8', () => {
    const text = 'const greeting = "héllo 😀";\n';
    assert.equal(joined(run(put('wide.ts', Buffer.from(`\ufeff${text}`, 'utf16le')))), text);
    assert.equal(joined(run(put('bom.ts', `\ufeff${text}`))), text);
  });

  it('keeps CRLF, lone CR, emoji and combining characters, and counts lines as VS Code does', () => {
    const text = 'a = 1\r\nb = "e\u0301 👩‍👩‍👧"\rdef c():\r\n    return b\r\n';
    const chunks = searched(run(put('ends.py', text)));
    assert.equal(chunks.map((chunk) => chunk.text).join(''), text);
    assert.equal(chunks.at(-1)?.endLine, 4);
  });

  it('cuts 100,000 nested brackets within the time limit, by lines if necessary', () => {
    const text = '['.repeat(100_000) + ']'.repeat(100_000);
    const result = run(put('deep.js', text), '--force', '--timeout', '20');
    assert.equal(result.status, 0);
    assert.equal(joined(result), text);
  });

  it('is not trapped by a loop of symbolic links, and lists them', () => {
    mkdirSync(join(folder, 'loop'));
    put('loop/a.py', 'x = 1\n');
    symlinkSync('..', join(folder, 'loop', 'again'));
    const result = run('loop');
    assert.equal(result.status, 0);
    assert.equal(searched(result).length, 1);
    assert.match(result.stderr, /loop\/again: skipped \(symbolic-link\)/);
  });

  it('continues after a missing path and exits with 2', () => {
    const result = run('missing.py', put('there.py', 'x = 1\n'));
    assert.equal(result.status, 2);
    assert.equal(searched(result).length, 1);
    assert.equal(result.stderr, 'codegrain: missing.py: no such file or folder\n');
  });

  it('reports an unreadable file', function () {
    const name = put('secret.py', 'x = 1\n');
    chmodSync(join(folder, name), 0);
    // Root may read everything.
    if (process.getuid?.() === 0) this.skip();
    const result = run(name);
    assert.deepEqual([result.status, result.stderr], [2, 'codegrain: secret.py: cannot be read: permission denied\n']);
  });

  it('parses Swift and PowerShell, whose grammars V8 must not optimise', () => {
    const swift = put(
      'a.swift',
      'import Foundation\n\nfunc greet(_ name: String) -> String {\n  return "Hi \\(name)"\n}\n',
    );
    const shell = put('a.ps1', 'function Get-Greeting {\n  param([string]$Name)\n  "Hi $Name"\n}\n');
    const chunks = searched(run(swift, shell));
    assert.deepEqual(
      chunks.map((chunk) => [chunk.language, chunk.fallback]),
      [
        ['swift', undefined],
        ['powershell', undefined],
      ],
    );
    assert.deepEqual(
      chunks.map((chunk) => chunk.name),
      ['greet', 'Get-Greeting'],
    );
  });

  it('honours .gitignore in folders, and non-ASCII names', () => {
    mkdirSync(join(folder, 'tree', 'bücher'), { recursive: true });
    put('tree/.gitignore', '*.log\nout/\n!keep.log\n');
    put('tree/a.log', 'x\n');
    put('tree/keep.log', 'kept\n');
    put('tree/bücher/größe.py', 'x = 1\n');
    assert.deepEqual(
      searched(run('tree')).map((chunk) => chunk.path),
      ['tree/.gitignore', 'tree/bücher/größe.py', 'tree/keep.log'],
    );
  });

  it('honours the .gitignore of the folders above, unless the given folder is ignored itself', () => {
    mkdirSync(join(folder, 'repo', '.git'), { recursive: true });
    mkdirSync(join(folder, 'repo', 'sub'));
    mkdirSync(join(folder, 'repo', 'out'));
    put('repo/.gitignore', 'gen.py\nout/\n');
    put('repo/sub/gen.py', 'x = 1\n');
    put('repo/sub/own.py', 'y = 1\n');
    put('repo/out/made.py', 'z = 1\n');
    assert.deepEqual(
      searched(run('repo/sub')).map((chunk) => chunk.path),
      ['repo/sub/own.py'],
    );
    assert.deepEqual(
      searched(run('repo/out')).map((chunk) => chunk.path),
      ['repo/out/made.py'],
    );
  });

  it('prints a file that is named twice once', () => {
    put('twice.py', 'x = 1\n');
    assert.equal(searched(run('twice.py', './twice.py')).length, 1);
  });

  it('does not wait for a named pipe', function () {
    if (spawnSync('mkfifo', [join(folder, 'pipe')]).status !== 0) this.skip();
    assert.match(run('pipe').stderr, /^codegrain: pipe: skipped \(not-a-file\)/);
  });

  it('reports that it cannot write', function () {
    if (process.platform !== 'linux') this.skip();
    const out = openSync('/dev/full', 'w');
    const result = spawnSync(process.execPath, [cli, 'chunk', put('full.py', 'x = 1\n')], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', out, 'pipe'],
    });
    closeSync(out);
    assert.equal(result.status, 2);
    assert.match(result.stderr, /^codegrain: cannot write: /);
  });

  it('reads standard input as carefully as a file', () => {
    const bytes = Buffer.concat([Buffer.from('abc'), Buffer.alloc(20)]);
    const result = runCommandSync(['chunk', '-'], { input: bytes });
    assert.equal(result.status, 1);
    assert.match(result.stderr, /^codegrain: -: skipped \(binary\)/);
  });

  it('prints the same output, in the same order, for any number of jobs', () => {
    mkdirSync(join(folder, 'many'));
    for (let i = 0; i < 12; i++) put(`many/f${i}.py`, `def f${i}(x):\n    return x * ${i}\n`.repeat(20 - i));
    assert.equal(run('many', '--jobs', '1').stdout, run('many', '--jobs', '4').stdout);
  });

  it('prints an overview in text format', () => {
    const result = run(put('shown.py', 'import os\n\ndef here():\n    return os.getcwd()\n'), '--format', 'text');
    assert.equal(
      result.stdout,
      'shown.py  python, 1 chunk, 11 tokens\n        1-4  function here · 11 tokens · 1 import\n',
    );
  });

  it('reads standard input', () => {
    const result = spawnSync(process.execPath, [cli, 'chunk', '-', '--language', 'go'], {
      input: 'package a\n',
      encoding: 'utf8',
    });
    assert.equal(searched(result)[0]?.language, 'go');
  });

  for (const [args, message] of [
    [[], /at least one path/],
    [['a.py', '--max-tokens', 'many'], /--max-tokens must be a whole number/],
    [['a.py', '--format', 'xml'], /--format must be jsonl or text/],
    [['a.py', '--language', 'klingon'], /no language "klingon"/],
    [['a.py', '--parent-tokens', '100'], /a parent cannot be smaller than a chunk/],
    [['a.py', '--unknown'], /unknown/i],
  ] as const) {
    it(`rejects "${args.join(' ')}" in one line with status 2`, () => {
      const result = run(...args);
      assert.equal(result.status, 2);
      assert.match(result.stderr, message);
      assert.equal(result.stderr.trim().split('\n').length, 1);
    });
  }

  it('stops at once on Ctrl-C and leaves no process behind', async () => {
    const child = spawn(process.execPath, [cli, 'chunk', productFile('node_modules'), '--force'], { cwd: folder });
    const stopped = new Promise<number | null>((resolve) => child.on('exit', resolve));
    // Once it prints, it is running.
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.stdout.resume();
    child.kill('SIGINT');
    assert.equal(await stopped, 130);
  });

  it('exits quietly when its reader goes away', async () => {
    const child = spawn(process.execPath, [cli, 'chunk', productFile('src')], { stdio: ['ignore', 'pipe', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (data) => {
      errors += data;
    });
    child.stdout.once('data', () => child.stdout.destroy());
    const status = await new Promise((resolve) => child.on('exit', resolve));
    assert.deepEqual([status, errors], [0, '']);
  });
});
