/**
 * Allows one writer at a time. The lock is a file `….lock-N` that names its holder and whose modification time is its heartbeat.
 *
 * A lock is stale if its process is gone or released it (same machine), or if its heartbeat stopped. A stale lock is not deleted
 * first, because two processes could then each delete the lock that the other has just created. Instead, a stale `lock-N` is taken
 * over by creating `lock-N+1`, which the system lets only one process do. The creator then looks again: if there is a lock now that
 * was not there before, it withdraws. Of two processes that create different locks, the one that creates last sees the other's lock,
 * so they never both stay. The new holder deletes the locks it took over. If their holder wakes up (a laptop that slept), it finds
 * its lock gone or a higher one present, and stops before the next write.
 */
import { readdirSync, readlinkSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../../shared/error-code';
import { plainText, readPlainFile } from '../../shared/plain-file';
import { isAlive } from '../../shared/process-alive';
import { type IndexFileProblem, indexProblemOf } from './index-error';

export interface LockOptions {
  /** How long to wait for another writer to finish, in milliseconds. */
  readonly waitMs?: number;
  /** Time between heartbeats, in milliseconds. */
  readonly beatMs?: number;
  /** Milliseconds without a heartbeat after which a lock is stale; must be many beats, since a busy process misses some. */
  readonly staleMs?: number;
}

type Holder = { readonly pid: number; readonly host: string; readonly since: string };

interface LockFile {
  readonly name: string;
  readonly number: number;
  readonly text: string;
  readonly beat: number;
}

const defaults = { waitMs: 0, beatMs: 3000, staleMs: 30_000 };

export class IndexLock {
  private readonly timer: NodeJS.Timeout;

  private constructor(
    private readonly path: string,
    private readonly file: string,
    private readonly number: number,
    private readonly text: string,
    beatMs: number,
  ) {
    this.timer = setInterval(() => this.beat(), beatMs);
    this.timer.unref();
    ownTexts.add(text);
  }

  /** @param path of the index; the locks are next to it. */
  static async acquire(
    path: string,
    options: LockOptions = {},
  ): Promise<IndexLock | { readonly problem: IndexFileProblem }> {
    const { waitMs, beatMs, staleMs } = { ...defaults, ...options };
    const deadline = Date.now() + waitMs;
    for (let withdrawals = 0; ; ) {
      let blocker: string;
      try {
        const result = tryAcquire(path, staleMs);
        if ('number' in result) return new IndexLock(path, result.file, result.number, result.text, beatMs);
        blocker = result.blocker;
        if (result.withdrew) withdrawals++;
        // The other may have withdrawn as well.
        if (result.withdrew && withdrawals < 10) {
          await sleep(Math.random() * 20);
          continue;
        }
      } catch (error) {
        return { problem: indexProblemOf(error, `the index ${path} cannot be locked`) };
      }
      const left = deadline - Date.now();
      if (left <= 0) return { problem: { reason: 'locked', message: `the index ${path} is being written ${blocker}` } };
      // A random pause, so that waiting processes do not try at the same time.
      await sleep(Math.min(left, 5 + Math.random() * 25));
    }
  }

  /** Does this process still hold the lock? To be checked right before each write. */
  isHeld(): boolean {
    try {
      return plainText(this.file) === this.text && listLocks(this.path).every((lock) => lock.number <= this.number);
    } catch {
      return false;
    }
  }

  release(): void {
    clearInterval(this.timer);
    ownTexts.delete(this.text);
    if (this.isHeld()) remove(this.file);
  }

  private beat(): void {
    const now = new Date();
    try {
      utimesSync(this.file, now, now);
    } catch {
      // Taken over, or the folder is gone: `isHeld` finds that before the next write.
    }
  }
}

/** `held`: by a living process. `left`: by one that was killed. `none`: the last writer was done. */
export function lockStateOf(path: string): 'held' | 'left' | 'none' {
  try {
    const locks = listLocks(path);
    if (locks.some((lock) => !isStale(lock, defaults.staleMs))) return 'held';
    return locks.length > 0 ? 'left' : 'none';
  } catch {
    return 'none';
  }
}

type Attempt = { file: string; number: number; text: string } | { blocker: string; withdrew?: boolean };

function tryAcquire(path: string, staleMs: number): Attempt {
  const before = listLocks(path);
  for (const lock of before) if (!isStale(lock, staleMs)) return { blocker: describe(lock) };
  const number = (before.at(-1)?.number ?? 0) + 1;
  const file = `${path}.lock-${number}`;
  const text = ownText();
  try {
    writeFileSync(file, text, { flag: 'wx' });
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return { blocker: 'by another process', withdrew: true };
    // A full disk may leave an empty lock.
    if (errorCode(error) === 'ENOSPC') remove(file);
    throw error;
  }
  const known = new Set(before.map((lock) => `${lock.name} ${lock.text}`));
  const other = listLocks(path).find((lock) => lock.number !== number && !known.has(`${lock.name} ${lock.text}`));
  if (other) {
    remove(file);
    return { blocker: describe(other), withdrew: true };
  }
  for (const lock of before) remove(join(dirname(path), lock.name));
  return { file, number, text };
}

function listLocks(path: string): LockFile[] {
  const folder = dirname(path);
  const prefix = `${basename(path)}.lock-`;
  const found: LockFile[] = [];
  for (const name of readdirSync(folder)) {
    const number = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN;
    if (!Number.isSafeInteger(number)) continue;
    try {
      const file = join(folder, name);
      found.push({ name, number, text: readPlainFile(file).toString(), beat: statSync(file).mtimeMs });
    } catch (error) {
      // Released since the folder was listed.
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }
  return found.sort((a, b) => a.number - b.number);
}

function isStale(lock: LockFile, staleMs: number): boolean {
  const holder = holderOf(lock);
  if (holder?.host === thisHost()) {
    if (!isAlive(holder.pid)) return true;
    // Released, but not deleted because its folder was renamed; or left by an earlier process with the same id.
    if (holder.pid === process.pid && !ownTexts.has(lock.text)) return true;
  }
  // `abs`: a clock that was set back must not make a lock last forever.
  return Math.abs(Date.now() - lock.beat) > staleMs;
}

/** The texts of the locks that this process holds. */
const ownTexts = new Set<string>();
let ownCount = 0;

/** No two locks ever have the same text. */
function ownText(): string {
  ownCount++;
  const since = new Date().toISOString();
  return JSON.stringify({ pid: process.pid, host: thisHost(), since, count: ownCount, random: Math.random() });
}

function holderOf(lock: LockFile): Holder | undefined {
  try {
    const { pid, host, since }: Partial<Holder> = JSON.parse(lock.text);
    return { pid: Number(pid), host: String(host), since: String(since) };
  } catch {
    // Just created and not written yet: only its heartbeat says whether it is stale.
    return undefined;
  }
}

function describe(lock: LockFile): string {
  const holder = holderOf(lock);
  if (!holder) return 'by another process';
  const where = holder.host === thisHost() ? '' : ` on ${holder.host}`;
  const who = holder.pid === process.pid && where === '' ? 'this process' : `process ${holder.pid}${where}`;
  return `by ${who} since ${holder.since}`;
}

let host: string | undefined;

/** Includes the process namespace: containers can share a host name, but their process ids mean different processes. */
function thisHost(): string {
  if (host === undefined) {
    let processes = '';
    try {
      processes = ` ${readlinkSync('/proc/self/ns/pid')}`;
    } catch {
      // Only Linux has process namespaces.
    }
    host = hostname() + processes;
  }
  return host;
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
