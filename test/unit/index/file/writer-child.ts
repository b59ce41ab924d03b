/** The processes that tests start and kill; `process.argv`: role, path of the index, more. */
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { IndexLock } from '../../../../src/index/file/index-lock';
import { IndexReader } from '../../../../src/index/file/index-reader';
import { appendStep } from './index-history';
import { openToy, toyFile, toySegment } from './toy-index';

const [role, path = '', ...more] = process.argv.slice(2);

/** Writes synchronously: a killed process flushes nothing. */
function say(line: unknown): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

/** From now on the system writes only a little per call, as it may; so a kill can hit the middle of a record. */
async function writeLittleByLittle(): Promise<void> {
  const handle = await open(path, 'a');
  await handle.close();
  const kind: { write: FileHandle['write'] } = Object.getPrototypeOf(handle);
  const { write } = kind;
  Reflect.set(kind, 'write', function (this: FileHandle, bytes: Uint8Array, from: number, count: number, at: number) {
    return Reflect.apply(write, this, [bytes, from, Math.min(count, 64), at]);
  });
}

/** Appends step after step, reports each when it is on the disk, and compacts now and then, until it is killed. */
async function build(): Promise<void> {
  const writer = await openToy(path);
  await writeLittleByLittle();
  const done = writer.index.file('count')?.size ?? 0;
  say(done);
  for (let step = done + 1; ; step++) {
    const outcome = await appendStep(writer, step);
    if ('problem' in outcome) throw new Error(outcome.problem.message);
    say(step);
    if (step % 4 === 0) await writer.compact({ keepsOlder: step % 8 === 0 });
  }
}

/** Opens the index, appends one version of its own file, and closes it; again and again. */
async function write(): Promise<void> {
  const [name = '', times = ''] = more;
  for (let version = 1; version <= Number(times); version++) {
    const writer = await openToy(path, { waitMs: 60_000 });
    const outcome = await writer.append(toySegment([toyFile(`${name}-${version}`, version), toyFile(name, version)]));
    if ('problem' in outcome) throw new Error(outcome.problem.message);
    if (version % 4 === 0) await writer.compact();
    await writer.close();
  }
}

/** Reads while others write: what was seen once never disappears, and no state is incomplete. */
async function read(): Promise<void> {
  const names = (more[0] ?? '').split(',');
  const times = Number(more[1]);
  let index: IndexReader | undefined;
  const versions = new Map<string, number>();
  for (let turns = 0; ; turns++) {
    if (!index) {
      const opened = IndexReader.open(path);
      if ('index' in opened) index = opened.index;
      else if (opened.problem.reason !== 'none') throw new Error(opened.problem.message);
    } else {
      const refreshed = index.refresh();
      if (typeof refreshed === 'object') throw new Error(refreshed.problem.message);
    }
    for (const name of names) {
      const version = index?.file(name)?.size ?? 0;
      if (version < (versions.get(name) ?? 0)) throw new Error(`${name} went back`);
      versions.set(name, version);
      if (version > 0 && index?.file(`${name}-${version}`)?.size !== version) throw new Error(`${name} is half there`);
      const [first] = index?.searchedChunks(name) ?? [];
      if (first && first.segment.chunk(first.row).hash !== toyFile(name, version).chunks[0]?.hash.slice(0, 16))
        throw new Error(`${name} has rows of another version`);
    }
    if (names.every((name) => versions.get(name) === times)) return say({ turns });
    await sleep(1);
  }
}

/** Tries to take the lock at the moment that its input names, the same for all, and holds it until its input ends. */
async function take(): Promise<void> {
  say('ready');
  const [line] = await once(process.stdin, 'data');
  const at = Number(line);
  await sleep(at - Date.now() - 3);
  while (Date.now() < at);
  const lock = await IndexLock.acquire(path);
  if ('problem' in lock) return say(lock.problem);
  say('taken');
  await once(process.stdin, 'end');
  say(lock.isHeld() ? 'held' : 'lost');
  lock.release();
}

/** Takes the lock and never releases it. */
async function hold(): Promise<void> {
  const lock = await IndexLock.acquire(path, { beatMs: 50 });
  say('problem' in lock ? lock.problem : 'taken');
  await sleep(60_000);
}

/** Appends until the system refuses, then reports its message and whether the index is still intact. */
async function overflow(): Promise<void> {
  const writer = await openToy(path);
  for (let step = 1; ; step++) {
    const outcome = await appendStep(writer, step);
    if (!('problem' in outcome)) continue;
    const compacted = await writer.compact();
    say({ appended: step - 1, problem: outcome.problem, compaction: compacted.problem });
    return writer.close();
  }
}

/** Opens the index as a user who may only read the folder. */
async function readOnly(): Promise<void> {
  if (process.getuid?.() === 0) {
    process.setgid?.(65534);
    process.setuid?.(65534);
  }
  const opened = IndexReader.open(path);
  const written = await openToy(path).catch((error) => error.message);
  say({ files: 'index' in opened ? [...opened.index.files()].length : opened.problem, written });
}

const roles: Record<string, () => Promise<void>> = { build, write, read, take, hold, overflow, readOnly };

roles[role ?? '']?.().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
});
