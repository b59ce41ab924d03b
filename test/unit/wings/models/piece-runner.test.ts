/** Runs over pieces against a real server that fails: nothing is lost, nothing is asked twice, budgets hold. */
import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { openaiChat } from '../../../../src/wings/models/chat-dialects';
import { type ChatModel, ChatRefused, type RefusalReason } from '../../../../src/wings/models/chat-model';
import { EndpointChat } from '../../../../src/wings/models/endpoint-chat';
import { JsonAnswers, ModelAsker, TokenBudget } from '../../../../src/wings/models/model-asker';
import { type RunOptions, type RunReport, runPieces } from '../../../../src/wings/models/piece-runner';
import { Prompt } from '../../../../src/wings/models/prompt';
import type { RunPiece } from '../../../../src/wings/models/prompt-pieces';
import { type PromptWorkOptions, promptWork } from '../../../../src/wings/models/run-plan';
import { answeredKeys, openRunLog, type RunLog, readResults } from '../../../../src/wings/models/run-store';
import { json } from '../../embedding/server/embedding-server';
import { runs } from '../../random-runs';
import { type ChatServer, closeServers, questions, reply, says, serveChat } from './chat-server';

const prompt = new Prompt('{text}');

function piece(i: number): RunPiece {
  const text = `piece ${i}`;
  return {
    key: `key-${i}`,
    chunk: `c${i}`,
    path: 'a.md',
    kind: 'section',
    name: '',
    startLine: i,
    endLine: i,
    sequence: i + 1,
    total: 100,
    overlap: { before: 0, after: 0 },
    text,
    context: '',
  };
}

async function* upTo(count: number, without: ReadonlySet<string> = new Set()): AsyncGenerator<RunPiece> {
  for (let i = 0; i < count; i++) if (!without.has(`key-${i}`)) yield piece(i);
}

