/** Chunking in the caller's thread. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { indexFolder } from '../../../../src/engine/indexer/indexer';
import { InThreadPool } from '../../../../src/engine/workers/in-thread-pool';
import { WorkerPool } from '../../../../src/engine/workers/worker-pool';
import { productFile } from '../../../../src/shared/product';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';
import { contentOf, read } from '../indexer/indexed-content';

const source = productFile('src', 'engine', 'workers', 'worker-pool.ts');
const readme = productFile('README.md');

/** Runs a module as a process that optimises WebAssembly, as the processes of users do. */
async function runOptimising(code: string): Promise<unknown> {
  const script = join(temporaryFolder(), 'script.mts');
  const pool = pathToFileURL(productFile('src', 'engine', 'workers', 'in-thread-pool.ts'));
  writeFileSync(script, `import { InThreadPool } from ${JSON.stringify(pool.href)};\n${code}`);
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script], { cwd: productFile() });
  return JSON.parse(stdout);
}

describe('chunking in the thread of the caller', function () {
  this.timeout(180_000);
  const pool = new InThreadPool();
  afterEach(removeTemporaryFolders);

  it('makes the chunks that a parse worker makes', async () => {
    const workers = new WorkerPool();
    try {
      for (const file of [source, readme]) {
        const request = { path: 'a file', file };
        assert.deepEqual(await pool.chunk(request), await workers.chunk(request));
      }
    } finally {
      workers.dispose();
    }
  });

  it('makes the index that parse workers make', async () => {
    const files = { 'a.ts': 'export function a() {}\n', 'b.py': 'def b():\n    return 1\n', 'c.bin': '\0\0\0\0' };
    const indexed = async (options: Parameters<typeof indexFolder>[1]): Promise<unknown> => {
      const folder = temporaryFolder();
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
      await indexFolder(folder, { jobs: 1, ...options });
      return contentOf(read(join(folder, '.codegrain', 'index.cgx')));
    };
    assert.equal(await indexed({ pool }), await indexed({}));
  });

  it('lets the thread do other work between files', async () => {
    const text = readFileSync(source, 'utf8').repeat(5);
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    await Promise.all(Array.from({ length: 10 }, (_, i) => pool.chunk({ path: `${i}.ts`, text })));
    clearInterval(timer);
    assert.ok(ticks > 1, `${ticks} ticks`);
  });

  it('rejects a cancelled request with the reason of its signal, and answers the next one', async () => {
    const request = { path: 'a.ts', text: 'let a = 1;\n' };
    const reason = new Error('enough');
    await assert.rejects(pool.chunk(request, AbortSignal.abort(reason)), reason);
    const cancelling = new AbortController();
    const cancelled = pool.chunk(request, cancelling.signal);
    cancelling.abort(reason);
    await assert.rejects(cancelled, reason);
    assert.equal((await pool.chunk(request)).is, 'chunked');
  });

  it('has an answer for a file that is not there and for an unknown language', async () => {
    const gone = await pool.chunk({ path: 'gone.ts', file: join(temporaryFolder(), 'gone.ts') });
    assert.equal(gone.is === 'skipped' && gone.skipped.reason, 'unreadable');
    const unknown = await pool.chunk({ path: 'a.unknown', text: 'one\ntwo\n' });
    assert.equal(unknown.is === 'chunked' && unknown.file.fallback, 'lines');
  });

  it('rejects requests after its end', async () => {
    const ended = new InThreadPool();
    ended.dispose();
    await assert.rejects(ended.chunk({ path: 'a.ts', text: '' }), /ended/);
  });

  it('cuts a language by lines, with a warning, if parsing it could end the process', async () => {
    const reply = await runOptimising(`
      const reply = await new InThreadPool().chunk({ path: 'a.swift', text: 'func a() -> Int { return 1 }\\n' });
      const { language, fallback, warnings } = reply.file;
      console.log(JSON.stringify({ language, fallback, warnings }));
    `);
    assert.deepEqual(reply, {
      language: 'swift',
      fallback: 'grammar-failed',
      warnings: ['is cut by lines: parsing this language could end the process; without isolation it is not tried'],
    });
  });

  it('cuts such code in a document by lines', async () => {
    const chunks = await runOptimising(`
      const code = Array.from({ length: 400 }, (_, i) => 'func f' + i + '() -> Int { return 1 }\\n').join('');
      const reply = await new InThreadPool().chunk({ path: 'a.md', text: '# Title\\n\\n\`\`\`swift\\n' + code + '\`\`\`\\n' });
      console.log(JSON.stringify(reply.file.chunks.map(({ text }) => text)));
    `);
    assert.ok(Array.isArray(chunks) && chunks.length > 1);
  });
});
