/** Clients that ask for much, read slowly, change their mind, or die. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { productFile } from '../../../../src/shared/product';
import { ServeClient } from './serve-client';

/** A function that has about 100 tokens. */
const functionText = (name: string): string =>
  `def ${name}(values):\n${Array.from({ length: 10 }, (_, i) => `    total_${i} = sum(values) + ${i}\n`).join('')}    return total_0\n\n\n`;

const longText = (functions: number): string =>
  Array.from({ length: functions }, (_, i) => functionText(`compute_${i}`)).join('');

/** In MB; undefined where the system does not say. */
function memoryOf(pid: number | undefined): number | undefined {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) / 1000;
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

async function until(isMet: () => boolean): Promise<void> {
  while (!isMet()) await new Promise((done) => setTimeout(done, 20));
}

describe('codegrain serve, under load', function () {
  this.timeout(120_000);

  it('answers thousands of requests, each once', async () => {
    const client = new ServeClient();
    const answers = Array.from({ length: 3000 }, (_, i) =>
      i % 3 === 0
        ? client.ask('chunk', { text: functionText(`f_${i}`), path: 'a.py' })
        : client.ask('countTokens', { texts: [String(i)] }),
    );
    const results = await Promise.all(answers);
    assert.ok(results.every(({ result }) => result !== undefined));
    for (const [i, { result }] of results.entries()) {
      if (i % 3 !== 0) continue;
      assert.equal((result as { chunks: { name: string }[] }).chunks[0]?.name, `f_${i}`);
    }
    assert.deepEqual([(await client.end()).status, client.lines.length], [0, 3000]);
  });

  it('answers what was asked before the input ended', async () => {
    const client = new ServeClient();
    const answers = Array.from({ length: 200 }, (_, i) => client.ask('chunk', { text: functionText(`f_${i}`) }));
    assert.equal((await client.end()).status, 0);
    assert.ok((await Promise.all(answers)).every(({ result }) => result !== undefined));
  });

  it('cancels a folder that is being chunked', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'codegrain-cancel-'));
    for (let i = 0; i < 200; i++) writeFileSync(join(folder, `file-${i}.py`), longText(20));
    const client = new ServeClient();
    const answer = client.askAs('folder', 'chunkFolder', { folder });
    await until(() => client.lines.length > 0);
    assert.deepEqual(await client.result('cancel', { request: 'folder' }), { cancelled: true });
    const { error, events } = await answer;
    assert.equal(error?.code, 'cancelled');
    assert.ok(events.length < 200);
    assert.deepEqual(await client.result('cancel', { request: 'folder' }), { cancelled: false });
    assert.equal((await client.result('countTokens', { texts: ['a'] })).tokens?.toString(), '1');
    assert.equal((await client.end()).status, 0);
    rmSync(folder, { recursive: true });
  });

  it('keeps its memory while a client does not read, and then answers everything', async () => {
    const client = spawn(process.execPath, [productFile('dist', 'cli.js'), 'serve', '--stdio']);
    const requests = 300;
    // Each answer has 1.4 MB: all of them have 420 MB.
    const params = { texts: Array.from({ length: 1000 }, () => 'a'), encoding: 'base64' };
    for (let id = 0; id < requests; id++) client.stdin.write(`${JSON.stringify({ id, method: 'embed', params })}\n`);
    client.stdin.end();
    await once(client.stdout, 'readable');
    // It computes until nothing more fits, and then does nothing.
    let before = -1;
    let idle = 0;
    await until(() => {
      const now = cpuTicks(client.pid);
      idle = now === before ? idle + 1 : 0;
      before = now;
      return idle > 25;
    });
    const memory = memoryOf(client.pid);
    if (memory !== undefined) assert.ok(memory < 350, `${memory} MB`);
    let lines = 0;
    client.stdout.on('data', (data: Buffer) => {
      for (const byte of data) if (byte === 0x0a) lines++;
    });
    await once(client, 'close');
    assert.deepEqual([lines, client.exitCode], [requests, 0]);
  });

  it('ends with its client, however that ends', async () => {
    // A client that starts a server, asks it for something long and is killed.
    const script = `
      const { spawn } = require('node:child_process');
      const server = spawn(process.execPath, [${JSON.stringify(productFile('dist', 'cli.js'))}, 'serve', '--stdio']);
      server.stdin.write('{"id":1,"method":"chunkFolder","params":{"folder":${JSON.stringify(JSON.stringify(productFile('src'))).slice(1, -1)}}}\\n');
      server.stdout.once('data', () => console.log(server.pid));`;
    const client = spawn(process.execPath, ['-e', script]);
    const [pid] = await once(client.stdout, 'data');
    assert.ok(isRunning(Number(pid)));
    client.kill('SIGKILL');
    await until(() => !isRunning(Number(pid)));
  });

  it('leaves no worker process behind', async function () {
    if (process.platform === 'win32') this.skip();
    const client = new ServeClient();
    await client.result('chunk', { text: 'x = 1\n', path: 'a.py' });
    const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(client.process.pid)], { encoding: 'utf8' });
    const workers = stdout.split('\n').filter(Boolean).map(Number);
    assert.ok(workers.length > 0);
    await client.result('shutdown');
    await client.ended();
    await until(() => !workers.some(isRunning));
  });
});

/** What the process has computed, in ticks of the system's clock; -1 where the system does not say. */
function cpuTicks(pid: number | undefined): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return -1;
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
