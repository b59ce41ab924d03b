import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Parser } from 'web-tree-sitter';
import { type CheckLine, fillGrammars } from '../../../scripts/grammars';
import { largestFunction, modernDylink, resetCmakeScanner, zeroedScanner } from '../../../scripts/wasm';
import { productFile, productRoot } from '../../../src/shared/product';
import {
  grammarEntry,
  grammarIds,
  grammarIsDangerous,
  grammarIsTooEarly,
  grammarNeedsLiftoff,
  loadGrammar,
  readGrammar,
} from '../../../src/syntax/grammar';

const run = promisify(execFile);

describe('grammars', () => {
  before(() => {
    fillGrammars();
  });

  it('each loads and parses its samples as well as when it was chosen', async () => {
    // In a process of its own, unoptimised: some of these grammars make V8 abort the process that optimises them.
    const script = productFile('scripts', 'grammars.ts');
    const { stdout } = await run(process.execPath, ['--liftoff-only', '--import', 'tsx', script, '--check'], {
      cwd: productRoot(),
      timeout: 100_000,
    });
    const lines = stdout
      .trim()
      .split('\n')
      .map((line): CheckLine => JSON.parse(line));
    assert.deepEqual(
      lines.map((line) => line.id),
      grammarIds(),
    );
    for (const line of lines) {
      assert.ok(line.samples > 0, `${line.id} has no samples`);
      assert.equal(line.badLines, grammarEntry(line.id).badLines, `lines with errors in the samples of ${line.id}`);
    }
  });

  it('knows which grammars must not be optimised', () => {
    assert.ok(grammarIsDangerous('swift'));
    assert.ok(!grammarIsDangerous('json'));
  });

  it('knows which grammars take much memory to optimise, by the version of V8', () => {
    for (const id of ['bash', 'objc', 'perl']) assert.ok(grammarNeedsLiftoff(id, '13.6.233.17-node.53'), id);
    assert.ok(!grammarNeedsLiftoff('bash', '11.3.244.8-node.33'));
    assert.ok(!grammarNeedsLiftoff('cpp', '13.6.233.17-node.53'));
    assert.ok(grammarNeedsLiftoff('swift', '11.3.244.8-node.33'));
  });

  it('optimises C++ once there is much of it', () => {
    const isTooEarly = (id: string, length: number): boolean => grammarIsTooEarly(id, length, '13.6.233.17-node.53');
    assert.ok(!grammarIsTooEarly('cpp', 10, '11.3.244.8-node.33'));
    assert.ok(isTooEarly('cpp', 600_000));
    assert.ok(!isTooEarly('cpp', 600_000));
    assert.ok(!isTooEarly('cpp', 10));
    assert.ok(!isTooEarly('c', 10));
  });

  it('records the size and the largest function of each file', async () => {
    for (const id of grammarIds()) {
      const bytes = await readGrammar(id);
      const entry = grammarEntry(id);
      assert.equal(bytes.length, entry.size, id);
      assert.equal(largestFunction(bytes), entry.largestFunction, id);
    }
  });

  it('gives the same tree for a text whatever was parsed before it', async () => {
    // Fresh memory is zero, and a scanner that does not set its state would begin inside a bracket.
    const grammar = await loadGrammar('cmake');
    const tree = (parser: Parser, text: string): string => {
      const parsed = parser.parse(text);
      try {
        return parsed?.rootNode.toString() ?? '';
      } finally {
        parsed?.delete();
      }
    };
    const used = new Parser();
    used.setLanguage(grammar);
    for (const text of ['endfunction()\\endfunction()(\n', '\n]]}function(f)$#"s")>x = 1\n', ')[=[if(#if(]]<))\n']) {
      const fresh = new Parser();
      fresh.setLanguage(grammar);
      const first = tree(fresh, text);
      for (const before of ['set(a [[x]])\n', '#[[ comment ]]\n', 'set(a b)\n']) {
        tree(used, before);
        assert.equal(tree(used, text), first, before);
      }
      fresh.delete();
    }
    used.delete();
  });

  it('compiles a grammar once', async () => {
    const first = loadGrammar('json');
    assert.equal(loadGrammar('json'), first);
    assert.ok((await first).abiVersion >= 13);
  });

  it('refuses an unknown grammar, each time with a new attempt', async () => {
    const attempt = loadGrammar('klingon');
    await assert.rejects(attempt, /no grammar "klingon"/);
    assert.notEqual(
      loadGrammar('klingon').catch(() => undefined),
      attempt,
    );
  });

  describe('in another folder', () => {
    let folder: string;

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'grammars-'));
      await cp(productFile('grammars', 'json.wasm'), join(folder, 'json.wasm'));
    });

    after(() => rm(folder, { recursive: true, force: true }));

    it('the same file is accepted', async () => {
      assert.equal((await readGrammar('json', folder)).length, grammarEntry('json').size);
    });

    it('a missing file is named, with what to do', async () => {
      await assert.rejects(readGrammar('toml', folder), /toml\.wasm.*npm run grammars/);
    });

    it('a file with one changed byte is refused', async () => {
      const file = join(folder, 'json.wasm');
      const bytes = await readFile(file);
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
      await writeFile(file, bytes);
      await assert.rejects(readGrammar('json', folder), /json\.wasm is not the file.*npm run grammars/);
    });
  });
});

