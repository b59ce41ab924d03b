/** Language models behind a server, over real HTTP: requests, answers and failures. */
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { ChatDialect } from '../../../../src/wings/models/chat-dialects';
import { ollamaChat, openaiChat } from '../../../../src/wings/models/chat-dialects';
import type { ChatMessage } from '../../../../src/wings/models/chat-model';
import { chooseChat } from '../../../../src/wings/models/choose-chat';
import { EndpointChat, type EndpointChatOptions } from '../../../../src/wings/models/endpoint-chat';
import { JsonAnswers, ModelAsker, TokenBudget } from '../../../../src/wings/models/model-asker';
import { json } from '../../embedding/server/embedding-server';
import { type ChatServer, closeServers, reply, says, serveChat } from './chat-server';

const never = new AbortController().signal;
const question: readonly ChatMessage[] = [{ role: 'user', content: 'What is this?' }];
const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };

function modelOf(server: ChatServer, options: Partial<EndpointChatOptions> = {}, dialect: ChatDialect = openaiChat) {
  const pauses: number[] = [];
  const sleep = async (ms: number): Promise<void> => {
    pauses.push(ms);
  };
  return Object.assign(new EndpointChat(dialect, { url: server.url, model: 'test-model', sleep, ...options }), {
    pauses,
  });
}

const ask = (model: EndpointChat, maxTokens = 100) => model.ask(question, { signal: never, maxTokens });

