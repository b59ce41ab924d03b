/** The methods about the index of a folder. */
import { resolve } from 'node:path';
import * as z from 'zod';
import { unlessAborted } from '../../engine/workers/chunking-pool';
import { chunkOptions } from '../../options/chunk-options';
import { fileOptions } from '../../options/file-options';
import { indexOptions } from '../../options/index-options';
import { searchAreas, searchModes } from '../../search/query/search-choices';
import { type CodeIndex, type OpenIndexOptions, openIndex } from '../library/library';
import { optional, optionShape, type ServeMethod, serveMethod } from './serve-method';

type NamedIndex = { readonly folder: string; readonly indexFile?: string | undefined };

/** Indexes that stay open without being used. */
const keptOpen = 8;

/** The indexes that requests name. Some stay open, so that the next search need not open its index again. */
export class OpenIndexes {
  /** By folder and file, the last one used last. */
  private readonly open = new Map<string, { readonly index: CodeIndex; users: number }>();
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

const indexShape = {
  folder: z.string(),
  indexFile: optional(z.string(), 'Default: `.codegrain/index.cgx` in the folder.'),
};
const maxSize = optional(
  z.int().min(indexOptions.maxSize.min).max(indexOptions.maxSize.max),
  'Max size of the index in bytes; a refresh that needs more fails before. Default: no limit.',
);
const strings = z.array(z.string()).optional();
const limit = optional(z.int().min(1).max(1000), 'Max hits. Default 10.');
const only = optional(z.array(z.enum(searchAreas)), 'Only these areas.');
const filterShape = {
  path: strings.describe('Only paths with one of these globs or parts.'),
  language: strings.describe('Only these languages: ids, names or file extensions.'),
  kind: strings.describe('Only these kinds, such as `function`.'),
  only,
};

/** @param indexes stay open as long as the session */
export function indexMethods(indexes: OpenIndexes): Readonly<Record<string, ServeMethod>> {
  return {
    refresh: serveMethod({
      params: z.strictObject({ ...indexShape, maxSize, ...optionShape(fileOptions), ...optionShape(chunkOptions) }),
      run: ({ folder, ...options }, { signal, emitIfReady }) =>
        indexes.refresh(folder, options, signal, (index) =>
          index.refresh({ signal, onProgress: (progress) => emitIfReady({ type: 'progress', ...progress }) }),
        ),
    }),
    search: serveMethod({
      params: z.strictObject({
        ...indexShape,
        query: z.string().describe('Words or a sentence; may have operators (docs/search.md).'),
        limit,
        mode: optional(z.enum(searchModes), 'Default `hybrid`: words and meaning.'),
        plain: optional(z.boolean(), 'Read no operators in the query.'),
        byParent: optional(
          z.boolean(),
          'One hit for each parent: its best chunk, with the text of the parent in `parent`.',
        ),
        context: optional(z.boolean(), 'Give each hit its `context`; files are parsed for it.'),
        ...filterShape,
      }),
      run: ({ folder, indexFile, query, ...options }, { signal }) =>
        indexes.search({ folder, indexFile }, (index) => index.search(query, { ...options, signal })),
    }),
    similar: serveMethod({
      params: z.strictObject({
        ...indexShape,
        path: z.string().describe('Relative to the folder, or absolute.'),
        line: z.int().min(1).describe('1-based.'),
        limit,
        only,
      }),
      run: ({ folder, indexFile, path, line, ...options }, { signal }) =>
        indexes.search({ folder, indexFile }, (index) => index.similar({ path, line }, { ...options, signal })),
    }),
    pack: serveMethod({
      params: z.strictObject({
        ...indexShape,
        task: z.string(),
        tokens: optional(z.int().min(50).max(1_000_000), 'Max tokens of the text. Default 4000.'),
        ...filterShape,
      }),
      run: ({ folder, indexFile, task, ...options }, { signal }) =>
        indexes.search({ folder, indexFile }, (index) => index.pack(task, { ...options, signal })),
    }),
  };
}
