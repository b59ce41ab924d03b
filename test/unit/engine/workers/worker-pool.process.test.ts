/** Parse workers are supervised: whatever happens to one, every request gets an answer and the next one works. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkerPool } from '../../../../src/engine/workers/worker-pool';
import { repliesBeforeReplacement } from '../../../../src/engine/workers/worker-process';
import type { ChunkReply } from '../../../../src/engine/workers/worker-protocol';
import { productFile } from '../../../../src/shared/product';

/** A parse worker that crashes, exits or hangs if the text says so, and otherwise answers like the real one. */
const unruly = `
process.on('message', (message) => {
  const text = message?.params?.text ?? '';
  if (message?.params?.quarantined) return;
  if (text.includes('CRASH')) process.abort();
  if (text.includes('EXIT')) process.exit(0);
  if (text.includes('HANG')) for (;;);
});
require(process.env.CODEGRAIN_REAL_WORKER);
`;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a pool of parse workers', function () {
  this.timeout(60_000);
  const real = productFile('dist', 'parse-worker.js');
  let folder: string;
  let pool: WorkerPool;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-worker-'));
    writeFileSync(join(folder, 'unruly.js'), unruly);
    process.env.CODEGRAIN_REAL_WORKER = real;
  });
  after(() => {
    delete process.env.CODEGRAIN_REAL_WORKER;
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(() => pool.dispose());

  /** A script that runs the real parse worker, and the id of its last process. */
  const recordedWorker = (before = ''): { script: string; pid: () => number } => {
    const script = join(folder, 'recorded.js');
    const pidFile = join(folder, 'pid');
    const write = `require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));`;
    writeFileSync(script, `${write}\n${before}\nrequire(process.env.CODEGRAIN_REAL_WORKER);\n`);
    return { script, pid: () => Number(readFileSync(pidFile, 'utf8')) };
  };

  const fallbackOf = (reply: ChunkReply): unknown =>
    reply.is === 'chunked' ? (reply.file.fallback ?? 'none') : reply.is;
  const chunk = (path: string, text: string): Promise<ChunkReply> => pool.chunk({ path, text });

  it('leaves a document with code that V8 should not optimise to a process without its optimiser', async () => {
    const script = join(folder, 'flags.js');
    const flagFile = join(folder, 'flags');
    const write = `require('node:fs').appendFileSync(${JSON.stringify(flagFile)}, process.execArgv.includes('--liftoff-only') ? 'L' : 'o');`;
    writeFileSync(script, `${write}\nrequire(process.env.CODEGRAIN_REAL_WORKER);\n`);
    pool = new WorkerPool({ script });
    const swift = Array.from(
      { length: 80 },
      (_, i) => `func add${i}(a: Int, b: Int) -> Int {\n    return a + b + ${i}\n}\n`,
    );
    const document = (code: readonly string[]): string =>
      `# Adding\n\nSome words.\n\n\`\`\`swift\n${code.join('\n')}\`\`\`\n`;
    const small = await pool.chunk({ path: 'small.md', text: document(swift.slice(0, 2)) });
    assert.equal(small.is, 'chunked');
    assert.equal(readFileSync(flagFile, 'utf8'), 'o');
    const large = await pool.chunk({ path: 'large.md', text: document(swift) });
    assert.ok(
      large.is === 'chunked' && large.file.chunks.some(({ language, name }) => language === 'swift' && name === 'add0'),
    );
    assert.equal(readFileSync(flagFile, 'utf8'), 'oL');
  });

  it('rejects running and waiting requests when it is disposed, and starts no worker again', async () => {
    pool = new WorkerPool({ script: join(folder, 'unruly.js'), timeoutMs: 60_000 });
    const requests = ['HANG', 'x = 1', 'y = 1'].map((text, i) => chunk(`${i}.py`, `${text}\n`));
    const settled = Promise.allSettled(requests);
    await sleep(500);
    pool.dispose();
    assert.deepEqual(
      (await settled).map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    );
    await assert.rejects(chunk('later.py', 'z = 1\n'));
  });

  for (const [what, fallback] of [
    ['CRASH', 'grammar-crashed'],
    ['EXIT', 'grammar-crashed'],
    ['HANG', 'grammar-timeout'],
  ] as const) {
    it(`chunks a file by lines if it makes the process ${what.toLowerCase()}, says so, and continues`, async () => {
      const script = join(folder, 'unruly.js');
      // In processor time, so no other request times out, however busy the machine is.
      pool = new WorkerPool({ script, timeoutMs: 8000 });
      assert.equal(fallbackOf(await chunk('good.py', 'x = 1\n')), 'none');
      const bad = await chunk('bad.py', `x = "${what}"\n`);
      assert.equal(fallbackOf(bad), fallback);
      assert.equal(bad.is === 'chunked' && bad.file.chunks[0]?.text, `x = "${what}"\n`);
      assert.equal(fallbackOf(await chunk('good.py', 'x = 2\n')), 'none');
      // Quarantined: this text is not parsed again, another one is.
      assert.equal(fallbackOf(await chunk('bad.py', `x = "${what}"\n`)), fallback);
      assert.equal(fallbackOf(await chunk('bad.py', 'x = "mended"\n')), 'none');
    });
  }

  it('waits for a process that gets no processor', async function () {
    if (process.platform !== 'linux') this.skip();
    const { script, pid } = recordedWorker(`process.on('message', (message) => {
      if (message?.params?.text?.includes('STARVED')) process.kill(process.pid, 'SIGSTOP');
    });`);
    const deaths: string[] = [];
    pool = new WorkerPool({ script, timeoutMs: 4000, onDeath: (how) => deaths.push(how) });
    assert.equal(fallbackOf(await chunk('a.py', 'x = 1\n')), 'none');
    const starved = chunk('b.py', 'x = "STARVED"\n');
    await sleep(6000);
    process.kill(pid(), 'SIGCONT');
    assert.equal(fallbackOf(await starved), 'none');
    assert.deepEqual(deaths, []);
  });

  it('tries again when something else killed the process', async () => {
    const deaths: string[] = [];
    writeFileSync(
      join(folder, 'killed-once.js'),
      `const { existsSync, writeFileSync } = require('node:fs');
      process.on('message', () => {
        if (existsSync(__filename + '.done')) return;
        writeFileSync(__filename + '.done', '');
        process.kill(process.pid, 'SIGKILL');
      });
      require(process.env.CODEGRAIN_REAL_WORKER);`,
    );
    pool = new WorkerPool({
      script: join(folder, 'killed-once.js'),
      onDeath: (how, times) => deaths.push(`${how} ${times}`),
    });
    assert.equal(fallbackOf(await chunk('a.py', 'x = 1\n')), 'none');
    assert.deepEqual(deaths, ['crashed 1']);
  });

  it('tries again when the process was killed before the request, and that was not noticed yet', async () => {
    const { script, pid } = recordedWorker();
    pool = new WorkerPool({ script });
    await chunk('a.py', 'x = 1\n');
    const first = pid();
    process.kill(first, 'SIGKILL');
    // Sent before this process can see that the other one ended.
    assert.equal(fallbackOf(await chunk('a.py', 'x = 2\n')), 'none');
    assert.notEqual(pid(), first);
  });

  it('cancels a request immediately, and is ready for the next', async () => {
    pool = new WorkerPool({ script: join(folder, 'unruly.js'), cancelMs: 100 });
    const cancel = new AbortController();
    const hanging = pool.chunk({ path: 'a.py', text: 'x = "HANG"\n' }, cancel.signal);
    const waiting = pool.chunk({ path: 'b.py', text: 'x = 1\n' }, cancel.signal);
    const next = pool.chunk({ path: 'c.py', text: 'x = 1\n' });
    cancel.abort(new Error('newer text'));
    await assert.rejects(hanging, /newer text/);
    await assert.rejects(waiting, /newer text/);
    await assert.rejects(pool.chunk({ path: 'd.py', text: '' }, cancel.signal), /newer text/);
    assert.equal(fallbackOf(await next), 'none');
    // A cancelled file is not quarantined.
    assert.equal(fallbackOf(await chunk('a.py', 'x = 1\n')), 'none');
  });

  it('uses the language of the editor only if the file name does not identify one', async () => {
    pool = new WorkerPool();
    const languageOf = async (path: string, languageHint: string): Promise<unknown> => {
      const reply = await pool.chunk({ path, text: 'x = 1\n', languageHint });
      return reply.is === 'chunked' && reply.file.language;
    };
    assert.equal(await languageOf('Untitled-1', 'python'), 'python');
    assert.equal(await languageOf('Untitled-1', 'javascriptreact'), 'javascript');
    assert.equal(await languageOf('Untitled-1', 'plaintext'), 'plaintext');
    assert.equal(await languageOf('Untitled-1', 'a language of the future'), 'plaintext');
    assert.equal(await languageOf('a.rb', 'python'), 'ruby');
  });

  it('skips a document that is minified or too large, like a file', async () => {
    pool = new WorkerPool();
    const limits = { maxBytes: 50_000, force: false };
    const reasonOf = async (text: string, force = false): Promise<unknown> => {
      const reply = await pool.chunk({ path: 'a.js', text, limits: { ...limits, force } });
      return reply.is === 'skipped' ? reply.skipped.reason : reply.is;
    };
    assert.equal(await reasonOf('f();'.repeat(5000)), 'minified');
    assert.equal(await reasonOf('f();\n'.repeat(20_000)), 'too-large');
    assert.equal(await reasonOf('f();\n'.repeat(20_000), true), 'chunked');
  });

  it('replaces a process that has grown too large', async () => {
    pool = new WorkerPool({ memoryLimit: 1 });
    for (const text of ['a = 1\n', 'b = 2\n']) assert.equal(fallbackOf(await chunk('a.py', text)), 'none');
  });

  it('replaces a process that is a little too large after some requests, not at once', async () => {
    const { script, pid } = recordedWorker();
    pool = new WorkerPool({ script, softMemoryLimit: 1 });
    await chunk('a.py', 'a = 1\n');
    const first = pid();
    for (let i = 1; i < repliesBeforeReplacement; i++) await chunk('a.py', `a = ${i}\n`);
    assert.equal(pid(), first);
    await chunk('a.py', 'b = 2\n');
    assert.notEqual(pid(), first);
  });

  it('ends an idle process, and starts a new one when needed', async () => {
    const { script, pid } = recordedWorker();
    pool = new WorkerPool({ script, idleMs: 300 });
    await chunk('a.py', 'a = 1\n');
    const first = pid();
    while (isAlive(first)) await sleep(50);
    assert.equal(fallbackOf(await chunk('a.py', 'b = 2\n')), 'none');
    assert.notEqual(pid(), first);
  });

  it('ends the process without the optimiser while the other one works', async () => {
    const { script, pid } = recordedWorker();
    pool = new WorkerPool({ script, idleMs: 300 });
    await chunk('a.swift', 'let a = 1\n');
    const second = pid();
    while (isAlive(second)) await chunk('a.py', 'a = 1\n');
  });

  it('ends an idle process without the optimiser if all are too large together', async () => {
    const { script, pid } = recordedWorker();
    pool = new WorkerPool({ script, memoryPerSlot: 0, liftoffMemory: 0 });
    await chunk('a.py', 'a = 1\n');
    const first = pid();
    await chunk('a.swift', 'let a = 1\n');
    const second = pid();
    assert.notEqual(second, first);
    while (isAlive(second)) await sleep(20);
    assert.ok(isAlive(first));
    assert.equal(fallbackOf(await chunk('b.swift', 'let b = 1\n')), 'none');
  });

  it('answers many requests at once, each with its own file', async () => {
    pool = new WorkerPool({ jobs: 2 });
    const names = Array.from({ length: 20 }, (_, i) => `f${i}`);
    const replies = await Promise.all(names.map((name) => chunk(`${name}.py`, `def ${name}():\n    pass\n`)));
    assert.deepEqual(
      replies.map((reply) => reply.is === 'chunked' && reply.file.chunks[0]?.name),
      names,
    );
  });

  it('skips the file with a reason if the worker cannot start', async () => {
    pool = new WorkerPool({ script: join(folder, 'missing.js') });
    const reply = await chunk('a.py', 'x = 1\n');
    assert.equal(reply.is === 'skipped' && reply.skipped.reason, 'failed');
  });
});
