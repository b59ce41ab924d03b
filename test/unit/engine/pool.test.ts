/** The engine process is supervised: whatever happens to it, every request gets an answer and the next one works. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EnginePool } from '../../../src/engine/pool';
import type { ChunkReply } from '../../../src/engine/protocol';

/** An engine that does what the text asks of it before it answers; otherwise the real one. */
const unruly = `
process.on('message', (message) => {
  const text = message?.params?.text ?? '';
  if (message?.params?.quarantined) return;
  if (text.includes('CRASH')) process.abort();
  if (text.includes('EXIT')) process.exit(0);
  if (text.includes('HANG')) for (;;);
});
require(process.env.CODEGRAIN_REAL_ENGINE);
`;

describe('an engine pool', function () {
  this.timeout(60_000);
  const real = join(__dirname, '..', '..', '..', 'dist', 'engine.js');
  let folder: string;
  let pool: EnginePool;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-engine-'));
    writeFileSync(join(folder, 'unruly.js'), unruly);
    process.env.CODEGRAIN_REAL_ENGINE = real;
  });
  after(() => {
    delete process.env.CODEGRAIN_REAL_ENGINE;
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(() => pool.dispose());

  const fallbackOf = (reply: ChunkReply): unknown =>
    reply.is === 'chunked' ? (reply.file.fallback ?? 'none') : reply.is;
  const chunk = (path: string, text: string): Promise<ChunkReply> => pool.chunk({ path, text });

  for (const [what, fallback] of [
    ['CRASH', 'grammar-crashed'],
    ['EXIT', 'grammar-crashed'],
    ['HANG', 'grammar-timeout'],
  ] as const) {
    it(`cuts a file by lines that makes the process ${what.toLowerCase()}, says so, and goes on`, async () => {
      pool = new EnginePool({ script: join(folder, 'unruly.js'), timeoutMs: 4000 });
      assert.equal(fallbackOf(await chunk('good.py', 'x = 1\n')), 'none');
      const bad = await chunk('bad.py', `x = "${what}"\n`);
      assert.equal(fallbackOf(bad), fallback);
      assert.equal(bad.is === 'chunked' && bad.file.chunks[0]?.text, `x = "${what}"\n`);
      assert.equal(fallbackOf(await chunk('good.py', 'x = 2\n')), 'none');
      // Quarantined: the file is not parsed again.
      assert.equal(fallbackOf(await chunk('bad.py', `x = "${what}" + 1\n`)), fallback);
    });
  }

  it('replaces a process that has grown too large', async () => {
    pool = new EnginePool({ memoryLimit: 1 });
    for (const text of ['a = 1\n', 'b = 2\n']) assert.equal(fallbackOf(await chunk('a.py', text)), 'none');
  });

  it('answers many requests at once, each with its own file', async () => {
    pool = new EnginePool({ jobs: 2 });
    const names = Array.from({ length: 20 }, (_, i) => `f${i}`);
    const replies = await Promise.all(names.map((name) => chunk(`${name}.py`, `def ${name}():\n    pass\n`)));
    assert.deepEqual(
      replies.map((reply) => reply.is === 'chunked' && reply.file.chunks[0]?.name),
      names,
    );
  });

  it('says when there is no engine to start', async () => {
    pool = new EnginePool({ script: join(folder, 'missing.js') });
    const reply = await chunk('a.py', 'x = 1\n');
    assert.equal(reply.is === 'skipped' && reply.skipped.reason, 'failed');
  });
});
