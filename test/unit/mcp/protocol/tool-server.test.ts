/** The server side of the protocol, driven by the client of the protocol's own library, and by messages that no good client sends. */
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import * as fc from 'fast-check';
import * as z from 'zod';
import { errorCodes, RpcError, readMessage } from '../../../../src/mcp/protocol/rpc-message';
import { type Connection, ToolServer } from '../../../../src/mcp/protocol/tool-server';

const info = { name: 'test', title: 'Test', version: '1.2.3' };
const annotations = { readOnlyHint: true };

function makeServer(): ToolServer {
  const server = new ToolServer(info, 'Call add.');
  server.addTool(
    'add',
    {
      ...{ title: 'Add', description: 'Adds numbers.', annotations },
      inputSchema: { a: z.number().int().describe('One'), b: z.number().default(1) },
      outputSchema: { sum: z.number() },
    },
    async ({ a, b }) => ({ content: [{ type: 'text', text: `${a + b}` }], structuredContent: { sum: a + b } }),
  );
  server.addTool('fail', { title: 'Fail', description: 'Fails.', annotations, inputSchema: {} }, async () => {
    throw new Error('it broke');
  });
  return server;
}

async function connect(server: ToolServer): Promise<Client> {
  const [own, other] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  await Promise.all([server.connect(own), client.connect(other)]);
  return client;
}

/** Sends messages as they are, and collects what comes back. */
async function exchange(server: ToolServer, ...messages: readonly unknown[]): Promise<Record<string, unknown>[]> {
  const answers: Record<string, unknown>[] = [];
  const connection: Connection = {
    start: async () => undefined,
    send: async (message) => void answers.push({ ...message }),
    close: async () => connection.onclose?.(),
  };
  await server.connect(connection);
  for (const message of messages) connection.onmessage?.(message);
  await new Promise((done) => setImmediate(done));
  return answers;
}

const request = (id: unknown, method: unknown, params?: unknown): object => ({ jsonrpc: '2.0', id, method, params });

