/**
 * The repositories at the commits that questions were asked about, and their indexes, in a folder outside the project:
 *
 *     FOLDER/owner+name/COMMIT/               the files of the commit
 *     FOLDER/index-HASH/owner+name-COMMIT.cgx its index (index-hash.ts); with a part for a folder inside, if only that is indexed
 *
 * `npm run bench:checkout` makes both.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loadBuiltIn } from '../../src/embedding/built-in/built-in-embedder';
import type { Embedder } from '../../src/embedding/embedder';
import { CodeIndex } from '../../src/engine/code-index';
import { chunkText } from '../../src/engine/workers/chunker';
import { IndexReader } from '../../src/index/file/index-reader';
import { IndexView } from '../../src/search/view/index-view';
import { indexedFolder, indexName, type Snapshot } from '../code-search/snapshot';
import { indexHash } from './index-hash';

export interface OpenSnapshot {
  readonly searcher: CodeIndex;
  /** Searched chunks. */
  readonly chunks: number;
  close(): void;
}

export class Snapshots {
  private constructor(
    readonly folder: string,
    private readonly indexFolder: string,
    private readonly embedder: Embedder,
  ) {}

  static async in(folder: string): Promise<Snapshots> {
    return new Snapshots(folder, join(folder, `index-${await indexHash()}`), rememberLast(await loadBuiltIn()));
  }

  folderOf(snapshot: Snapshot): string {
    return indexedFolder(this.folder, snapshot);
  }

  indexOf(snapshot: Snapshot): string {
    return join(this.indexFolder, indexName(snapshot));
  }

  isReady(snapshot: Snapshot): boolean {
    return existsSync(this.indexOf(snapshot)) && existsSync(this.folderOf(snapshot));
  }

  /** Bytes of the index. */
  sizeOf(snapshot: Snapshot): number {
    return statSync(this.indexOf(snapshot)).size;
  }

  /**
   * @param index another index of the folder, such as one without context.
   * @param isTimed every question is embedded, also one that was asked before.
   */
  async open(snapshot: Snapshot, index = this.indexOf(snapshot), isTimed = false): Promise<OpenSnapshot> {
    const opened = IndexReader.open(index);
    if ('problem' in opened) throw new Error(opened.problem.message);
    const view = new IndexView(opened.index, this.folderOf(snapshot));
    const embedder = isTimed ? await loadBuiltIn() : this.embedder;
    const searcher = new CodeIndex([view], embedder, async (path, options, { text }) => {
      return (await chunkText({ path, text }, options)).chunks;
    });
    return { searcher, chunks: opened.index.stats().searchedChunks, close: () => opened.index.dispose() };
  }
}

/** Variants ask the same question many times in a row. */
function rememberLast(embedder: Embedder): Embedder {
  let last: { readonly text: string; readonly vectors: Float32Array[] } | undefined;
  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    limits: embedder.limits,
    embed: async (texts, side, signal) => {
      const [text] = texts;
      if (texts.length !== 1 || typeof text !== 'string' || side !== 'query')
        return embedder.embed(texts, side, signal);
      if (last?.text !== text) last = { text, vectors: await embedder.embed(texts, side, signal) };
      return last.vectors;
    },
  };
}
