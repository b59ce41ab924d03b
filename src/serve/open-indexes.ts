/** The indexes that requests name. Some stay open, so that the next search need not open its index again. */
import { resolve } from 'node:path';
import { type CodeIndex, type OpenIndexOptions, openIndex } from '../library/library';

interface NamedIndex {
  readonly folder: string;
  readonly indexFile?: string | undefined;
}

interface OpenIndex {
  readonly index: CodeIndex;
  users: number;
}

/** Indexes that stay open without being used. */
const keptOpen = 8;

export class OpenIndexes {
  /** By folder and file, the last one used last. */
  private readonly open = new Map<string, OpenIndex>();
  /** The last refresh of each index. */
  private readonly refreshes = new Map<string, Promise<unknown>>();

  /** @throws CodegrainError */
  async search<T>({ folder, indexFile }: NamedIndex, work: (index: CodeIndex) => Promise<T>): Promise<T> {
    const key = keyOf({ folder, indexFile });
    // Also where one is open: the folder may be gone.
    const index = await openIndex(folder, { indexFile });
    const entry = this.open.get(key) ?? { index, users: 0 };
    this.open.delete(key);
    this.open.set(key, entry);
    entry.users++;
    try {
      return await work(entry.index);
    } finally {
      entry.users--;
      await this.closeOldest();
    }
  }

  /** Refreshes of one index wait for each other. @throws CodegrainError */
  async refresh<T>(
    folder: string,
    options: OpenIndexOptions,
    signal: AbortSignal,
    work: (index: CodeIndex) => Promise<T>,
  ): Promise<T> {
    const key = keyOf({ folder, indexFile: options.indexFile });
    const before = this.refreshes.get(key) ?? Promise.resolve();
    const refreshed = unlessAborted(before, signal).then(async () => {
      await using index = await openIndex(folder, options);
      return await work(index);
    });
    const last = Promise.allSettled([before, refreshed]);
    this.refreshes.set(key, last);
    try {
      return await refreshed;
    } finally {
      if (this.refreshes.get(key) === last) this.refreshes.delete(key);
    }
  }

  async close(): Promise<void> {
    for (const { index } of this.open.values()) await index.close();
    this.open.clear();
  }

  private async closeOldest(): Promise<void> {
    const idle = [...this.open].filter(([, { users }]) => users === 0);
    for (const [key, { index }] of idle.slice(0, Math.max(0, this.open.size - keptOpen))) {
      this.open.delete(key);
      await index.close();
    }
  }
}

function keyOf({ folder, indexFile }: NamedIndex): string {
  return JSON.stringify([resolve(folder), indexFile && resolve(indexFile)]);
}

/** Waits, but no longer than the caller does. */
function unlessAborted(work: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  return new Promise((done, fail) => {
    work.then(done, done);
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
  });
}
