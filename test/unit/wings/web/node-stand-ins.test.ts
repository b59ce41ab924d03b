/** Stand-ins for Node's modules in browsers give what Node gives. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import * as webCrypto from '../../../../src/wings/web/node/crypto';
import { setImmediate, setTimeout } from '../../../../src/wings/web/node/globals';
import { setTimeout as sleep } from '../../../../src/wings/web/node/timers-promises';
import * as webZlib from '../../../../src/wings/web/node/zlib';

describe('a stand-in for a module of Node', () => {
  it('makes the same hashes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('sha1' as const, 'sha256' as const), (text, name) => {
        const expected = createHash(name).update(text).digest('hex');
        assert.equal(webCrypto.createHash(name).update(text).digest('hex'), expected);
        assert.equal(webCrypto.hash(name, text, 'hex'), expected);
      }),
    );
  });

  it('compresses what Node reads, and reads what Node compresses', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
        assert.deepEqual([...inflateRawSync(webZlib.deflateRawSync(bytes, { level: 4 }))], [...bytes]);
        assert.deepEqual([...webZlib.inflateRawSync(deflateRawSync(bytes))], [...bytes]);
      }),
    );
  });

  it('waits, and stops waiting when it is aborted', async () => {
    assert.equal(await sleep(1, 'value'), 'value');
    const abort = new AbortController();
    const waiting = sleep(60_000, undefined, { signal: abort.signal });
    abort.abort(new Error('enough'));
    await assert.rejects(waiting, /enough/);
  });

  it('calls soon, in order, with the arguments', async () => {
    const calls: unknown[] = [];
    await new Promise<void>((resolve) => {
      setImmediate((value) => calls.push(value), 1);
      setImmediate((value) => calls.push(value), 2);
      setImmediate(() => resolve());
    });
    assert.deepEqual(calls, [1, 2]);
    assert.equal(typeof setTimeout(() => {}, 0).unref(), 'object');
  });
});
