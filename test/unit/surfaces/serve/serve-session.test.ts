/** The protocol without the product: methods of the test's own that end when the test says so. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import { type Call, serveMethod } from '../../../../src/surfaces/serve/serve-method';
import { type ServedLine, ServeSession } from '../../../../src/surfaces/serve/serve-session';

const limits = { lineBytes: 1000, running: 2, waiting: 3, waitingBytes: 2000 };

class Refused extends Error {}

/** A reader that takes a line only when the test asks for one. */
class SlowReader extends Writable {
  readonly lines: ServedLine[] = [];
  private readonly held: (() => void)[] = [];
  isHolding = false;

  constructor() {
    super({ highWaterMark: 1 });
  }

  override _write(bytes: Buffer, _encoding: string, done: () => void): void {
    const take = (): void => {
      this.lines.push(JSON.parse(bytes.toString()));
      this.emit('line');
      done();
    };
    if (this.isHolding) this.held.push(take);
    else take();
  }

  release(): void {
    this.isHolding = false;
    for (const take of this.held.splice(0)) take();
  }
}

/** @param lifeMs by default so long that no test lives to see it */
function start(lifeMs = 600_000) {
  const input = new PassThrough();
  const output = new SlowReader();
  const log: string[] = [];
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const methods = {
    /** Runs until the test ends it by its name, or it is cancelled. */
    wait: serveMethod({
      params: z.strictObject({ name: z.string() }),
      run: ({ name }, { signal }) =>
        new Promise((done, fail) => {
          begun.push(name);
          ends.set(name, () => done(name));
          signal.addEventListener('abort', () => fail(signal.reason));
        }),
    }),
    stream: serveMethod({
      params: z.strictObject({ events: z.number() }),
      run: async ({ events }, { emit }) => {
        for (let number = 0; number < events; number++) {
          begun.push(String(number));
          await emit({ number });
        }
        return events;
      },
    }),
    fail: serveMethod({
      params: z.strictObject({ isKnown: z.boolean() }),
      run: async ({ isKnown }) => {
        throw isKnown ? new Refused('not today') : new TypeError('a bug');
      },
    }),
    cancel: serveMethod({
      isImmediate: true,
      params: z.strictObject({ request: z.number() }),
      run: async ({ request }, call: Call) => call.cancel(request),
    }),
    shutdown: serveMethod({
      isImmediate: true,
      params: z.strictObject({}),
      run: async (_params, call: Call) => call.shutdown(),
    }),
  };
  const session = new ServeSession({
    ...{ input, output, limits, methods, lifeMs },
    codeOf: (error) => (error instanceof Refused ? 'refused' : undefined),
    log: (message) => log.push(message),
  });
  const done = session.run();
  const send = (...requests: unknown[]): void => {
    for (const request of requests)
      input.write(
        Buffer.isBuffer(request) ? request : `${typeof request === 'string' ? request : JSON.stringify(request)}\n`,
      );
  };
  /** Waits until so many lines are there. */
  const answers = async (count: number): Promise<ServedLine[]> => {
    while (output.lines.length < count) await once(output, 'line');
    return output.lines;
  };
  const end = async (): Promise<ServedLine[]> => {
    input.end();
    await done;
    return output.lines;
  };
  /** All that the session does with its input takes a few turns of the event loop: nothing here waits for a disk or a process. */
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn++) await setImmediate();
  };
  return { input, output, session, done, log, begun, ends, send, answers, end, settle };
}

const wait = (id: number | string) => ({ id, method: 'wait', params: { name: String(id) } });

const resultsIn = (lines: readonly ServedLine[]): unknown[] =>
  lines.flatMap((line) => ('result' in line ? [line.result] : []));