describe('a run', () => {
  let folder = '';
  let out = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-run-'));
    out = join(folder, 'out.jsonl');
  });
  afterEach(async () => {
    await closeServers();
    rmSync(folder, { recursive: true });
  });

  const askerFor = (server: ChatServer, budget = new TokenBudget(), retries = 8) =>
    new ModelAsker(
      new EndpointChat(openaiChat, { url: server.url, model: 'm', sleep: async () => {}, retries }),
      budget,
    );

  async function run(
    count: number,
    asker: ModelAsker,
    options: Partial<RunOptions> & Pick<PromptWorkOptions, 'json'> = {},
    pieces = upTo(count, answeredKeys(out)),
  ): Promise<RunReport> {
    const log = await openRunLog(out);
    try {
      const { json, ...rest } = options;
      return await runPieces(pieces, promptWork(asker, log, { prompt, maxTokens: 20, json }), {
        parallel: 1,
        onError: 'continue-on-error',
        signal: new AbortController().signal,
        ...rest,
      });
    } finally {
      await log.close();
    }
  }

  it('asks about one piece after another and writes each result as it arrives', async () => {
    const seen: number[] = [];
    const server = await serveChat((asked, response) => {
      seen.push([...readResults(out)].length);
      reply(asked, response, 'yes');
    });
    const report = await run(3, askerFor(server));
    assert.deepEqual(report, { answered: 3, failed: 0, usage: { input: 30, output: 15 } });
    assert.deepEqual(seen, [0, 1, 2]);
    assert.equal(server.maxOpen, 1);
    const [{ ms, time, ...first } = assert.fail()] = readResults(out);
    assert.ok(ms >= 0 && Date.parse(time) > 0);
    const { text, context, ...place } = piece(0);
    assert.deepEqual(first, { is: 'answer', ...place, answer: 'yes', tokens: { input: 10, output: 5 } });
  });

  it('asks about several pieces at a time if parallel is set', async () => {
    let waiting: (() => void)[] = [];
    // None is answered before four are asked.
    const server = await serveChat((asked, response) => {
      waiting.push(() => reply(asked, response, 'yes'));
      if (waiting.length < 4) return;
      for (const answer of waiting) answer();
      waiting = [];
    });
    const report = await run(8, askerFor(server), { parallel: 4 });
    assert.equal(report.answered, 8);
    assert.equal(server.maxOpen, 4);
  });

  it('continues after a failure, lists it, and asks only about that piece next time', async () => {
    let isFixed = false;
    const server = await serveChat((asked, response) => {
      if (!isFixed && asked.body.messages[0]?.content === 'piece 1') json(response, { error: 'I will not' }, 400);
      else reply(asked, response, 'yes');
    });
    const report = await run(3, askerFor(server));
    assert.deepEqual([report.answered, report.failed], [2, 1]);
    const failed = [...readResults(out)].filter(({ is }) => is === 'failed');
    assert.deepEqual(
      failed.map(({ key }) => key),
      ['key-1'],
    );
    assert.match(failed[0]?.error ?? '', /responded with 400: I will not/);
    isFixed = true;
    assert.equal((await run(3, askerFor(server))).answered, 1);
    assert.deepEqual(questions(server), ['piece 0', 'piece 1', 'piece 2', 'piece 1']);
  });

  it('stops at the first failure with fail-fast, and keeps its results', async () => {
    const server = await serveChat((asked, response) => {
      if (asked.body.messages[0]?.content === 'piece 2') json(response, { error: 'no' }, 400);
      else reply(asked, response, 'yes');
    });
    const report = await run(100, askerFor(server), { onError: 'fail-fast' });
    assert.deepEqual([report.answered, report.failed, report.stopped], [2, 1, 'failure']);
    assert.equal(server.requests.length, 3);
    assert.deepEqual([...answeredKeys(out)], ['key-0', 'key-1']);
  });

  it('resumes after it was killed in the middle of a line', async () => {
    const server = await serveChat(says(() => 'yes'));
    await run(2, askerFor(server));
    const whole = readFileSync(out, 'utf8');
    writeFileSync(out, whole.slice(0, -20));
    assert.equal((await run(3, askerFor(server))).answered, 2);
    assert.deepEqual([...answeredKeys(out)], ['key-0', 'key-1', 'key-2']);
    assert.deepEqual(questions(server), ['piece 0', 'piece 1', 'piece 1', 'piece 2']);
  });

  it('skips lines that are not results', async () => {
    appendFileSync(out, 'hello\n{"key": 3}\n\n{"is": "answer"\n');
    const server = await serveChat(says(() => 'yes'));
    assert.equal((await run(1, askerFor(server))).answered, 1);
    assert.equal([...readResults(out)].length, 1);
  });

  it('spends no more than its budget, and the next run continues', async () => {
    const server = await serveChat(says(() => 'yes'));
    const cost = askerFor(server).cost({ messages: prompt.messages(piece(0)), maxTokens: 20 });
    const budget = new TokenBudget(15 * 3 + cost - 1);
    const report = await run(10, askerFor(server, budget), { parallel: 3 });
    assert.deepEqual([report.answered, report.stopped], [3, 'budget']);
    assert.ok(budget.spent <= budget.limit);
    assert.equal((await run(10, askerFor(server))).answered, 7);
    assert.equal(new Set(questions(server)).size, server.requests.length);
  });

  it('stops when it is cancelled, and writes nothing for requests in progress', async () => {
    const stop = new AbortController();
    const server = await serveChat((asked, response, count) => {
      if (count === 2) stop.abort();
      else reply(asked, response, 'yes');
    });
    const report = await run(5, askerFor(server), { signal: stop.signal });
    assert.deepEqual([report.answered, report.failed, report.stopped], [2, 0, 'cancelled']);
    assert.equal([...readResults(out)].length, 2);
  });

  it('stops if results cannot be written, because answers would be lost', async () => {
    const server = await serveChat(says(() => 'yes'));
    const full: RunLog = { append: () => Promise.reject(new Error('no space left on the device')) };
    const work = promptWork(askerFor(server), full, { prompt, maxTokens: 20 });
    const options = { parallel: 2, onError: 'continue-on-error', signal: new AbortController().signal } as const;
    await assert.rejects(runPieces(upTo(50), work, options), /no space left/);
    assert.ok(server.requests.length <= 3, `${server.requests.length} were asked`);
  });

  it('stops if the model refuses, and sends no more requests', async () => {
    let asked = 0;
    const refusing: ChatModel = {
      id: 'm',
      place: 'here',
      limits: { window: 1_000, output: 100 },
      count: () => 10,
      async ask() {
        if (++asked > 2) throw new ChatRefused('nobody agreed', 'consent');
        return { text: 'yes', usage: { input: 10, output: 1 } };
      },
    };
    const { answered, failed, stopped, refusal } = await run(5, new ModelAsker(refusing, new TokenBudget()));
    assert.deepEqual([answered, failed, stopped, refusal?.message], [2, 0, 'refused', 'nobody agreed']);
    assert.equal(asked, 3);
    assert.equal([...readResults(out)].length, 2);
  });

  it('stops at the first error that every piece would have, and the next run continues', async () => {
    const refusals: [number, object, RefusalReason, RegExp][] = [
      [
        401,
        { error: { message: 'Incorrect API key' } },
        'key',
        /responded with 401 \(the key is missing or wrong\): Incorrect/,
      ],
      [403, { error: 'not for you' }, 'key', /responded with 403 \(the key does not allow this\): not for you/],
      [404, { error: 'no model "m"' }, 'model', /responded with 404 \(no such model or address\)/],
      [402, { error: 'pay first' }, 'credit', /responded with 402: pay first/],
      [429, { error: { message: 'none left', code: 'insufficient_quota' } }, 'credit', /no credit left/],
    ];
    refusals.push([
      429,
      { error: 'enough for today' },
      'later',
      /too many requests.*enough for today \(it asks to wait 9\d\d s\)/,
    ]);
    for (const [status, body, why, message] of refusals) {
      rmSync(out, { force: true });
      let isOpen = false;
      const server = await serveChat((asked, response, count) => {
        if (isOpen || count < 2) reply(asked, response, 'yes');
        else json(response, body, status, { 'retry-after': '900' });
      });
      const report = await run(50, askerFor(server));
      assert.deepEqual([report.answered, report.failed, report.stopped], [2, 0, 'refused']);
      assert.equal(report.refusal?.reason, why);
      assert.match(report.refusal?.message ?? '', message);
      assert.equal(server.requests.length, 3);
      isOpen = true;
      assert.equal((await run(50, askerFor(server))).answered, 48);
      assert.equal([...readResults(out)].length, 50);
      assert.equal(server.requests.length, 51);
    }
  });

  it('keeps the answers of requests that were in progress when the model refused', async () => {
    let finish = (): void => {};
    const server = await serveChat((asked, response, count) => {
      if (count === 0) finish = () => reply(asked, response, 'late');
      else {
        json(response, { error: 'no' }, 401);
        finish();
      }
    });
    const report = await run(9, askerFor(server), { parallel: 2 });
    assert.deepEqual([report.answered, report.stopped, server.requests.length], [1, 'refused', 2]);
    assert.deepEqual([...answeredKeys(out)], ['key-0']);
  });

  it('stops at once if the server is down, or goes down during the run', async () => {
    const gone = await serveChat(says(() => 'yes'));
    await gone.close();
    const budget = new TokenBudget();
    const first = await run(9, askerFor(gone, budget), { parallel: 3 });
    assert.deepEqual([first.answered, first.failed, first.refusal?.reason], [0, 0, 'unreachable']);
    assert.match(first.refusal?.message ?? '', /the connection was refused; is the server running\?/);
    assert.equal(budget.spent, 0);
    const server = await serveChat((asked, response, count) => {
      reply(asked, response, 'yes');
      if (count === 3) void server.close();
    });
    const second = await run(9, askerFor(server));
    assert.deepEqual([second.failed, second.refusal?.reason], [0, 'unreachable']);
    assert.equal(answeredKeys(out).size, second.answered);
  });

  it('counts every attempt that was sent, and sends none that exceeds the budget', async () => {
    const server = await serveChat((asked, response, count) => {
      if (count === 0) json(response, { error: 'slow' }, 429);
      else if (count === 1) json(response, { error: 'oops' }, 500);
      else if (count === 2) response.destroy();
      else reply(asked, response, 'yes');
    });
    const budget = new TokenBudget();
    const report = await run(1, askerFor(server, budget));
    const input = askerFor(server).model.count(prompt.messages(piece(0)));
    assert.deepEqual(report.usage, { input: 3 * input + 10, output: 5 });
    assert.equal(budget.spent, 3 * input + 15);
    const [{ tokens } = assert.fail()] = readResults(out);
    assert.deepEqual(tokens, report.usage);

    const busy = await serveChat((_, response) => json(response, { error: 'slow' }, 429));
    const small = new TokenBudget(2 * input + 20);
    const stopped = await run(9, askerFor(busy, small));
    assert.deepEqual([stopped.failed, stopped.stopped], [0, 'budget']);
    assert.ok(small.spent <= small.limit);
    assert.equal(busy.requests.length, 2);
    assert.deepEqual(stopped.usage, { input: small.spent, output: 0 });
  });

  it('fails if a piece cannot be read', async () => {
    const server = await serveChat(says(() => 'yes'));
    const broken = async function* (): AsyncGenerator<RunPiece> {
      yield piece(0);
      throw new Error('the disk is gone');
    };
    await assert.rejects(run(2, askerFor(server), {}, broken()), /the disk is gone/);
    assert.equal([...readResults(out)].length, 1);
  });

  it('has one answer for every piece, however the server fails, and no piece is answered twice', async function () {
    this.timeout(60_000);
    const trouble = fc.constantFrom('429', '429 later', '500', 'cut', 'half', 'wrong', 'fine', 'fine');
    const given = fc.record({
      troubles: fc.array(trouble, { maxLength: 40 }),
      parallel: fc.integer({ min: 1, max: 5 }),
    });
    const schema = { type: 'object', properties: { of: { type: 'string' } }, required: ['of'] };
    await fc.assert(
      fc.asyncProperty(given, async ({ troubles, parallel }) => {
        rmSync(out, { force: true });
        const answered: string[] = [];
        // The cost of the attempts, as the server saw them.
        let spent = 0;
        const counter = new EndpointChat(openaiChat, { url: new URL('http://localhost'), model: 'm' });
        const server = await serveChat((asked, response, count) => {
          const [{ content: question } = { content: '' }] = asked.body.messages;
          const isAnswered = ['wrong', 'fine', undefined].includes(troubles[count]);
          spent += isAnswered ? 15 : counter.count(asked.body.messages);
          switch (troubles[count]) {
            case '429':
              return json(response, { error: 'slow' }, 429);
            case '429 later':
              return json(response, { error: 'slow' }, 429, { 'retry-after': '1' });
            case '500':
              return json(response, { error: 'oops' }, 500);
            case 'cut':
              return void response.writeHead(200, { 'content-length': '99' }).write('{"choi', () => response.destroy());
            case 'half':
              return void response.writeHead(200).end('{"choices": [{"mess');
            case 'wrong':
              return reply(asked, response, '{"of": 7}');
            default:
              answered.push(question);
              return reply(asked, response, JSON.stringify({ of: question }));
          }
        });
        const budget = new TokenBudget();
        for (let rounds = 0; answeredKeys(out).size < 6; rounds++) {
          assert.ok(rounds < 20);
          await run(6, askerFor(server, budget, 50), { parallel, json: new JsonAnswers(schema) });
        }
        assert.equal(new Set(answered).size, 6);
        assert.equal(answered.length, 6);
        for (const { is, startLine, answer } of readResults(out)) {
          if (is === 'answer') assert.match(JSON.stringify(answer), new RegExp(`piece ${startLine}\\b`));
        }
        assert.equal(budget.spent, spent);
        await closeServers();
      }),
      { numRuns: runs(12) },
    );
  });
});