describe('a WebAssembly module', () => {
  const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const text = (value: string) => [value.length, ...Buffer.from(value)];
  const section = (id: number, content: readonly number[]) => [id, content.length, ...content];
  const rest = section(1, [0]);
  /** Memory size 300 (two bytes of LEB128), memory alignment 2, table size 5, table alignment 0. */
  const needs = [0xac, 0x02, 2, 5, 0];

  it('has its legacy dylink section rewritten', () => {
    const legacy = [...header, ...section(0, [...text('dylink'), ...needs, 0]), ...rest];
    const modern = [...header, ...section(0, [...text('dylink.0'), ...section(1, needs)]), ...rest];
    assert.deepEqual([...modernDylink(Uint8Array.from(legacy))], modern);
  });

  it('keeps the libraries it needs', () => {
    const libraries = [1, ...text('libc.so')];
    const legacy = [...header, ...section(0, [...text('dylink'), ...needs, ...libraries])];
    const modern = [...header, ...section(0, [...text('dylink.0'), ...section(1, needs), ...section(2, libraries)])];
    assert.deepEqual([...modernDylink(Uint8Array.from(legacy))], modern);
  });

  it('is left alone when its dylink section is modern', () => {
    const modern = Uint8Array.from([...header, ...section(0, [...text('dylink.0'), ...section(1, needs)]), ...rest]);
    assert.equal(modernDylink(modern), modern);
  });

  it('is distinguished from other files', () => {
    assert.throws(() => modernDylink(Buffer.from('<!DOCTYPE html>')), /not a WebAssembly module/);
  });

  it('gets memory for a scanner made by calloc(0, 4)', () => {
    const create = (count: number) => [8, 0, 0x41, count, 0x41, 4, 0x10, 0, 0x0b];
    const other = [9, 0, 0x41, 0, 0x41, 4, 0x10, 0, 0x1a, 0x0b];
    const module = (count: number) => [...header, ...section(10, [3, ...create(count), ...other, ...create(2)])];
    assert.deepEqual([...zeroedScanner(Uint8Array.from(module(0)))], module(1));
  });

  it('gets a scanner of CMake that sets its whole state', () => {
    const restore = (store: readonly number[]) => [
      ...[28, 0, 0x20, 2, 0x41, 8, 0x46, 4, 0x40, 0x20, 0, 0x20, 1, 0x29, 0, 0, 0x37, 0, 0, 0x0f, 0x0b, 0x20, 0],
      ...[...store, 0x0b],
    ];
    const module = (store: readonly number[]) => [...header, ...section(10, [2, ...restore(store), 2, 0, 0x0b])];
    const repaired = resetCmakeScanner(Uint8Array.from(module([0x41, 0, 0x36, 2, 0])));
    assert.deepEqual([...repaired], module([0x42, 0x7f, 0x37, 3, 0]));
  });

  it('has its largest function measured', () => {
    const bodies = [2, 3, 0, 0, 0x0b, 4, 0, 0, 0, 0x0b];
    assert.equal(largestFunction(Uint8Array.from([...header, ...section(10, bodies)])), 4);
    assert.equal(largestFunction(Uint8Array.from(header)), 0);
  });
});