describe('a session of serve', () => {
  it('answers requests as they are ready', async () => {
    const { send, settle, ends, answers, end } = start();
    send(wait(1), wait('two'));
    await settle();
    ends.get('two')?.();
    await answers(1);
    ends.get('1')?.();
    assert.deepEqual(await end(), [
      { id: 'two', result: 'two' },
      { id: 1, result: '1' },
    ]);
  });

  it('writes the events of a request before its result', async () => {
    const { send, end } = start();
    send({ id: 1, method: 'stream', params: { events: 2 } });
    assert.deepEqual(await end(), [
      { id: 1, event: { number: 0 } },
      { id: 1, event: { number: 1 } },
      { id: 1, result: 2 },
    ]);
  });

  for (const [line, code, id, position] of [
    ['{"id": 1, "method": wait}', 'invalid-json', null, 20],
    ['{"id": 1', 'invalid-json', null, 8],
    ['{"id": 1, /* note */ "method": "wait"}', 'invalid-json', null, 10],
    [`${'['.repeat(900)}`, 'invalid-json', null, 900],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d, 0x0a]), 'invalid-utf8', null, 2],
    [Buffer.from([0x22, 0xe2, 0x82, 0x0a]), 'invalid-utf8', null, 3],
    ['"wait"', 'invalid-request', null],
    ['[]', 'invalid-request', null],
    ['null', 'invalid-request', null],
    ['{"method":"wait"}', 'invalid-request', null],
    ['{"id":null,"method":"wait"}', 'invalid-request', null],
    ['{"id":12345678901234567890,"method":"wait"}', 'invalid-request', null],
    ['{"id":1e999,"method":"wait"}', 'invalid-request', null],
    ['{"id":1}', 'invalid-request', 1],
    ['{"id":1,"method":"wait","parameters":{}}', 'invalid-request', 1],
    ['{"id":1,"method":"toString"}', 'unknown-method', 1],
    ['{"id":1,"method":"wait","params":null}', 'invalid-params', 1],
    ['{"id":1,"method":"wait","params":[]}', 'invalid-params', 1],
    ['{"id":1,"method":"wait","params":{"name":7}}', 'invalid-params', 1],
    ['{"id":1,"method":"wait","params":{"name":"1","other":1}}', 'invalid-params', 1],
    [`{"id":1,"method":"${'x'.repeat(1000)}"}`, 'line-too-long', null],
  ] as const)
    it(`answers ${String(line).trim().slice(0, 60)} with ${code}`, async () => {
      const { send, end, log } = start();
      send(line, { id: 'next', method: 'stream', params: { events: 0 } });
      const [first, next, ...more] = await end();
      assert.ok(first && 'error' in first);
      assert.deepEqual([first.id, first.error.code, first.error.position], [id, code, position]);
      assert.deepEqual([next, more, log], [{ id: 'next', result: 0 }, [], []]);
    });

  it('names the parameter that is wrong', async () => {
    const { send, end } = start();
    send({ id: 1, method: 'wait', params: { name: 7 } }, { id: 2, method: 'wait', params: { name: 'x', nmae: 1 } });
    const messages = (await end()).map((line) => ('error' in line ? line.error.message : ''));
    assert.match(messages[0] ?? '', /^name: .*string/);
    assert.match(messages[1] ?? '', /nmae/);
  });

  it('takes a byte order mark, Windows line ends and empty lines', async () => {
    const { send, end } = start();
    send('\ufeff{"id":1,"method":"stream","params":{"events":0}}\r', '', '\r', '  ');
    assert.deepEqual(await end(), [{ id: 1, result: 0 }]);
  });

  it('gives the code of an error that is known, and logs one that is not', async () => {
    const { send, end, log } = start();
    send({ id: 1, method: 'fail', params: { isKnown: true } });
    send({ id: 2, method: 'fail', params: { isKnown: false } });
    assert.deepEqual(await end(), [
      { id: 1, error: { code: 'refused', message: 'not today' } },
      { id: 2, error: { code: 'internal', message: 'a bug' } },
    ]);
    assert.match(log.join('\n'), /TypeError: a bug/);
  });

  it('refuses an id that is in use, and takes it again after the answer', async () => {
    const { send, settle, ends, answers, end } = start();
    send(wait(1), wait(1));
    await answers(1);
    ends.get('1')?.();
    await answers(2);
    send({ id: 1, method: 'stream', params: { events: 0 } });
    await settle();
    const lines = (await end()).map((line) => ('error' in line ? line.error.code : line));
    assert.deepEqual(lines, ['duplicate-id', { id: 1, result: '1' }, { id: 1, result: 0 }]);
  });

  it('runs some requests at once, lets some wait, and then reads no more', async () => {
    const { input, send, settle, begun, ends, end } = start();
    const all = Array.from({ length: 50 }, (_, i) => i + 1);
    for (const id of all) send(wait(id));
    await settle();
    assert.deepEqual(begun, ['1', '2']);
    // One request may follow those that fill the queue.
    assert.ok(input.isPaused() || input.readableLength > 0);
    for (const id of all) {
      while (!ends.has(String(id))) await settle();
      ends.get(String(id))?.();
    }
    assert.deepEqual(
      (await end()).map(({ id }) => id),
      all,
    );
  });

  it('cancels a request that runs and one that waits', async () => {
    const { send, settle, begun, ends, end } = start();
    send(wait(1), wait(2), wait(3));
    send({ id: 4, method: 'cancel', params: { request: 3 } }, { id: 5, method: 'cancel', params: { request: 1 } });
    send({ id: 6, method: 'cancel', params: { request: 99 } });
    await settle();
    assert.deepEqual(begun, ['1', '2']);
    ends.get('2')?.();
    const cancelled = { code: 'cancelled', message: 'the request was cancelled' };
    assert.deepEqual(
      (await end()).sort((a, b) => Number(a.id) - Number(b.id)),
      [
        { id: 1, error: cancelled },
        { id: 2, result: '2' },
        { id: 3, error: cancelled },
        { id: 4, result: true },
        { id: 5, result: true },
        { id: 6, result: false },
      ],
    );
  });

  it('waits for a client that does not read, request by request', async () => {
    const { output, send, settle, begun, end } = start();
    output.isHolding = true;
    for (let id = 1; id <= 20; id++) send({ id, method: 'stream', params: { events: 1000 } });
    await settle();
    assert.ok(begun.length <= limits.running + 1, `${begun.length} events were made`);
    output.release();
    assert.equal((await end()).length, 20 * 1001);
  });

  it('finishes what is running when the input ends', async () => {
    const { input, send, settle, ends, done, output } = start();
    send(wait(1), wait(2), wait(3));
    input.end();
    await settle();
    for (const id of ['1', '2', '3']) {
      while (!ends.has(id)) await settle();
      ends.get(id)?.();
    }
    await done;
    assert.deepEqual(resultsIn(output.lines), ['1', '2', '3']);
  });

  it('writes signs of life after the input has ended, to notice that its client is gone', async () => {
    const { input, send, settle, ends, done, output, answers } = start(15);
    send(wait(1), wait(2));
    await settle();
    await settle();
    assert.deepEqual(output.lines, []);
    input.end();
    assert.deepEqual((await answers(2)).slice(0, 2), Array(2).fill({ id: 1, event: { type: 'running' } }));
    ends.get('1')?.();
    ends.get('2')?.();
    await done;
    assert.deepEqual(resultsIn(output.lines), ['1', '2']);
    const { length } = output.lines;
    await settle();
    assert.equal(output.lines.length, length);
  });

  it('cancels everything on shutdown, whose answer is the last line', async () => {
    const { send, done, output } = start();
    send(wait(1), wait(2), wait(3), { id: 4, method: 'shutdown' }, wait(5));
    await done;
    const kinds = output.lines.map((line) => `${line.id} ${'error' in line ? line.error.code : 'result'}`);
    assert.deepEqual(kinds.slice(0, 3).sort(), ['1 cancelled', '2 cancelled', '3 cancelled']);
    assert.deepEqual(kinds.slice(3), ['4 result']);
  });

  it('stops at a signal', async () => {
    const { session, send, settle, done, output } = start();
    send(wait(1));
    await settle();
    await session.stop();
    await done;
    assert.deepEqual(output.lines, [{ id: 1, error: { code: 'cancelled', message: 'the request was cancelled' } }]);
  });
});
