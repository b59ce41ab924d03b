/** Makes a segment from files as a parse worker does, and returns the time of each part and the vectors before quantisation. */
import type { Chunk } from '../../src/code/chunk';
import { passageOf } from '../../src/code/records/embedded-text';
import type { Embedder } from '../../src/embedding/embedder';
import { type NewFile, type NewSegment, searchedChunks } from '../../src/index/format/segment-contents';
import { SegmentBuilder } from '../../src/index/lexical/lexical-builder';
import { quantiseVector, rowBytes } from '../../src/index/vectors/quantise-vector';
import { timed, timedAsync } from './cpu-time';

export interface MadeSegment {
  readonly segment: NewSegment;
  readonly floats: readonly Float32Array[];
  readonly ms: { readonly embedding: number; readonly lexical: number };
}

export async function makeSegment(
  files: readonly (NewFile & { readonly chunks: readonly Chunk[] })[],
  embedder: Embedder,
): Promise<MadeSegment> {
  const chunks = searchedChunks(files);
  const [lexical, lexicalMs] = timed(() => {
    const builder = new SegmentBuilder();
    for (const chunk of chunks) builder.add(chunk);
    return builder.finish();
  });
  const bytes = rowBytes(embedder.dimensions);
  const vectors = new Int8Array(chunks.length * bytes);
  const scales = new Float32Array(chunks.length);
  const [floats, embedding] = await timedAsync(async () => {
    const made = await embedder.embed(chunks.map(passageOf), 'passage');
    made.forEach((vector, row) => {
      scales[row] = quantiseVector(vector, vectors.subarray(row * bytes, (row + 1) * bytes));
    });
    return made;
  });
  const segment = { files, removed: [], lexical, vectors: { vectors, scales } };
  return { segment, floats, ms: { embedding, lexical: lexicalMs } };
}
