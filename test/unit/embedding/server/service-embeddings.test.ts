/** The requests that named services get, held against a server that checks them and answers as the service does. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { chooseEmbedder, openEmbedder } from '../../../../src/embedding/choose-embedder';
import type { Embedder } from '../../../../src/embedding/embedder';
import { serviceAddress, serviceKey } from '../../../../src/embedding/server/known-services';
import { json, type ReceivedRequest, startServer, type TestServer, vectorOf } from './embedding-server';

type Body = Readonly<Record<string, unknown>>;
type Service = 'gemini' | 'cohere' | 'voyage' | 'mistral';

const texts = ['def add(a, b): return a + b', 'class Router: pass'];

describe('embeddings of a service', () => {
  const servers: TestServer<Body>[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  const serve = async (
    answer: (request: ReceivedRequest<Body>, response: ServerResponse, count: number) => void,
  ): Promise<TestServer<Body>> => {
    const server = await startServer<Body>(answer);
    servers.push(server);
    return server;
  };
  /** The address of the service, on the server of the test. */
  const addressOn = (server: TestServer<Body>, service: Service): string =>
    new URL(new URL(serviceAddress(service, 'embeddings') ?? assert.fail()).pathname, server.url).href;
  const open = (server: TestServer<Body>, provider: Service, model: string, dimensions?: number): Promise<Embedder> =>
    openEmbedder(
      chooseEmbedder({ provider, url: addressOn(server, provider), model, dimensions }, (name) => name),
      { builtIn: () => assert.fail(), key: 'key-of-the-service' },
    );
  const list = (value: unknown): string[] => (Array.isArray(value) ? value : []);
  /** As Voyage, Mistral and Gemini answer: the last text first, because the order is not guaranteed. */
  const asData = ({ body }: ReceivedRequest<Body>, response: ServerResponse): void => {
    const data = list(body.input).map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text, 8) }));
    json(response, { object: 'list', data: data.reverse(), model: body.model, usage: { total_tokens: 9 } });
  };
  const asCohere = ({ body }: ReceivedRequest<Body>, response: ServerResponse): void =>
    json(response, {
      id: '1',
      embeddings: { float: list(body.texts).map((text) => vectorOf(text, 8)) },
      texts: body.texts,
      meta: { api_version: { version: '2' } },
    });

  const cases: readonly [Service, string, string, typeof asData, (side: 'query' | 'passage') => Body][] = [
    [
      'voyage',
      'voyage-code-3',
      '/v1/embeddings',
      asData,
      (side) => ({
        model: 'voyage-code-3',
        input: texts,
        input_type: side === 'query' ? 'query' : 'document',
        truncation: false,
        output_dimension: 8,
      }),
    ],
    [
      'cohere',
      'embed-v4.0',
      '/v2/embed',
      asCohere,
      (side) => ({
        model: 'embed-v4.0',
        texts,
        input_type: side === 'query' ? 'search_query' : 'search_document',
        embedding_types: ['float'],
        truncate: 'NONE',
        output_dimension: 8,
      }),
    ],
    [
      'mistral',
      'codestral-embed',
      '/v1/embeddings',
      asData,
      () => ({ model: 'codestral-embed', input: texts, output_dimension: 8 }),
    ],
    [
      'gemini',
      'gemini-embedding-001',
      '/v1beta/openai/embeddings',
      asData,
      () => ({ model: 'gemini-embedding-001', input: texts, encoding_format: 'float', dimensions: 8 }),
    ],
  ];

  for (const [service, model, path, answer, body] of cases)
    it(`of ${service} are asked for as its reference says, and come back in order`, async () => {
      const server = await serve(answer);
      const embedder = await open(server, service, model, 8);
      assert.match(embedder.id, new RegExp(`^${service}://localhost:\\d+/`));
      const unit = (text: string): number[] => {
        const vector = vectorOf(text, 8);
        return vector.map((value) => Math.fround(value / Math.hypot(...vector)));
      };
      for (const side of ['passage', 'query'] as const) {
        const vectors = await embedder.embed(texts, side);
        vectors.forEach((vector, i) => {
          const expected = unit(texts[i] ?? '');
          assert.ok(vector.every((value, at) => Math.abs(value - (expected[at] ?? 0)) < 1e-6));
        });
      }
      assert.equal(server.requests.length, 2);
      server.requests.forEach((request, i) => {
        assert.equal(request.path, path);
        assert.equal(request.method, 'POST');
        assert.equal(request.headers.authorization, 'Bearer key-of-the-service');
        assert.match(request.headers['content-type'] ?? '', /^application\/json/);
        assert.deepEqual(request.body, body(i === 0 ? 'passage' : 'query'));
      });
    });

  it('without a number of dimensions have those of the first answer', async () => {
    const server = await serve(asCohere);
    const embedder = await open(server, 'cohere', 'embed-v4.0');
    assert.equal(embedder.dimensions, 8);
    assert.ok(!('output_dimension' in (server.requests[0]?.body ?? {})));
  });

  it('wait for a rate limit, as long as the service says', async () => {
    for (const [service, model, answer, limit] of [
      ['voyage', 'voyage-code-3', asData, { detail: 'You have exceeded your rate limit of 3 RPM.' }],
      ['cohere', 'embed-v4.0', asCohere, { message: "You're past the per minute request limit" }],
      ['mistral', 'mistral-embed', asData, { object: 'error', message: 'Requests rate limit exceeded', code: '1300' }],
      ['gemini', 'gemini-embedding-001', asData, [{ error: { code: 429, message: 'Quota exceeded', status: 'X' } }]],
    ] as const) {
      const server = await serve((request, response, count) =>
        count === 1 ? json(response, limit, 429, { 'retry-after': '0' }) : answer(request, response),
      );
      const embedder = await open(server, service, model);
      assert.equal((await embedder.embed(texts, 'passage')).length, 2);
      assert.equal(server.requests.length, 3, service);
    }
  });

  it('that are refused end with the words of the service, and without its key', async () => {
    for (const [service, model, status, answer, expected] of [
      [
        'voyage',
        'voyage-code-3',
        401,
        { detail: 'Provided API key is invalid.' },
        /key is missing or wrong.*Provided API key/,
      ],
      ['cohere', 'embed-v4.0', 401, { message: 'invalid api token key-of-the-service' }, /invalid api token \[key\]/],
      ['mistral', 'nothing', 400, { object: 'error', message: 'Invalid model: nothing' }, /Invalid model: nothing/],
      [
        'gemini',
        'x',
        404,
        [{ error: { code: 404, message: 'models/x is not found' } }],
        /404.*: models\/x is not found$/,
      ],
    ] as const) {
      const server = await serve((_, response) => json(response, answer, status));
      await assert.rejects(open(server, service, model), (error: Error) => {
        assert.match(error.message, expected);
        assert.ok(!error.message.includes('key-of-the-service'));
        return true;
      });
      assert.equal(server.requests.length, 1, 'a request that is refused is not sent again');
    }
  });

  it('of a batch that is too long are asked for in halves', async () => {
    const server = await serve((request, response) =>
      list(request.body.input).length > 1
        ? json(
            response,
            { detail: 'The max allowed tokens per submitted batch is 120000. Your batch has 130000.' },
            400,
          )
        : asData(request, response),
    );
    const embedder = await open(server, 'voyage', 'voyage-code-3', 8);
    assert.equal((await embedder.embed(texts, 'passage')).length, 2);
    assert.deepEqual(
      server.requests.map(({ body }) => list(body.input).length),
      [2, 1, 1],
    );
  });
});

describe('the key of a service', () => {
  it('is read for its own address alone', () => {
    const environment = {
      VOYAGE_API_KEY: 'v',
      CO_API_KEY: 'c',
      OPENAI_API_KEY: 'o',
      GEMINI_API_KEY: '',
      GOOGLE_API_KEY: 'g',
    };
    const keyAt = (url: string): string | undefined => serviceKey(new URL(url), environment);
    assert.equal(keyAt('https://api.voyageai.com/v1'), 'v');
    assert.equal(keyAt('https://api.cohere.com/v2'), 'c');
    assert.equal(keyAt('https://api.cohere.ai/compatibility/v1'), 'c');
    assert.equal(keyAt('https://api.openai.com/v1/embeddings'), 'o');
    assert.equal(keyAt('https://generativelanguage.googleapis.com/v1beta/openai'), 'g');
    for (const other of [
      'http://api.voyageai.com/v1',
      'https://api.voyageai.com.evil.example/v1',
      'https://proxy.example/api.openai.com',
      'http://localhost:1234/v1',
      'https://api.mistral.ai/v1',
    ])
      assert.equal(keyAt(other), undefined, other);
  });
});
