/** Workers are lent to one user at a time, and none is lost. */
import assert from 'node:assert/strict';
import { defaultPoolSettings } from '../../../../src/engine/workers/worker-pool';
import { WorkerProcess } from '../../../../src/engine/workers/worker-process';
import { WorkerTurns } from '../../../../src/engine/workers/worker-turns';

/** Workers whose processes are never started. */
const workers = (count: number): WorkerProcess[] =>
  Array.from({ length: count }, () => new WorkerProcess({ ...defaultPoolSettings, liftoffOnly: false }));

describe('turns of parse workers', () => {
  it('lends each worker once, and then to those that wait, in their order', async () => {
    const turns = new WorkerTurns(workers(2));
    const [first, second] = [await turns.take(undefined), await turns.take(undefined)];
    assert.notEqual(first, second);
    const waiting = [turns.take(undefined), turns.take(undefined)];
    turns.giveBack(second);
    turns.giveBack(first);
    assert.deepEqual(await Promise.all(waiting), [second, first]);
  });

  it('lends one worker at a time while no other process may be started', async () => {
    let mayStartMore = false;
    const turns = new WorkerTurns(workers(2), () => mayStartMore);
    const first = await turns.take(undefined);
    const waiting = turns.take(undefined);
    turns.giveBack(first);
    assert.equal(await waiting, first);
    mayStartMore = true;
    assert.notEqual(await turns.take(undefined), first);
  });

  it('lends another worker to one that cannot wait', async () => {
    const turns = new WorkerTurns(workers(2), () => false);
    const first = await turns.take(undefined);
    assert.notEqual(await turns.take(undefined, { isUrgent: true }), first);
  });

  it('lends a worker first to one that cannot wait', async () => {
    const turns = new WorkerTurns(workers(1));
    const worker = await turns.take(undefined);
    const order: string[] = [];
    const first = turns.take(undefined).then(() => order.push('other'));
    const second = turns.take(undefined, { isUrgent: true }).then(() => order.push('urgent'));
    turns.giveBack(worker);
    await second;
    turns.giveBack(worker);
    await first;
    assert.deepEqual(order, ['urgent', 'other']);
  });

  it('lets one that cannot wait go before the next step of a long work, which then continues', async () => {
    const turns = new WorkerTurns(workers(1));
    const order: string[] = [];
    const urgent = async (): Promise<void> => {
      const worker = await turns.take(undefined, { isUrgent: true });
      order.push('urgent');
      turns.giveBack(worker);
    };
    let waiting: Promise<void> | undefined;
    await turns.use(async (worker) => {
      await worker();
      order.push('first step');
      waiting = urgent();
      await worker();
      order.push('second step');
    }, undefined);
    await waiting;
    assert.deepEqual(order, ['first step', 'urgent', 'second step']);
    assert.ok(await turns.take(undefined));
  });

  it('keeps no worker of a long work whose signal is aborted while another one goes first', async () => {
    const turns = new WorkerTurns(workers(1));
    const cancel = new AbortController();
    const work = turns.use(async (worker) => {
      await worker();
      const waiting = turns.take(undefined, { isUrgent: true });
      const next = worker();
      const given = await waiting;
      cancel.abort(new Error('no longer needed'));
      await assert.rejects(next, /no longer needed/);
      turns.giveBack(given);
      throw cancel.signal.reason;
    }, cancel.signal);
    await assert.rejects(work, /no longer needed/);
    assert.ok(await turns.take(undefined));
    assert.equal(await Promise.race([turns.take(undefined), Promise.resolve('none')]), 'none');
  });

  it('asks a process that runs before it starts another one', async () => {
    const [first, second] = workers(2);
    assert.ok(first && second);
    first.memory = 100;
    const turns = new WorkerTurns([first, second]);
    assert.equal(turns.memory, 100);
    assert.equal(await turns.take(undefined), first);
  });

  it('rejects those that wait when their signal is aborted, and gives the worker to the next', async () => {
    const turns = new WorkerTurns(workers(1));
    const worker = await turns.take(undefined);
    const cancel = new AbortController();
    const cancelled = turns.take(cancel.signal);
    const next = turns.take(undefined);
    cancel.abort(new Error('newer text'));
    await assert.rejects(cancelled, /newer text/);
    turns.giveBack(worker);
    assert.equal(await next, worker);
  });

  it('loses no worker when the signal is aborted just after it was given', async () => {
    const turns = new WorkerTurns(workers(1));
    const worker = await turns.take(undefined);
    const cancel = new AbortController();
    const cancelled = turns.take(cancel.signal);
    turns.giveBack(worker);
    cancel.abort(new Error('newer text'));
    await assert.rejects(cancelled, /newer text/);
    assert.equal(await turns.take(undefined), worker);
  });
});