describe('a language model behind a server', () => {
  let onDisconnect = (): void => {};
  afterEach(closeServers);

  it('gets requests in the format of Ollama, with a window for prompt and answer', async () => {
    const server = await serveChat(says(() => 'a test'));
    const answer = await modelOf(server, { window: 16_000 }, ollamaChat).ask(question, {
      signal: never,
      maxTokens: 50,
      schema,
    });
    assert.deepEqual(answer, { text: 'a test', usage: { input: 10, output: 5 } });
    const [{ path, body } = assert.fail()] = server.requests;
    assert.equal(path, '/api/chat');
    assert.deepEqual(body, {
      model: 'test-model',
      messages: question,
      stream: false,
      options: { num_ctx: 16_000, num_predict: 50, temperature: 0 },
      format: schema,
    });
  });

  it('gets requests in the format of OpenAI, with the key', async () => {
    const server = await serveChat(says(() => 'a test'));
    const answer = await ask(modelOf(server, { key: 'sk-0123456789' }));
    assert.equal(answer.text, 'a test');
    const [{ path, headers, body } = assert.fail()] = server.requests;
    assert.equal(path, '/v1/chat/completions');
    assert.equal(headers.authorization, 'Bearer sk-0123456789');
    assert.deepEqual(body, { model: 'test-model', messages: question, stream: false, max_tokens: 100 });
  });

  it('that refuses max_tokens gets max_completion_tokens from then on', async () => {
    const server = await serveChat((asked, response) => {
      if (asked.body.max_tokens === undefined) reply(asked, response, 'yes');
      else
        json(
          response,
          { error: { message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead." } },
          400,
        );
    });
    const model = modelOf(server);
    await ask(model);
    await ask(model);
    assert.deepEqual(
      server.requests.map(({ body }) => body.max_completion_tokens),
      [undefined, 100, 100],
    );
  });

  it('that does not support schemas is asked for JSON, and then by the prompt alone', async () => {
    const server = await serveChat((asked, response) => {
      if (asked.body.response_format) json(response, { error: 'response_format is not supported' }, 400);
      else reply(asked, response, '{"n": 1}');
    });
    await modelOf(server).ask(question, { signal: never, maxTokens: 10, schema });
    assert.deepEqual(
      server.requests.map(({ body }) => body.response_format?.type),
      ['json_schema', 'json_object', undefined],
    );
  });

  it('is asked again after 429, 500, a broken connection and half an answer, until it answers', async () => {
    const server = await serveChat((asked, response, count) => {
      if (count === 0) json(response, { error: 'slow down' }, 429, { 'retry-after': '7' });
      else if (count === 1) json(response, { error: 'slow down' }, 429);
      else if (count === 2) json(response, { error: 'out of order' }, 500);
      else if (count === 3)
        response.writeHead(200, { 'content-length': '1000' }).write('{"choices": [', () => response.destroy());
      else if (count === 4) response.writeHead(200).end('{"choices": [{"message": {"cont');
      else reply(asked, response, 'at last');
    });
    const model = modelOf(server, { retries: 6 });
    assert.equal((await ask(model)).text, 'at last');
    assert.equal(server.requests.length, 6);
    assert.equal(model.pauses.length, 5);
    const [asked = 0, own = 0] = model.pauses;
    assert.ok(asked >= 7000 && asked < 8000, `it asked for 7 s: ${asked}`);
    assert.ok(own > 0 && own <= 1000, `a pause of our own: ${own}`);
  });

  it('that never stops writing is disconnected', async () => {
    const left = new Promise<void>((done) => {
      onDisconnect = done;
    });
    const server = await serveChat((_, response) => {
      response.once('close', onDisconnect);
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = (): void => {
        while (!response.destroyed && response.write('{"choices": ['.repeat(10_000)));
        response.once('drain', more);
      };
      more();
    });
    await assert.rejects(ask(modelOf(server)), /its response is larger than 8 MB/);
    await left;
    assert.equal(server.requests.length, 1);
  });

  it('that does not answer in time is asked once more, then given up', async () => {
    const server = await serveChat(() => {});
    await assert.rejects(ask(modelOf(server, { timeoutMs: 50 })), /did not answer within 0.05 s \(after 2 attempts\)/);
  });

  it('is disconnected at once when the user cancels', async () => {
    const server = await serveChat(() => stop.abort(new Error('cancelled')));
    const stop = new AbortController();
    await assert.rejects(modelOf(server).ask(question, { signal: stop.signal, maxTokens: 10 }), /^Error: cancelled$/);
    assert.equal(server.requests.length, 1);
  });

  it('that repeats the key does not leak it into a message', async () => {
    const key = 'sk-secret-0123456789';
    const server = await serveChat((_, response) => json(response, { error: `${key} is not valid` }, 401));
    await assert.rejects(ask(modelOf(server, { key })), (error) => {
      assert.match(String(error), /responded with 401 \(the key is missing or wrong\): \[key\] is not valid/);
      assert.ok(!inspect(error, { depth: 9 }).includes(key));
      return true;
    });
  });

  it('that returns no answer causes an error', async () => {
    const server = await serveChat((_, response) => json(response, { data: [] }));
    await assert.rejects(ask(modelOf(server)), /is this the address of a chat API/);
    await assert.rejects(ask(modelOf(server, {}, ollamaChat)), /is this the address of Ollama/);
  });

  it('that writes its reasoning is read without it', async () => {
    const server = await serveChat(says(() => '<think>Well, perhaps…</think>\n\nYes.'));
    assert.equal((await ask(modelOf(server))).text, 'Yes.');
  });
});

describe('a question', () => {
  afterEach(closeServers);

  const askerOf = (server: ChatServer, budget = new TokenBudget(), options: Partial<EndpointChatOptions> = {}) =>
    new ModelAsker(modelOf(server, options), budget);
  const answers = new JsonAnswers(schema);

  it('gets JSON that matches the schema, with or without fences around it', async () => {
    for (const text of ['{"n": 1}', 'Here it is:\n```json\n{"n": 1}\n```', 'The answer is {"n": 1}.']) {
      const server = await serveChat(says(() => text));
      const asked = await askerOf(server).ask({ messages: question, maxTokens: 10, json: answers }, never);
      assert.deepEqual(asked, { is: 'answer', value: { n: 1 }, usage: { input: 10, output: 5 } });
    }
  });

  it('is asked once more, with the problem, if the answer does not match', async () => {
    const server = await serveChat((asked, response, count) =>
      reply(asked, response, count === 0 ? '{"n": "one"}' : '{"n": 1}'),
    );
    const asked = await askerOf(server).ask({ messages: question, maxTokens: 10, json: answers }, never);
    assert.deepEqual(asked, { is: 'answer', value: { n: 1 }, usage: { input: 20, output: 10 } });
    const roles = server.requests[1]?.body.messages.map(({ role }) => role);
    assert.deepEqual(roles, ['user', 'assistant', 'user']);
    assert.match(server.requests[1]?.body.messages[2]?.content ?? '', /#\/n/);
  });

  it('fails if the second answer does not match, and both are paid for', async () => {
    const server = await serveChat(says(() => '{"m": 1}'));
    const budget = new TokenBudget();
    const asked = await askerOf(server, budget).ask({ messages: question, maxTokens: 10, json: answers }, never);
    assert.equal(asked.is, 'failed');
    assert.deepEqual(asked.usage, { input: 20, output: 10 });
    assert.equal(budget.spent, 30);
    assert.equal(server.requests.length, 2);
  });

  it('fails if the answer is truncated', async () => {
    const server = await serveChat((asked, response) => reply(asked, response, 'and so', true));
    const asked = await askerOf(server).ask({ messages: question, maxTokens: 10 }, never);
    assert.equal(asked.is === 'failed' && asked.error, 'the answer is longer than 10 tokens');
  });

  it('that exceeds the window is not sent', async () => {
    const server = await serveChat(says(() => 'yes'));
    const messages: ChatMessage[] = [{ role: 'user', content: 'word '.repeat(2000) }];
    const asked = await askerOf(server, new TokenBudget(), { window: 1000 }).ask({ messages, maxTokens: 100 }, never);
    assert.ok(asked.is === 'failed' && asked.isTooLong);
    assert.equal(server.requests.length, 0);
  });

  it('waits if the budget might be exceeded, and is not sent once it is spent, also in parallel', async () => {
    const server = await serveChat(says(() => 'yes'));
    const cost = modelOf(server).count(question) + 100;
    const budget = new TokenBudget(cost + 44);
    const asker = askerOf(server, budget);
    const asked = await Promise.all(
      [1, 2, 3, 4, 5].map(() => asker.ask({ messages: question, maxTokens: 100 }, never)),
    );
    // Each costs 15 and may cost more than a hundred: after the third, 45 are spent.
    assert.deepEqual(
      asked.map(({ is }) => is),
      ['answer', 'answer', 'answer', 'budget-spent', 'budget-spent'],
    );
    assert.equal(server.requests.length, 3);
    assert.equal(server.maxOpen, 1);
    assert.equal(budget.spent, 45);
  });

  it('to a server that disconnects costs its input', async () => {
    const server = await serveChat((_, response) => response.destroy());
    const budget = new TokenBudget();
    const asker = askerOf(server, budget, { retries: 0 });
    assert.equal((await asker.ask({ messages: question, maxTokens: 100 }, never)).is, 'failed');
    assert.equal(budget.spent, asker.model.count(question));
  });
});

describe('the choice of a language model', () => {
  const nameOf = (name: string): string => `--${name}`;

  it('needs a model and, without a default address, an address', () => {
    const choice = chooseChat({ provider: 'openai', window: 3 }, nameOf);
    assert.ok(choice.is === 'wrong');
    assert.equal(choice.problems.length, 3);
    assert.match(choice.problems.join('; '), /--window .* --model .* --url must be the address/);
  });

  it('knows the address of Ollama, and the windows of known models', () => {
    const choice = chooseChat({ provider: 'ollama', model: 'qwen3' }, nameOf);
    assert.ok(choice.is === 'endpoint');
    const model = new EndpointChat(choice.dialect, choice.options);
    assert.equal(model.place, 'http://localhost:11434');
    assert.equal(model.id, 'ollama://localhost:11434/qwen3');
    const url = new URL('https://api.openai.com/v1');
    assert.equal(new EndpointChat(openaiChat, { url, model: 'gpt-4o-mini' }).limits.window, 128_000);
    assert.deepEqual(new EndpointChat(openaiChat, { url, model: 'x', window: 4000 }).limits, {
      window: 4000,
      output: 1000,
    });
  });
});
