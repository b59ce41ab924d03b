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

/** The indexes that requests name. Some stay open, so that the next search need not open its index again. */
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

const count = z.int().min(0);
const placeShape = {
  path: z.string().describe('Relative to the folder, with `/`.'),
  startLine: count.describe('1-based, inclusive.'),
  endLine: count.describe('Inclusive.'),
  name: z.string(),
  kind: z.string(),
  language: z.string(),
  scope: z.array(z.string()),
};
const notices = z.array(z.string()).describe('What to know about the query or the index.');
const hitsShape = z.looseObject({
  hits: z.array(
    z.looseObject({
      id: z.string().describe('Of the chunk.'),
      ...placeShape,
      score: z.number().optional().describe('Comparable only within one answer; missing for what is listed.'),
      frame: z.number().optional().describe('The frame of a pasted trace, from 1.'),
      deepest: z.literal(true).optional().describe('Of the frames in the folder the one nearest to the error.'),
      text: z.string(),
    }),
  ),
  confidence: optional(z.enum(['strong', 'weak', 'none']), 'How sure it is that the hits answer the query.'),
  total: optional(count, 'How many there are in all; only for a query of filters alone.'),
  missingNames: optional(
    z.array(z.object({ name: z.string(), nearest: z.array(z.string()), isUsed: z.boolean() })),
    'Names that the query asks for and no code defines.',
  ),
  notices,
});

/** @param indexes stay open as long as the session */
export function indexMethods(indexes: OpenIndexes): Readonly<Record<string, ServeMethod>> {
  return {
    refresh: serveMethod({
      about: 'Make the index of a folder, or update it. Progress comes as events.',
      params: z.strictObject({ ...indexShape, maxSize, ...optionShape(fileOptions), ...optionShape(chunkOptions) }),
      event: z.looseObject({ type: z.literal('progress'), step: z.string(), done: count, total: count, chunks: count }),
      result: z.looseObject({
        added: count,
        changed: count,
        removed: count,
        unchanged: count,
        files: count.describe('In the index.'),
        chunks: count.describe('Chunks that are searched.'),
        rebuilt: optional(z.string(), 'Why the index was made again from the start; missing if it was not.'),
        warnings: z.array(z.string()),
      }),
      run: ({ folder, ...options }, { signal, emitIfReady }) =>
        indexes.refresh(folder, options, signal, (index) =>
          index.refresh({ signal, onProgress: (progress) => emitIfReady({ type: 'progress', ...progress }) }),
        ),
    }),
    search: serveMethod({
      about: 'Find code by words and meaning in the index of a folder.',
      params: z.strictObject({
        ...indexShape,
        query: z.string().describe('Words or a sentence; may have operators (docs/search.md).'),
        limit,
        mode: optional(z.enum(searchModes), 'Default `hybrid`: words and meaning.'),
        plain: optional(z.boolean(), 'Read no operators in the query.'),
        context: optional(z.boolean(), 'Give each hit its `context`; files are parsed for it.'),
        ...filterShape,
      }),
      result: hitsShape,
      run: ({ folder, indexFile, query, ...options }, { signal }) =>
        indexes.search({ folder, indexFile }, (index) => index.search(query, { ...options, signal })),
    }),
    similar: serveMethod({
      about: 'Find code like the code at a line.',
      params: z.strictObject({
        ...indexShape,
        path: z.string().describe('Relative to the folder, or absolute.'),
        line: z.int().min(1).describe('1-based.'),
        limit,
        only,
      }),
      result: hitsShape,
      run: ({ folder, indexFile, path, line, ...options }, { signal }) =>
        indexes.search({ folder, indexFile }, (index) => index.similar({ path, line }, { ...options, signal })),
    }),
    pack: serveMethod({
      about: 'Give the code to open for a question, an issue or an error, as one text within a token budget.',
      params: z.strictObject({
        ...indexShape,
        task: z.string(),
        tokens: optional(z.int().min(50).max(1_000_000), 'Max tokens of the text. Default 4000.'),
        ...filterShape,
      }),
      result: z.looseObject({
        text: z.string(),
        tokens: count,
        confidence: optional(z.enum(['strong', 'weak', 'none']), 'Missing if nothing was found.'),
        places: z.array(z.looseObject(placeShape)).describe('In the order of the text, the likeliest first.'),
        leftOut: z.object({ places: count, files: count }).describe('Places that were found and have no room.'),
        notices,
      }),
      run: ({ folder, indexFile, task, ...options }, { signal }) =>
        indexes.search({ folder, indexFile }, (index) => index.pack(task, { ...options, signal })),
    }),
  };
}
