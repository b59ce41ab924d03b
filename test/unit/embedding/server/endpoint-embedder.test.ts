/** Embedding models on a server, over real HTTP: requests, responses and failures. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mock } from 'node:test';
import { inspect } from 'node:util';
import type { Embedder } from '../../../../src/embedding/embedder';
import { type EndpointModel, openEndpoint } from '../../../../src/embedding/server/endpoint-embedder';
import type { Cut } from '../../../../src/embedding/server/server-inputs';
import { ollama, openai } from '../../../../src/embedding/server/service-embeddings';
import { normalised } from '../../../../src/embedding/vector-math';
import { type Answer, asOllama, asOpenAi, json, startServer, type TestServer, vectorOf } from './embedding-server';

const key = 'sk-test-0123456789abcdef';
const servers: TestServer[] = [];

async function serve(answer: Answer, options?: Parameters<typeof startServer>[1]): Promise<TestServer> {
  const server = await startServer(answer, options);
  servers.push(server);
  return server;
}

/** Records pauses instead of waiting. */
function model(
  server: TestServer,
  options: Partial<EndpointModel> = {},
): EndpointModel & { readonly pauses: readonly number[] } {
  const pauses: number[] = [];
  const sleep = async (ms: number): Promise<void> => {
    pauses.push(ms);
  };
  return { url: server.url, model: 'test-model', dimensions: 4, sleep, pauses, ...options };
}

const open = (server: TestServer, options?: Partial<EndpointModel>): Promise<Embedder> =>
  openEndpoint(openai, model(server, options));

const message = async (promise: Promise<unknown>): Promise<string> => {
  try {
    await promise;
  } catch (error) {
    assert.ok(error instanceof Error);
    return error.message;
  }
  assert.fail('it did not fail');
};

const unit = (text: string): Float32Array => normalised(Float64Array.from(vectorOf(text)));
const tls = {
  key: readFileSync(join(__dirname, '../../../fixtures/tls/key.pem')),
  cert: readFileSync(join(__dirname, '../../../fixtures/tls/certificate.pem')),
};

