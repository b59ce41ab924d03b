/** The index is correct after processes were killed, wrote at the same time, competed for the lock, or found the disk full. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { IndexLock } from '../../../../src/index/file/index-lock';
import { IndexReader } from '../../../../src/index/file/index-reader';
import { mergeLexical } from '../../../../src/index/lexical/merge-segments';
import { IndexWriter } from '../../../../src/index/write/index-writer';
import { runs } from '../../random-runs';
import { removeTemporaryFolders, temporaryFolder } from '../file/index-folders';
import { describeHistory } from '../file/index-history';
import { describeIndex, openToy, settings, toyFile, toySegment } from '../file/toy-index';
import { bundleChild, type Child, start } from '../file/writer-processes';

describe('an index and its processes', function () {
  this.timeout(300_000);
  let folder: string;
  let path: string;
  let script: string;
  beforeEach(() => {
    folder = temporaryFolder();
    script = bundleChild(folder);
    mkdirSync(join(folder, 'index'));
    path = join(folder, 'index', 'index.cgx');
  });
  afterEach(removeTemporaryFolders);

  const child = (role: string, ...more: string[]): Child => start(process.execPath, [script, role, path, ...more]);
  const files = (): string[] => readdirSync(join(folder, 'index'));
  const read = (): IndexReader => {
    const opened = IndexReader.open(path);
    assert.ok('index' in opened, JSON.stringify(opened));
    return opened.index;
  };

  it('is correct after each of many kills at random moments of appending and compaction', async () => {
    let steps = 0;
    for (let kills = runs(30); kills > 0; kills--) {
      const builder = child('build');
      await Promise.race([builder.speaks, builder.ended]);
      await sleep(Math.random() * 30);
      builder.process.kill('SIGKILL');
      const { errors } = await builder.ended;
      assert.equal(errors, '');
      const index = read();
      const done = index.file('count')?.size ?? 0;
      const reported = Number(builder.said.at(-1));
      assert.ok(done === reported || done === reported + 1, `reported ${reported}, found ${done}`);
      assert.ok(done >= steps);
      assert.equal(describeIndex(index), describeHistory(done));
      steps = done;
    }
    const writer = await openToy(path);
    await writer.close();
    assert.deepEqual(files(), ['index.cgx']);
  });

  it('has everything that 4 processes wrote at the same time, and 4 readers never see an incomplete state', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const times = 12;
    const readers = names.map(() => child('read', names.join(','), String(times)));
    const writers = names.map((name) => child('write', name, String(times)));
    for (const { ended } of [...writers, ...readers]) assert.deepEqual(await ended, { code: 0, errors: '' });
    const index = read();
    for (const name of names) {
      assert.equal(index.file(name)?.size, times);
      for (let version = 1; version <= times; version++) assert.equal(index.file(`${name}-${version}`)?.size, version);
    }
    assert.deepEqual(files(), ['index.cgx']);
  });

  it('has one lock holder when several processes take over a stale lock at once', async () => {
    for (let round = 0; round < 2; round++) {
      const holder = child('hold');
      await holder.speaks;
      holder.process.kill('SIGKILL');
      await holder.ended;
      assert.equal(files().length, 1);
      const takers = Array.from({ length: 4 }, () => child('take'));
      await Promise.all(takers.map(({ speaks }) => speaks));
      const at = Date.now() + 100;
      for (const { process: taker } of takers) taker.stdin?.write(`${at}\n`);
      // Nobody lets go before everyone has tried.
      const isTrying = ({ said, process: taker }: Child): boolean => said.length < 2 && taker.exitCode === null;
      while (takers.some(isTrying)) await sleep(10);
      for (const { process: taker } of takers) taker.stdin?.end();
      for (const { ended } of takers) assert.deepEqual(await ended, { code: 0, errors: '' });
      assert.equal(takers.filter(({ said }) => said.includes('taken')).length, 1);
      assert.equal(takers.filter(({ said }) => said.includes('held')).length, 1);
      assert.deepEqual(files(), []);
    }
  });

  it('names the holder of the lock, waits for it on request, and takes it over when its process is gone', async () => {
    const holder = child('hold');
    await holder.speaks;
    const refused = await IndexWriter.open(path, settings, { mergeLexical, waitMs: 20 });
    assert.ok('problem' in refused && refused.problem.reason === 'locked');
    assert.match(refused.problem.message, new RegExp(`is being written by process ${holder.process.pid} since 20`));
    const waiting = IndexLock.acquire(path, { waitMs: 30_000 });
    holder.process.kill('SIGKILL');
    const lock = await waiting;
    assert.ok(!('problem' in lock) && lock.isHeld());
    const second = await IndexLock.acquire(path);
    assert.ok('problem' in second);
    assert.match(second.problem.message, /by this process since/);
    lock.release();
    assert.deepEqual(files(), []);
  });

  it('is taken over from a machine whose heartbeat stopped, which then no longer writes', async () => {
    const asleep = await openToy(path, { beatMs: 1e9 });
    await asleep.append(toySegment([toyFile('a.ts', 1)]));
    const refused = await IndexLock.acquire(path, { staleMs: 5000 });
    assert.ok('problem' in refused);
    const [name] = files().filter((file) => file.includes('.lock-'));
    const long = new Date(Date.now() - 60_000);
    utimesSync(join(folder, 'index', name ?? ''), long, long);
    const awake = await openToy(path, { staleMs: 5000 });
    await awake.append(toySegment([toyFile('a.ts', 2)]));
    for (const outcome of [
      await asleep.append(toySegment([toyFile('a.ts', 3)])),
      await asleep.compact(),
      await asleep.clear(),
    ])
      assert.ok('problem' in outcome && outcome.problem?.reason === 'lock-lost');
    await asleep.close();
    assert.ok('sequence' in (await awake.append(toySegment([toyFile('b.ts', 1)]))));
    await awake.close();
    assert.equal(read().file('a.ts')?.size, 2);
    assert.deepEqual(files(), ['index.cgx']);
  });

  it('ignores an old lock that was created and never written', async () => {
    writeFileSync(`${path}.lock-3`, '');
    const early = await IndexLock.acquire(path, { staleMs: 60_000 });
    assert.ok('problem' in early);
    const late = await IndexLock.acquire(path, { staleMs: -1 });
    assert.ok(!('problem' in late));
    late.release();
    assert.deepEqual(files(), []);
  });

  it('stays intact when the disk is full, reports that, and continues when there is space again', async function () {
    if (process.platform === 'win32') this.skip();
    // The limit of a file's size, in blocks of 512 bytes, stands for the disk.
    const limited = `trap '' XFSZ; ulimit -f 100; exec "$0" "$@"`;
    const full = start('sh', ['-c', limited, process.execPath, script, 'overflow', path]);
    assert.deepEqual(await full.ended, { code: 0, errors: '' });
    const [said] = full.said;
    assert.ok(said && typeof said === 'object' && 'appended' in said && 'problem' in said);
    assert.deepEqual(said.problem, {
      reason: 'disk-full',
      message: `the index ${path} cannot be written: no space is left on the disk`,
    });
    assert.ok(Number(said.appended) > 5);
    assert.deepEqual(files(), ['index.cgx']);
    const index = read();
    assert.equal(index.ignoredBytes, 0);
    assert.equal(describeIndex(index), describeHistory(Number(said.appended)));
    const writer = await openToy(path);
    assert.ok('sequence' in (await writer.append(toySegment([toyFile('more.ts', 1)]))));
    await writer.close();
  });

  it('can be read in a read-only folder, and reports that it cannot be written', async function () {
    if (process.platform === 'win32') this.skip();
    const writer = await openToy(path);
    await writer.append(toySegment([toyFile('a.ts', 1)]));
    await writer.close();
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'index'), 0o555);
    const reader = child('readOnly');
    assert.deepEqual(await reader.ended, { code: 0, errors: '' });
    chmodSync(join(folder, 'index'), 0o755);
    assert.deepEqual(reader.said, [{ files: 1, written: `the index ${path} cannot be locked: permission denied` }]);
  });

  it('reports to the writer that its folder was deleted; a reader keeps what it has', async () => {
    const writer = await openToy(path);
    await writer.append(toySegment([toyFile('a.ts', 1)]));
    const reader = read();
    rmSync(join(folder, 'index'), { recursive: true });
    const outcome = await writer.append(toySegment([toyFile('b.ts', 1)]));
    assert.ok('problem' in outcome && ['gone', 'lock-lost'].includes(outcome.problem.reason), JSON.stringify(outcome));
    await writer.close();
    const refreshed = reader.refresh();
    assert.ok(typeof refreshed === 'object' && refreshed.problem.reason === 'none');
    assert.equal(reader.file('a.ts')?.size, 1);
    const again = await openToy(path);
    await again.append(toySegment([toyFile('b.ts', 1)]));
    await again.close();
    assert.equal(reader.refresh(), 'replaced');
    assert.equal(reader.file('b.ts')?.size, 1);
    assert.ok(statSync(path).size > 0);
  });
});
