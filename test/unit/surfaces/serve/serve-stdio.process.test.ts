/** The server as a real process, lines, limits and ends. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { productFile } from '../../../../src/shared/product';
import { ServeClient } from './serve-client';

describe('codegrain serve --stdio', function () {
  this.timeout(60_000);

  it('says hello', async () => {
    const client = new ServeClient();
    const hello = await client.result('hello', { protocol: 1 });
    assert.equal(hello.protocol, 1);
    const { status } = await client.end();
    assert.deepEqual([status, client.log], [0, '']);
  });

  it('refuses another protocol', async () => {
    const client = new ServeClient();
    const { error } = await client.ask('hello', { protocol: 2 });
    assert.deepEqual(error, { code: 'unsupported-protocol', message: 'this is protocol 1, not 2' });
    await client.end();
  });

  it('needs --stdio and takes no folder', () => {
    for (const [args, message] of [
      [[], 'serve needs --stdio'],
      [['--stdio', '.'], 'serve takes no folder: requests name theirs'],
    ] as const) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [productFile('dist', 'cli.js'), 'serve', ...args]);
      assert.deepEqual([status, String(stdout), String(stderr)], [2, '', `codegrain: ${message}\n`]);
    }
  });

  it('ends with status 0 when the input is empty', async () => {
    const client = new ServeClient();
    assert.deepEqual(await client.end(), { status: 0, signal: null });
    assert.deepEqual([client.lines, client.log], [[], '']);
  });

  it('answers each of thousands of wrong lines, and then a right one', async () => {
    const client = new ServeClient();
    const wrong = ['{', 'null', '\u0000', '{"id":"x"}', '{"id":"y","method":"__proto__"}', '[1,2', '"\\ud83d"'];
    const lines = Array.from({ length: 4000 }, (_, i) => wrong[i % wrong.length] ?? '');
    client.send(`${lines.join('\n')}\n`);
    client.send(Buffer.from([0x22, 0xc3, 0x28, 0x22, 0x0a]));
    await client.result('hello');
    assert.equal((await client.end()).status, 0);
    assert.equal(client.lines.length, lines.length + 2);
    assert.equal(client.lines.filter(({ error }) => error !== undefined).length, lines.length + 1);
    assert.equal(client.log, '');
  });

  it('answers a line above 64 MB, and the next one', async () => {
    const client = new ServeClient();
    const tooLong = client.answerTo(null);
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    for (let sent = 0; sent < 70; sent++)
      if (!client.process.stdin.write(megabyte)) await once(client.process.stdin, 'drain');
    client.send('\n');
    assert.equal((await tooLong).error?.code, 'line-too-long');
    await client.result('hello');
    assert.equal((await client.end()).status, 0);
  });

  it('ends on shutdown, though the input is still open', async () => {
    const client = new ServeClient();
    assert.deepEqual(await client.result('shutdown'), {});
    assert.deepEqual(await client.ended(), { status: 0, signal: null });
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    it(`ends on ${signal}`, async () => {
      const client = new ServeClient();
      await client.result('hello');
      client.process.kill(signal);
      assert.deepEqual(await client.ended(), { status: 0, signal: null });
    });

  it('ends when nobody reads any more', async () => {
    const client = new ServeClient();
    await client.result('hello');
    client.process.stdout.destroy();
    client.send('{"id":1,"method":"hello"}\n'.repeat(10));
    assert.equal((await client.ended()).status, 0);
  });
});
