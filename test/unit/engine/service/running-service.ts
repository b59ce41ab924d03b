/** Real folders with real index services, ended after each test. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { IndexServiceClient, type IndexServiceClientOptions } from '../../../../src/engine/client/service-client';
import type { FolderSetup, FolderStatus, ServiceSearchOptions } from '../../../../src/engine/service-protocol';
import { defaultChunkOptions } from '../../../../src/options/chunk-options';
import { defaultLimits } from '../../../../src/workspace/read-file';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';

const clients: IndexServiceClient[] = [];

export function startService(options: IndexServiceClientOptions = {}): IndexServiceClient {
  const client = new IndexServiceClient({ firstPauseMs: 20, ...options });
  clients.push(client);
  return client;
}

export function endAll(): void {
  for (const client of clients.splice(0)) client.dispose();
  removeTemporaryFolders();
}

export function setupOf(root: string, more: Partial<FolderSetup> = {}): FolderSetup {
  return {
    root,
    include: [],
    exclude: [],
    chunk: defaultChunkOptions,
    limits: defaultLimits,
    model: { is: 'built-in' },
    ...more,
  };
}

/** A folder with these files. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder();
  for (const [path, text] of Object.entries(files)) put(root, path, text);
  return root;
}

export function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

export function remove(root: string, path: string): void {
  rmSync(join(root, path), { recursive: true });
}

/** A function that uses a word, so that the word finds it. */
export function source(word: string, lines = 6): string {
  const body = Array.from({ length: lines }, (_, i) => `  total += ${word}Step(total, ${i});`).join('\n');
  return `/** Computes the ${word}. */\nexport function ${word}(total: number): number {\n${body}\n  return total;\n}\n`;
}

/** Many files, so that indexing takes a while. */
export function manyFiles(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`src/part${i % 20}/file${i}.ts`, source(`work${i}`, 60)]),
  );
}

export async function found(
  client: IndexServiceClient,
  query: string,
  options: ServiceSearchOptions = {},
): Promise<string[]> {
  const { hits } = await client.ask('search', { query, options: { mode: 'keyword', ...options } });
  return hits.map(({ path }) => path);
}

/** The first status of a folder from now on that meets the condition. */
export function statusWhere(
  client: IndexServiceClient,
  is: (status: FolderStatus) => boolean,
  timeoutMs = 30_000,
): Promise<FolderStatus> {
  return new Promise((resolve, reject) => {
    let last: FolderStatus | undefined;
    const timer = setTimeout(() => reject(new Error(`the last status was ${JSON.stringify(last)}`)), timeoutMs);
    const listening = client.onStatus((status) => {
      last = status;
      if (!is(status)) return;
      clearTimeout(timer);
      listening.dispose();
      resolve(status);
    });
  });
}

export async function eventually(check: () => Promise<boolean> | boolean, timeoutMs = 30_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await check())) {
    if (Date.now() > end) throw new Error('it did not happen');
    await sleep(50);
  }
}
