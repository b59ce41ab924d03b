/** The vectors of a segment. Known vectors are requested from the index, so a text is embedded once; the built-in model makes the rest. */
import type { Chunk } from '../../code/chunk';
import { passageOf } from '../../code/records/embedded-text';
import { loadBuiltIn } from '../../embedding/built-in/built-in-embedder';
import type { Passage } from '../../embedding/embedder';
import { withFewerDimensions } from '../../embedding/vector-math';
import { bytesOf } from '../../index/format/byte-codec';
import type { NewSegment } from '../../index/format/segment-contents';
import { quantiseToFourBits } from '../../index/vectors/quantise-vector';
import type { KnownVectors, SegmentRequest } from './worker-protocol';

export async function makeSegmentVectors(
  chunks: readonly Chunk[],
  { rowBytes, builtIn }: SegmentRequest,
  askKnownVectors: (hashes: Uint8Array) => Promise<KnownVectors>,
): Promise<{ vectors: NonNullable<NewSegment['vectors']>; embedded: number }> {
  const vectors = new Int8Array(chunks.length * rowBytes);
  const scales = new Float32Array(chunks.length);
  const missing = new Uint8Array(chunks.length);
  if (chunks.length === 0) return { vectors: { vectors, scales }, embedded: 0 };
  const known = await askKnownVectors(Buffer.from(chunks.map(({ hash }) => hash).join(''), 'hex'));
  const knownScales = new DataView(known.scales.buffer, known.scales.byteOffset, known.scales.byteLength);
  const rowOfText = new Map<string, number>();
  let at = 0;
  for (const [row, { hash }] of chunks.entries()) {
    if (known.found[row] === 1) {
      const { buffer, byteOffset } = known.vectors;
      vectors.set(new Int8Array(buffer, byteOffset + at * rowBytes, rowBytes), row * rowBytes);
      scales[row] = knownScales.getFloat32(4 * at, true);
      at++;
    } else if (!builtIn) missing[row] = 1;
    else if (!rowOfText.has(hash)) rowOfText.set(hash, row);
  }
  if (!builtIn) return { vectors: { vectors, scales, missing }, embedded: 0 };
  const embedder = withFewerDimensions(await loadBuiltIn(), builtIn.dimensions);
  const texts = Array.from(rowOfText.values(), (row) => passageFor(chunks[row]));
  const made = await embedder.embed(texts, 'passage');
  let next = 0;
  for (const row of rowOfText.values()) {
    const vector = made[next++] ?? new Float32Array(0);
    scales[row] = quantiseToFourBits(vector, vectors.subarray(row * rowBytes, (row + 1) * rowBytes));
  }
  for (const [row, { hash }] of chunks.entries()) {
    const same = rowOfText.get(hash);
    if (same === undefined || same === row) continue;
    vectors.copyWithin(row * rowBytes, same * rowBytes, (same + 1) * rowBytes);
    scales[row] = scales[same] ?? 0;
  }
  return { vectors: { vectors, scales }, embedded: texts.length };
}

function passageFor(chunk: Chunk | undefined): Passage | string {
  return chunk ? passageOf(chunk) : '';
}

/** Encodes the answer to `knownVectorsRequest`. */
export function encodeKnownVectors(
  hashes: Uint8Array,
  rowBytes: number,
  vectorOf: (key: Uint8Array) => { readonly vector: Int8Array; readonly scale: number } | undefined,
): KnownVectors {
  const count = hashes.length / 16;
  const found = new Uint8Array(count);
  const vectors: Uint8Array[] = [];
  const scales: number[] = [];
  for (let i = 0; i < count; i++) {
    const known = vectorOf(hashes.subarray(16 * i, 16 * i + 16));
    if (known?.vector.length !== rowBytes) continue;
    found[i] = 1;
    vectors.push(bytesOf(known.vector));
    scales.push(known.scale);
  }
  return { found, vectors: Buffer.concat(vectors), scales: bytesOf(Float32Array.from(scales)) };
}
