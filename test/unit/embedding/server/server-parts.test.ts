/** The small parts of an embedding model on a server. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { modelDefaults } from '../../../../src/embedding/server/known-services';
import { pauseAfter, refusalOf, retryAfter } from '../../../../src/embedding/server/post-json';
import { isLoopback, readServerAddress } from '../../../../src/embedding/server/server-address';
import { withoutKey } from '../../../../src/embedding/server/server-key';
import { normalised, similarity, unitVector, withFewerDimensions } from '../../../../src/embedding/vector-math';

describe('an address', () => {
  it('of this machine is recognised in every spelling, and no other address is', () => {
    for (const here of ['localhost:11434', '127.0.0.1', '127.1:80', '0x7f.0.0.1', '[::1]:8080', 'LOCALHOST'])
      assert.ok(isLoopback(readServerAddress(`http://${here}/`)), here);
    for (const there of [
      'localhost.example.com',
      '127.0.0.1.example.com',
      'a.localhost',
      '10.0.0.1',
      '0.0.0.0',
      '[::2]',
    ])
      assert.ok(!isLoopback(readServerAddress(`http://${there}/`)), there);
  });

  it('that is not valid is refused without showing its secrets', () => {
    for (const wrong of ['', 'localhost:11434', 'ftp://host', 'http://', 'http://user:secret@host/', 'file:///etc'])
      assert.throws(
        () => readServerAddress(wrong),
        (error: Error) => !error.message.includes('secret'),
      );
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  it('is read as seconds or as a date', () => {
    assert.equal(retryAfter('3', now), 3000);
    assert.equal(retryAfter(' 0 ', now), 0);
    assert.equal(retryAfter('Thu, 01 Jan 2026 00:01:00 GMT', now), 60_000);
    assert.equal(retryAfter('Wed, 31 Dec 2025 00:01:00 GMT', now), 0);
    for (const nothing of [null, '', '-5', 'soon', '1e3', 'NaN']) assert.equal(retryAfter(nothing, now), undefined);
  });

  it('is the minimum pause; without it the pause grows up to half a minute', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempt, random) => {
        const pause = pauseAfter(attempt, undefined, () => random);
        assert.ok(pause >= 250 && pause <= 30_000);
        assert.ok(pauseAfter(attempt, 5000, () => random) >= 5000);
      }),
    );
  });
});

describe('a key', () => {
  it('is removed from every text', () => {
    const keys = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_/+=.'), minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(keys, fc.string(), fc.string(), (key, before, after) => {
        for (const form of [key, encodeURIComponent(key), btoa(key), JSON.stringify(key)])
          assert.ok(
            !withoutKey(before + form + after, key)
              .replaceAll('[key]', '')
              .includes(key),
          );
      }),
    );
  });

  it('of somebody else is hidden too, ordinary words are not', () => {
    assert.equal(withoutKey('got "Bearer abcdef0123456789"', undefined), 'got "Bearer [key]"');
    assert.equal(withoutKey('use Bearer auth', 'sk-something-long'), 'use Bearer auth');
  });
});

describe('a refusal', () => {
  it('is recognised by the message of each kind of server', () => {
    const long = (status: number, said: string) => assert.equal(refusalOf(status, said), 'too-long', said);
    long(
      400,
      "This model's maximum context length is 8192 tokens, however you requested 9001 tokens (9001 in your prompt)",
    );
    long(400, '{"error":"the input length exceeds the context length"}');
    long(500, '{"error":{"code":500,"message":"input is too large to process. increase the physical batch size"}}');
    long(
      400,
      '{"error":{"type":"exceed_context_size_error","message":"the request exceeds the available context size"}}',
    );
    long(422, '{"error":"batch size 64 > maximum allowed batch size 32","error_type":"Validation"}');
    long(400, "Invalid 'input': maximum request size is 300000 tokens per request.");
    long(413, '');
    assert.equal(refusalOf(429, 'Rate limit reached: Limit 40000 tokens per min'), undefined);
    assert.equal(refusalOf(400, 'model not found'), undefined);
    assert.equal(refusalOf(503, 'the context size is loading'), undefined);
    assert.equal(refusalOf(400, 'This model does not support specifying dimensions.'), 'dimensions');
  });
});

describe('a known model', () => {
  it('gets the prefixes it was trained with', () => {
    assert.deepEqual(modelDefaults('nomic-embed-text:latest'), {
      query: 'search_query: ',
      passage: 'search_document: ',
      tokens: 2048,
    });
    assert.equal(modelDefaults('intfloat/multilingual-e5-large').passage, 'passage: ');
    assert.equal(modelDefaults('intfloat/multilingual-e5-large-instruct').passage, '');
    assert.match(modelDefaults('nomic-ai/nomic-embed-code').query, /relevant code/);
    assert.match(modelDefaults('BAAI/bge-small-en-v1.5').query, /^Represent this sentence/);
    assert.equal(modelDefaults('bge-m3').query, '');
    assert.equal(modelDefaults('text-embedding-3-small').tokens, 8191);
    assert.deepEqual(modelDefaults('something-else'), { query: '', passage: '', tokens: 2048 });
  });
});

describe('a vector', () => {
  it('is normalised to length 1, whatever its numbers', () => {
    const numbers = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(numbers, (raw) => {
        if (raw.every((value) => value === 0)) return assert.throws(() => unitVector(raw, undefined), /all zeros/);
        const vector = unitVector(raw, raw.length);
        assert.ok(Math.abs(similarity(vector, vector) - 1) < 1e-5);
      }),
    );
  });

  it('keeps its direction when it is shortened, and zeros stay zeros', async () => {
    const whole = {
      id: 'model',
      dimensions: 4,
      limits: { tokens: 1, batch: 1 },
      embed: async () => [normalised(Float64Array.of(3, 0, 5, 6)), new Float32Array(4)],
    };
    const short = withFewerDimensions(whole, 2);
    assert.equal(short.dimensions, 2);
    assert.notEqual(short.id, whole.id);
    assert.deepEqual(await short.embed([], 'query'), [Float32Array.of(1, 0), new Float32Array(2)]);
    assert.equal(withFewerDimensions(whole, 4), whole);
    assert.throws(() => withFewerDimensions(whole, 5), /has 4 dimensions/);
  });
});
