/**
 * The vectors of exported chunks. They are those of the index: a byte per number, read back. A text that is in the index of the
 * folder has its vector from there, every other one is embedded and goes the same way through bytes, so that an export is the
 * same whether there is an index or not, and its vectors find what the local search finds.
 */
import { statSync } from 'node:fs';
import type { Chunk } from '../chunking/chunk';
import { passageOf } from '../chunking/records/embedded-text';
import type { Embedder, Passage } from '../embedding/embedder';
import { normalised } from '../embedding/vector-math';
import { IndexReader } from '../index/file/index-reader';
import { quantise, restore, rowBytes } from '../index/vectors/quantise-vector';

/** An index is read into memory. The built-in model is quicker than reading one that is larger than this. */
const mostIndexBytes = 64e6;
/** What a byte per number can tell apart, and a little more. */
const digits = 6;

export class Vectors {
  embedded = 0;
  reused = 0;

  private constructor(
    private readonly embedder: Embedder,
    private readonly index: IndexReader | undefined,
  ) {}

  /** @param isServer each text that is not embedded again saves a request. */
  static open(embedder: Embedder, indexFile: string, isServer: boolean): Vectors {
    const size = statSync(indexFile, { throwIfNoEntry: false })?.size ?? 0;
    if (size === 0 || (!isServer && size > mostIndexBytes)) return new Vectors(embedder, undefined);
    // An index that cannot be read, or is of another model, is no help, and no trouble.
    const opened = IndexReader.open(indexFile);
    if ('problem' in opened) return new Vectors(embedder, undefined);
    if (opened.index.contents.about?.model === embedder.id) return new Vectors(embedder, opened.index);
    opened.index.dispose();
    return new Vectors(embedder, undefined);
  }

  /** By content hash. */
  async of(chunks: readonly Chunk[], signal?: AbortSignal): Promise<ReadonlyMap<string, readonly number[]>> {
    const { dimensions } = this.embedder;
    const found = new Map<string, readonly number[]>();
    const missing = new Map<string, Passage>();
    for (const chunk of chunks) {
      const { role, hash } = chunk;
      if (role === 'parent' || found.has(hash) || missing.has(hash)) continue;
      const known = this.index?.vectorOf(hash);
      if (known?.vector.length === rowBytes(dimensions))
        found.set(hash, numbersOf(known.vector, known.scale, dimensions));
      else missing.set(hash, passageOf(chunk));
    }
    this.reused += found.size;
    this.embedded += missing.size;
    const made = missing.size > 0 ? await this.embedder.embed([...missing.values()], 'passage', signal) : [];
    const row = new Int8Array(rowBytes(dimensions));
    for (const [i, hash] of [...missing.keys()].entries()) {
      const vector = made[i];
      if (vector) found.set(hash, numbersOf(row, quantise(vector, row), dimensions));
    }
    return found;
  }

  dispose(): void {
    this.index?.dispose();
  }
}

function numbersOf(row: Int8Array, scale: number, dimensions: number): readonly number[] {
  if (scale === 0) return new Array<number>(dimensions).fill(0);
  return Array.from(normalised(restore(row, scale, dimensions)), (value) => Number(value.toPrecision(digits)));
}
