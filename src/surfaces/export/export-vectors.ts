/**
 * The vectors of exported chunks: one byte per number, converted back. With a model on a server, a text that is in the folder's index gets
 * its vector from there. Any other text is embedded and quantised the same way, so an export is the same with or without an index.
 */
import { statSync } from 'node:fs';
import type { Chunk } from '../../code/chunk';
import { passageOf } from '../../code/records/embedded-text';
import type { Embedder, Passage } from '../../embedding/embedder';
import { normalised } from '../../embedding/vector-math';
import { IndexReader } from '../../index/file/index-reader';
import { quantiseVector, restoreVector, rowBytes } from '../../index/vectors/quantise-vector';

/** Slightly more than what one byte per number can distinguish. */
const significantDigits = 6;

export class ExportVectors {
  embedded = 0;
  reused = 0;

  private constructor(
    private readonly embedder: Embedder,
    private readonly index: IndexReader | undefined,
  ) {}

  /** @param isServer the model is on a server: a reused vector saves a request. The index has those of the built-in model with fewer bits. */
  static open(embedder: Embedder, indexFile: string, isServer: boolean): ExportVectors {
    const size = statSync(indexFile, { throwIfNoEntry: false })?.size ?? 0;
    if (size === 0 || !isServer) return new ExportVectors(embedder, undefined);
    // An index that cannot be read, or was made with another model, is ignored.
    const opened = IndexReader.open(indexFile);
    if ('problem' in opened) return new ExportVectors(embedder, undefined);
    if (opened.index.contents.about?.model === embedder.id) return new ExportVectors(embedder, opened.index);
    opened.index.dispose();
    return new ExportVectors(embedder, undefined);
  }

  /** Maps content hashes to vectors. */
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
      if (vector) found.set(hash, numbersOf(row, quantiseVector(vector, row), dimensions));
    }
    return found;
  }

  dispose(): void {
    this.index?.dispose();
  }
}

function numbersOf(row: Int8Array, scale: number, dimensions: number): readonly number[] {
  if (scale === 0) return new Array<number>(dimensions).fill(0);
  return Array.from(normalised(restoreVector(row, scale, dimensions)), (value) =>
    Number(value.toPrecision(significantDigits)),
  );
}