describe('the MCP protocol', () => {
  it('says who the server is, what it has and how to use it', async () => {
    const server = makeServer();
    let initialized = 0;
    server.oninitialized = () => initialized++;
    const client = await connect(server);
    assert.deepEqual(client.getServerVersion(), info);
    assert.equal(client.getInstructions(), 'Call add.');
    assert.deepEqual(client.getServerCapabilities(), { tools: {} });
    await client.ping();
    assert.equal(initialized, 1);
  });

  it('speaks every version that clients of today ask for, and the newest to others', async () => {
    for (const asked of [...SUPPORTED_PROTOCOL_VERSIONS, '1999-01-01', undefined]) {
      const [answer] = await exchange(makeServer(), request(1, 'initialize', { protocolVersion: asked }));
      const known = SUPPORTED_PROTOCOL_VERSIONS.find((version) => version === asked);
      assert.equal(Object(answer?.result).protocolVersion, known ?? LATEST_PROTOCOL_VERSION);
    }
  });

  it('lists tools with the schemas of what they take and give', async () => {
    const { tools } = await (await connect(makeServer())).listTools();
    const [add, fail] = tools;
    assert.deepEqual(
      [add?.name, add?.title, add?.description, add?.annotations],
      ['add', 'Add', 'Adds numbers.', annotations],
    );
    assert.deepEqual(add?.inputSchema.required, ['a']);
    const { a, b } = Object(add?.inputSchema.properties);
    assert.deepEqual([a.description, b.default], ['One', 1]);
    assert.deepEqual(add?.outputSchema?.required, ['sum']);
    assert.equal(fail?.outputSchema, undefined);
  });

  it('calls a tool with checked input and its defaults; what fails is an answer that says why', async () => {
    const client = await connect(makeServer());
    // The client checks the data against the schema.
    await client.listTools();
    const call = async (name: string, input?: Record<string, unknown>) => {
      const { content, isError, structuredContent } = await client.callTool({ name, arguments: input });
      return { content, isError, structuredContent };
    };
    const answer = { content: [{ type: 'text', text: '3' }], isError: undefined, structuredContent: { sum: 3 } };
    assert.deepEqual(await call('add', { a: 2 }), answer);
    for (const [name, input, words] of [
      ['add', { a: 0.5, b: 'x' }, /tool add: .*\bat a\n.*\bat b$/],
      ['add', undefined, /received undefined at a$/],
      ['fail', {}, /^it broke$/],
      ['constructor', {}, /Tool constructor not found/],
    ] as const) {
      const { content, isError } = await call(name, input);
      assert.equal(isError, true);
      assert.match(JSON.parse(JSON.stringify(content))[0].text, words);
    }
  });

  it('answers wrong requests with the codes of the protocol', async () => {
    const wrong = [
      request(1, 'nonsense'),
      request('two', 'resources/list'),
      request(3, 'tools/call'),
      request(4, 'tools/call', { name: 'add', arguments: [1] }),
    ];
    const answers = await exchange(makeServer(), ...wrong);
    assert.deepEqual(
      answers.map(({ id, jsonrpc, error }) => [id, jsonrpc, Object(error).code]),
      [
        [1, '2.0', errorCodes.methodNotFound],
        ['two', '2.0', errorCodes.methodNotFound],
        [3, '2.0', errorCodes.invalidParams],
        [4, '2.0', errorCodes.invalidParams],
      ],
    );
  });

  it('reports what is not a message, and goes on', async () => {
    const server = makeServer();
    const errors: string[] = [];
    server.onerror = ({ message }) => errors.push(message);
    const wrong = [
      null,
      5,
      [],
      {},
      { jsonrpc: '2.0' },
      request(null, 'ping'),
      request(1.5, 'ping'),
      request(1, 'ping', []),
    ];
    const fine = [
      { jsonrpc: '2.0', id: 9, result: {} },
      { jsonrpc: '2.0', method: 'notifications/other' },
    ];
    const answers = await exchange(server, ...wrong, ...fine, request(7, 'ping'));
    assert.deepEqual(answers, [{ jsonrpc: '2.0', id: 7, result: {} }]);
    assert.equal(errors.length, wrong.length);
  });

  it('takes any JSON for what it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.equal(readMessage(value), undefined);
      }),
    );
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.integer()),
        fc.string(),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (id, method, params) => {
          assert.deepEqual(readMessage(request(id, method, params)), { is: 'request', id, method, params });
        },
      ),
    );
  });

  it('stops a request that is cancelled, or whose client is gone, and answers it no more', async () => {
    for (const how of ['cancelled', 'closed']) {
      const server = makeServer();
      let stopped = 0;
      server.addTool('wait', { title: 'Wait', description: '', annotations, inputSchema: {} }, (_, signal) => {
        return new Promise((_done, fail) => {
          signal.addEventListener('abort', () => {
            stopped++;
            fail(signal.reason);
          });
        });
      });
      const waiting = request(1, 'tools/call', { name: 'wait' });
      const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
      const answers = await exchange(server, waiting, ...(how === 'cancelled' ? [cancel] : []), request(2, 'ping'));
      if (how === 'closed') await server.close();
      await new Promise((done) => setImmediate(done));
      assert.equal(stopped, 1, how);
      assert.deepEqual(answers, [{ jsonrpc: '2.0', id: 2, result: {} }]);
    }
  });

  it('lists and reads resources', async () => {
    const server = makeServer();
    server.setResources({
      name: 'thing',
      prefix: 'test://thing/',
      about: { title: 'Thing', description: 'A thing.', mimeType: 'text/plain' },
      list: async () => [{ uri: 'test://thing/1', name: 'one', title: 'One' }],
      read: async (id) => {
        if (id !== '1') throw new RpcError(errorCodes.invalidParams, `there is no thing ${id}`);
        return 'text of 1';
      },
    });
    const client = await connect(server);
    const { resources } = await client.listResources();
    const description = { description: 'A thing.', mimeType: 'text/plain' };
    assert.deepEqual(resources, [{ uri: 'test://thing/1', name: 'one', title: 'One', ...description }]);
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.deepEqual(resourceTemplates, [
      { name: 'thing', uriTemplate: 'test://thing/{id}', title: 'Thing', ...description },
    ]);
    const { contents } = await client.readResource({ uri: 'test://thing/1' });
    assert.deepEqual(contents, [{ uri: 'test://thing/1', mimeType: 'text/plain', text: 'text of 1' }]);
    await assert.rejects(client.readResource({ uri: 'test://thing/2' }), /there is no thing 2/);
    for (const uri of ['test://thing/', 'test://thing/1/2', 'test://other/1', 'no uri'])
      await assert.rejects(client.readResource({ uri }), /not found/);
  });
});
