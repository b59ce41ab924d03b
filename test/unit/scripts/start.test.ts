/** `npm start` refuses a wrong folder before it builds, and finds another port if its own is taken. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { freePort } from '../../../scripts/vscode/free-port';

describe('npm start', () => {
  it('refuses a folder that is not there, or a file, before anything is built', () => {
    for (const folder of [join(__dirname, 'missing'), __filename]) {
      const { status, stderr, stdout } = spawnSync(process.execPath, [resolve('scripts/start.mjs'), folder], {
        encoding: 'utf8',
      });
      assert.deepEqual([status, stderr, stdout], [1, `There is no folder ${folder}\n`, '']);
    }
  });

  it('takes the next free port', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    try {
      assert.ok((await freePort(port)) > port);
    } finally {
      server.close();
    }
    await once(server, 'close');
    assert.equal(await freePort(port), port);
  });
});