describe('an embedding model on a server', () => {
  afterEach(async () => {
    mock.timers.reset();
    for (const server of servers.splice(0)) await server.close();
  });

  describe('sends requests', () => {
    it('as Ollama expects them, and takes its vectors in order', async () => {
      const server = await serve(asOllama);
      const embedder = await openEndpoint(ollama, model(server));
      assert.deepEqual(await embedder.embed(['one', 'three'], 'passage'), [unit('one'), unit('three')]);
      assert.deepEqual(
        server.requests.map(({ path, body }) => [path, body]),
        [['/api/embed', { model: 'test-model', input: ['one', 'three'], truncate: false, dimensions: 4 }]],
      );
    });

    it('with only the text of a passage, which begins with what it is about', async () => {
      const server = await serve(asOllama);
      const embedder = await openEndpoint(ollama, model(server));
      const text = '// src/a.ts\nconst a = 1;';
      assert.deepEqual(await embedder.embed([{ about: 'src/a.ts', text }], 'passage'), [unit(text)]);
      assert.deepEqual(server.requests[0]?.body, {
        model: 'test-model',
        input: [text],
        truncate: false,
        dimensions: 4,
      });
    });

    it('as OpenAI expects them, and puts its vectors back into order', async () => {
      const server = await serve(asOpenAi);
      const embedder = await open(server, { key });
      const texts = ['a', 'bb', 'ccc', 'dddd'];
      assert.deepEqual(await embedder.embed(texts, 'query'), texts.map(unit));
      const [request] = server.requests;
      assert.equal(request?.path, '/v1/embeddings');
      assert.equal(request?.headers.authorization, `Bearer ${key}`);
      assert.deepEqual(request?.body, { model: 'test-model', input: texts, encoding_format: 'float', dimensions: 4 });
    });

    it('to the right path of the address', () => {
      const at = (address: string): string => openai.address(new URL(address)).href;
      assert.equal(at('https://api.openai.com'), 'https://api.openai.com/v1/embeddings');
      assert.equal(at('http://localhost:1234/v1/'), 'http://localhost:1234/v1/embeddings');
      assert.equal(at('http://box/openai/embeddings?version=2'), 'http://box/openai/embeddings?version=2');
      assert.equal(at('http://box/team'), 'http://box/team/v1/embeddings');
      assert.equal(ollama.address(new URL('http://box:11434/')).href, 'http://box:11434/api/embed');
      assert.equal(ollama.address(new URL('http://box/api')).href, 'http://box/api/embed');
    });

    it('without a key if there is none', async () => {
      const server = await serve(asOpenAi);
      await (await open(server)).embed(['a'], 'query');
      assert.equal(server.requests[0]?.headers.authorization, undefined);
    });

    it('in batches limited by texts and tokens, a few at a time', async () => {
      const server = await serve((request, response) => {
        setImmediate(() => asOpenAi(request, response, 0));
      });
      const embedder = await open(server, { batch: { texts: 5, tokens: 100 }, parallel: 3 });
      const texts = Array.from({ length: 60 }, (_, i) => 'word '.repeat(i % 7 === 0 ? 60 : i));
      texts[0] = 'first';
      assert.deepEqual(await embedder.embed(texts, 'passage'), texts.map(unit));
      assert.ok(server.requests.every(({ body }) => body.input.length <= 5));
      assert.ok(server.requests.some(({ body }) => body.input.length > 1));
      for (const { body } of server.requests)
        assert.ok(body.input.length === 1 || body.input.join('').length <= 5 * 101);
      assert.ok(server.maxOpen <= 3, `${server.maxOpen} at a time`);
      assert.equal(server.requests.flatMap(({ body }) => body.input).length, 60);
    });

    it('but none for blank texts, whose vectors are zeros', async () => {
      const server = await serve(asOpenAi);
      const embedder = await open(server);
      assert.deepEqual(await embedder.embed([], 'query'), []);
      assert.deepEqual(await embedder.embed(['', ' \n'], 'query'), [new Float32Array(4), new Float32Array(4)]);
      assert.equal(server.requests.length, 0);
      assert.deepEqual(await embedder.embed(['', 'x'], 'query'), [new Float32Array(4), unit('x')]);
    });

    it('with the prefixes of the model for queries and passages', async () => {
      const server = await serve(asOpenAi);
      const nomic = await open(server, { model: 'nomic-embed-text:v1.5' });
      await nomic.embed(['q'], 'query');
      await nomic.embed(['p'], 'passage');
      const own = await open(server, { model: 'nomic-embed-text:v1.5', queryPrefix: '', passagePrefix: 'text: ' });
      await own.embed(['q'], 'query');
      await own.embed(['p'], 'passage');
      assert.deepEqual(
        server.requests.flatMap(({ body }) => body.input),
        ['search_query: q', 'search_document: p', 'q', 'text: p'],
      );
      assert.notEqual(nomic.id, own.id);
    });

    it('with U+FFFD instead of an unpaired surrogate', async () => {
      const server = await serve(asOpenAi);
      await (await open(server)).embed(['a\ud83d', '😀'], 'query');
      assert.deepEqual(server.requests[0]?.body.input, ['a\ufffd', '😀']);
    });
  });

  describe('has an id', () => {
    it('made of provider, host, model, dimensions and prefixes, but not of the key', async () => {
      const server = await serve(asOpenAi);
      const { id } = await open(server, { key });
      assert.match(
        id,
        new RegExp(`^openai://localhost:${server.url.port}/test-model\\?dimensions=4&prefixes=[0-9a-f]{12}$`),
      );
      assert.equal((await open(server, { key: 'another-key-entirely' })).id, id);
      assert.equal((await open(server, { url: new URL(`http://localhost:${server.url.port}/v1`) })).id, id);
      assert.notEqual((await open(server, { dimensions: 3 })).id, id);
      assert.notEqual((await open(server, { model: 'test-model:2' })).id, id);
      assert.notEqual((await open(server, { queryPrefix: 'q: ' })).id, id);
    });
  });

  describe('has dimensions', () => {
    it('of its first response if none are configured, and requests none', async () => {
      const server = await serve((request, response) =>
        json(response, { data: request.body.input.map((text, index) => ({ index, embedding: vectorOf(text, 7) })) }),
      );
      const embedder = await open(server, { dimensions: undefined });
      assert.equal(embedder.dimensions, 7);
      assert.equal((await embedder.embed(['a'], 'query'))[0]?.length, 7);
      assert.ok(server.requests.every(({ body }) => !('dimensions' in body)));
    });

    it('that must not change', async () => {
      const server = await serve((request, response, count) =>
        json(response, { data: request.body.input.map((text) => ({ embedding: vectorOf(text, count < 2 ? 4 : 5) })) }),
      );
      const embedder = await open(server, { dimensions: undefined });
      await embedder.embed(['a'], 'query');
      assert.equal(
        await message(embedder.embed(['a'], 'query')),
        'the model "test-model" returned a vector (1 of 1) that has 5 dimensions instead of 4',
      );
    });

    it('that are not requested again if the server refuses them, but still checked', async () => {
      const server = await serve((request, response) => {
        if (request.body.dimensions !== undefined) {
          json(response, { message: 'Model does not support matryoshka representation' }, 400);
        } else asOpenAi(request, response, 0);
      });
      const warnings: string[] = [];
      const embedder = await open(server, { warn: (text) => warnings.push(text) });
      await embedder.embed(['a'], 'query');
      await embedder.embed(['b'], 'query');
      assert.deepEqual(
        server.requests.map(({ body }) => body.dimensions),
        [4, undefined, undefined],
      );
      assert.match(warnings.join('\n'), /^[^\n]*matryoshka[^\n]*$/);
      const other = await open(server, { dimensions: 3 });
      assert.match(await message(other.embed(['a'], 'query')), /has 4 dimensions instead of 3/);
    });
  });

  describe('refuses a response if', () => {
    const answers = async (value: unknown): Promise<string> => {
      const server = await serve((_, response) => json(response, value));
      return message((await open(server)).embed(['a', 'b'], 'query'));
    };
    const one = [1, 2, 3, 4];

    it('a vector is missing, zero, or not a vector', async () => {
      assert.match(await answers({ data: [{ index: 0, embedding: one }] }), /returned 1 vectors for 2 texts/);
      const with2 = (embedding: unknown) => ({
        data: [
          { index: 0, embedding: one },
          { index: 1, embedding },
        ],
      });
      assert.match(await answers(with2([0, 0, 0, 0])), /\(2 of 2\) that is all zeros/);
      assert.match(await answers(with2([1, null, 3, 4])), /\(2 of 2\) that contains something that is not a number/);
      assert.match(await answers(with2([])), /is not a list of numbers/);
      assert.match(await answers(with2('AAAA')), /is not a list of numbers/);
    });

    it('two vectors have the same index', async () => {
      const twice = [0, 0].map((index) => ({ index, embedding: one }));
      assert.match(await answers({ data: twice }), /no vector for text 2 of 2/);
    });

    it('it has no list of vectors', async () => {
      assert.match(await answers({ embeddings: [] }), /has no list "data"; is this the address/);
      assert.match(await answers(null), /has no list "data"/);
      assert.match(await answers('hello'), /has no list "data"/);
    });

    it('it is not JSON', async () => {
      const server = await serve((_, response) => response.end('{"data": [NaN'));
      const text = await message((await open(server)).embed(['a'], 'query'));
      assert.equal(text, `${server.url.origin}/v1/embeddings responded with something that is not JSON: {"data": [NaN`);
    });

    it('it is a web page', async () => {
      const page = '<!DOCTYPE html><html><head><title>Sign in</title></head><body>…</body></html>';
      const server = await serve((_, response) => response.end(page));
      assert.match(
        await message((await open(server)).embed(['a'], 'query')),
        /responded with a web page; is the address right\?: Sign in$/,
      );
    });
  });

  describe('cuts a text', () => {
    const long = 'alpha beta gamma delta '.repeat(100);

    it('at its limit, reports it, and never splits a character', async () => {
      const server = await serve(asOpenAi);
      const cuts: Cut[] = [];
      const embedder = await open(server, { maxTokens: 50, queryPrefix: 'query: ', onCut: (cut) => cuts.push(cut) });
      await embedder.embed(['short', long, '😀'.repeat(300)], 'query');
      const [short, cut, faces] = server.requests.flatMap(({ body }) => body.input);
      assert.equal(short, 'query: short');
      assert.ok(cut?.startsWith('query: alpha beta') && cut.length < 400, cut);
      assert.match(faces ?? '', /^query: (😀)+$/u);
      assert.deepEqual(
        cuts.map(({ text, kept, by }) => [text.slice(0, kept), by]),
        [
          [cut?.slice(7), 'limit'],
          [faces?.slice(7), 'limit'],
        ],
      );
    });

    it('in half as long as the server refuses it as too long, and no other text', async () => {
      for (const [status, said] of [
        [400, "This model's maximum context length is 512 tokens, however you requested 600 tokens"],
        [400, 'the input length exceeds the context length'],
        [500, 'input is too large to process. increase the physical batch size'],
        [413, 'Input validation error: `inputs` must have less than 512 tokens. Given: 600'],
      ] as const) {
        const server = await serve((request, response) => {
          if (request.body.input.some((text) => text.length > 1000))
            json(response, { error: { message: said } }, status);
          else asOpenAi(request, response, 0);
        });
        const cuts: Cut[] = [];
        const options = model(server, { onCut: (cut) => cuts.push(cut) });
        const embedder = await openEndpoint(openai, options);
        const texts = ['one', 'two', long, 'four', 'five'];
        const vectors = await embedder.embed(texts, 'passage');
        assert.deepEqual(
          [0, 1, 3, 4].map((i) => vectors[i]),
          [0, 1, 3, 4].map((i) => unit(texts[i] ?? '')),
        );
        assert.equal(cuts.length, 1);
        const [{ text, kept, by } = { text: '', kept: 0, by: '' }] = cuts;
        assert.equal(by, 'server');
        assert.ok(text === long && kept <= 1000 && kept > 400, `${kept}`);
        assert.deepEqual(vectors[2], unit(long.slice(0, kept)));
        assert.deepEqual(options.pauses, [], 'waiting does not make it shorter');
        // The next text of this size is sent alone.
        const before = server.requests.length;
        await embedder.embed(texts, 'passage');
        assert.deepEqual(
          server.requests
            .slice(before)
            .map(({ body }) => body.input.length)
            .sort(),
          [1, 1, 1, 4],
        );
      }
    });

    it('only a few times', async () => {
      const server = await serve((_, response) =>
        json(response, { error: 'the input exceeds the context length' }, 400),
      );
      const embedder = await open(server);
      assert.match(await message(embedder.embed([long, 'b', 'c'], 'query')), /responded with 400: the input exceeds/);
      assert.ok(server.requests.length < 10, `${server.requests.length} requests`);
    });
  });

  describe('sends a request again', () => {
    /** Fails the first times, then responds. */
    const failing =
      (times: number, fail: Answer): Answer =>
      (request, response, count) =>
        count < times ? fail(request, response, count) : asOpenAi(request, response, count);

    for (const status of [408, 409, 429, 500, 502, 503, 504]) {
      it(`after ${status}, with growing pauses`, async () => {
        const server = await serve(failing(3, (_, response) => json(response, { error: 'busy' }, status)));
        const options = model(server);
        const embedder = await openEndpoint(openai, options);
        assert.deepEqual(await embedder.embed(['a'], 'query'), [unit('a')]);
        assert.equal(options.pauses.length, 3);
        for (const [i, pause] of options.pauses.entries()) {
          assert.ok(pause >= 250 * 2 ** i && pause <= 500 * 2 ** i, `pause ${i}: ${pause}`);
        }
      });
    }

    it('when the connection breaks', async () => {
      const server = await serve(failing(1, (_, response) => response.socket?.destroy()));
      assert.deepEqual(await (await open(server)).embed(['a'], 'query'), [unit('a')]);
    });

    it('after the pause that the server asks for, in seconds or until a date', async () => {
      const date = new Date(Date.now() + 60_000).toUTCString();
      const server = await serve(
        failing(2, (_, response, count) => json(response, {}, 429, { 'retry-after': count === 0 ? '7' : date })),
      );
      const options = model(server);
      await (await openEndpoint(openai, options)).embed(['a'], 'query');
      const [first = 0, second = 0] = options.pauses;
      assert.ok(first >= 7000 && first <= 7500, `${first}`);
      // The date is in whole seconds, and some time has passed.
      assert.ok(second > 30_000 && second <= 60_500, `${second}`);
    });

    it('but not if the server asks for a pause that is too long', async () => {
      const server = await serve((_, response) => json(response, {}, 429, { 'retry-after': '3600' }));
      const text = await message((await open(server)).embed(['a'], 'query'));
      assert.match(text, /responded with 429.*\(it asks to wait 3600 s\)$/);
      assert.equal(server.requests.length, 1);
    });

    it('only as often as configured', async () => {
      const server = await serve((_, response) => json(response, { error: { message: 'overloaded' } }, 503));
      const text = await message((await open(server, { retries: 2 })).embed(['a'], 'query'));
      assert.equal(text, `${server.url.origin}/v1/embeddings responded with 503: overloaded (after 3 attempts)`);
      assert.equal(server.requests.length, 3);
    });

    it('but not after a permanent error', async () => {
      for (const [status, said, expected] of [
        [400, { error: { message: 'bad request' } }, /responded with 400: bad request$/],
        [401, { error: { message: 'no' } }, /responded with 401 \(the key is missing or wrong\): no$/],
        [404, { error: 'model not found' }, /responded with 404 \(no such model or address\): model not found$/],
        [429, { error: { code: 'insufficient_quota', message: 'pay first' } }, /responded with 429 .*: pay first$/],
      ] as const) {
        const server = await serve((_, response) => json(response, said, status));
        assert.match(await message((await open(server)).embed(['a'], 'query')), expected);
        assert.equal(server.requests.length, 1);
      }
    });

    it('but not after another request has failed permanently', async () => {
      const server = await serve((request, response, count) => {
        if (count === 1) json(response, { error: 'wrong' }, 400);
        else if (count === 0) asOpenAi(request, response, count);
      });
      const embedder = await open(server, { batch: { texts: 1, tokens: 100 }, parallel: 3 });
      await message(
        embedder.embed(
          Array.from({ length: 50 }, (_, i) => `text ${i}`),
          'query',
        ),
      );
      assert.ok(server.requests.length <= 5, `${server.requests.length}`);
    });
  });

  describe('reports why a server cannot be used', () => {
    it('if it does not respond completely in time', async () => {
      // The clock moves after the server got the request, so that it does not move too early on a busy machine.
      mock.timers.enable({ apis: ['setTimeout'] });
      const pass = (): unknown => setImmediate(() => mock.timers.tick(100));
      for (const answer of [
        pass,
        (_, response) => {
          response.writeHead(200, { 'content-type': 'application/json' }).write('{"data": [', pass);
        },
      ] satisfies Answer[]) {
        const server = await serve(answer);
        const text = await message((await open(server, { timeoutMs: 100 })).embed(['a'], 'query'));
        assert.equal(text, `${server.url.origin}/v1/embeddings: it did not answer within 0.1 s (after 2 attempts)`);
        assert.equal(server.requests.length, 2);
      }
    });

    it('if the connection is refused, without a retry', async () => {
      const server = await serve(asOpenAi);
      const options = model(server);
      await server.close();
      const text = await message((await openEndpoint(openai, options)).embed(['a'], 'query'));
      assert.match(
        text,
        /^http:\/\/127\.0\.0\.1:\d+\/v1\/embeddings: the connection was refused; is the server running\?$/,
      );
      assert.deepEqual(options.pauses, []);
    });

    it('when there is no such host', async () => {
      const server = await serve(asOpenAi);
      const embedder = await open(server, { url: new URL('http://no-such-host.invalid/') });
      assert.match(
        await message(embedder.embed(['a'], 'query')),
        /no host "no-such-host\.invalid"|cannot be looked up/,
      );
    });

    it('if its certificate is not trusted, and sends nothing', async () => {
      const server = await serve(asOpenAi, { tls });
      const text = await message((await open(server, { key })).embed(['a'], 'query'));
      assert.match(text, /its certificate is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\).*NODE_EXTRA_CA_CERTS/);
      assert.equal(server.requests.length, 0);
    });

    it('if it does not use TLS', async () => {
      const server = await serve(asOpenAi);
      const embedder = await open(server, { url: new URL(server.url.href.replace('http:', 'https:')) });
      assert.match(await message(embedder.embed(['a'], 'query')), /is it http:\/\/ instead of https:\/\/\?$/);
    });

    it('if Ollama does not have the model', async () => {
      const server = await serve((_, response) =>
        json(response, { error: 'model "x" not found, try pulling it first' }, 404),
      );
      const embedder = await openEndpoint(ollama, model(server, { model: 'x' }));
      assert.match(await message(embedder.embed(['a'], 'query')), /; get it with: ollama pull x$/);
    });
  });

  describe('is cancelled at once', () => {
    it('during a request, during a pause, and before a request', async () => {
      let onRequest = (): void => {};
      const silent = await serve(() => onRequest());
      const busy = await serve((_, response) => {
        json(response, {}, 503);
        onRequest();
      });
      const reason = new Error('enough');
      for (const [server, sleep] of [
        [silent, undefined],
        [busy, undefined],
      ] as const) {
        const stop = new AbortController();
        const embedder = await open(server, { sleep, timeoutMs: 300_000 });
        const asked = new Promise<void>((resolve) => {
          onRequest = resolve;
        });
        const running = message(embedder.embed(['a', 'b'], 'query', stop.signal));
        await asked;
        stop.abort(reason);
        assert.equal(await running, 'enough');
        assert.equal(await message(embedder.embed(['a'], 'query', stop.signal)), 'enough');
        assert.equal(server.requests.length, 1);
      }
    });
  });

  describe('never shows the key', () => {
    const fails = async (answer: Answer, options: Partial<EndpointModel> = {}): Promise<string> => {
      const server = await serve(answer);
      const said: string[] = [];
      const embedder = await open(server, { key, retries: 1, warn: (text) => said.push(text), ...options });
      try {
        await embedder.embed(['a'], 'query');
        assert.fail('it did not fail');
      } catch (error) {
        assert.ok(error instanceof Error);
        return [inspect(error, { showHidden: true, depth: 9 }), JSON.stringify(error), ...said].join('\n');
      }
    };

    it('if the server repeats it, in any form', async () => {
      for (const repeat of [
        (given: string) => given,
        (given: string) => JSON.stringify({ error: { message: `bad header ${given}` } }),
        (given: string) => JSON.stringify({ error: `${' '.repeat(280)}${given}` }),
        (given: string) => `<html><title>${encodeURIComponent(given)}</title></html>`,
        (given: string) => `${'x'.repeat(290)} ${given.slice(7)}`,
        (given: string) => btoa(given.slice(7)),
        (given: string) =>
          `{"error": "${[...given].map((each) => `\\u00${each.charCodeAt(0).toString(16)}`).join('')}"}`,
      ]) {
        for (const status of [200, 400, 401, 503]) {
          const text = await fails(({ headers }, response) =>
            response.writeHead(status).end(repeat(headers.authorization ?? '')),
          );
          assert.ok(!text.includes(key) && !text.includes(key.slice(0, 12)), text);
          assert.ok(!text.includes(btoa(key)), text);
        }
      }
    });

    it('if the key is not valid, or is part of the address', async () => {
      const server = await serve(asOpenAi);
      const broken = 'sk-secret\nvalue-secret';
      const text = await message(open(server, { key: broken }));
      assert.match(text, /the key has spaces or characters that are not ASCII/);
      assert.ok(!text.includes('secret'));
      const failure = await fails((_, response) => json(response, {}, 400), {
        url: new URL(`${server.url.origin}/none?key=in-the-query`),
      }).catch(String);
      assert.ok(!failure.includes('in-the-query'), failure);
    });

    it('to another host after a redirect, nor the text', async () => {
      const other = await serve(asOpenAi);
      for (const status of [301, 302, 307, 308]) {
        const text = await fails((_, response) =>
          response.writeHead(status, { location: `${other.url.origin}/v1/embeddings?secret=1` }).end(),
        );
        assert.ok(text.includes(`it redirects to ${other.url.origin}, where nothing was sent`), text);
        assert.ok(!text.includes('secret=1'));
      }
      assert.equal(other.requests.length, 0);
    });

    it('but follows a few redirects on the same host', async () => {
      const server = await serve((request, response) => {
        if (request.path === '/v1/embeddings') response.writeHead(308, { location: '/v2/embeddings' }).end();
        else asOpenAi(request, response, 0);
      });
      assert.deepEqual(await (await open(server, { key })).embed(['a'], 'query'), [unit('a')]);
      assert.equal(server.requests[1]?.headers.authorization, `Bearer ${key}`);
      const loop = await fails((_, response) => response.writeHead(307, { location: '/v1/embeddings' }).end());
      assert.match(loop, /redirects too often/);
    });
  });
});
