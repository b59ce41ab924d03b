/**
 * Files into a segment of the index, all of it here in the engine's process: read, chunk, embed, post, encode. Only bytes that
 * go into the index file as they are travel to the process that writes it.
 */
import type { Chunk } from '../chunking/chunk';
import { loadBuiltIn } from '../embedding/built-in';
import type { Embedder } from '../embedding/embedder';
import { shortened } from '../embedding/shortened';
import { bytesOf } from '../index/bytes';
import { SegmentBuilder } from '../index/lexical/builder';
import type { SectionName } from '../index/record';
import { quantise } from '../index/scan/quantise';
import { type NewFile, type NewSegment, searchedChunks } from '../index/segment';
import { type Sections, segmentSections } from '../index/segment-sections';
import { contentHash } from '../workspace/changes';
import { readBytes, readFileBytes } from '../workspace/read';
import type { Skipped } from '../workspace/skipped';
import { chunkFile } from './chunk-file';
import type { FileToIndex, KnownVectors, SegmentReply, SegmentRequest } from './protocol';

export async function makeSegment(
  request: SegmentRequest,
  trapped: () => void,
  askKnown: (hashes: Uint8Array) => Promise<KnownVectors>,
): Promise<SegmentReply> {
  const rows: (NewFile & { readonly chunks: readonly Chunk[] })[] = [];
  const careful: FileToIndex[] = [];
  const skipped: ({ readonly path: string } & Skipped)[] = [];
  const warnings: string[] = [];
  const lexical = new SegmentBuilder();
  let isBroken = false;
  let done = 0;
  let bytes = 0;
  for (const file of request.files) {
    if (isBroken || (done > 0 && process.memoryUsage.rss() > request.memoryLimit)) break;
    done++;
    const row = await rowOf(file, request, warnings, () => {
      isBroken = true;
      trapped();
    });
    if (row === 'needs-careful') careful.push(file);
    else {
      rows.push(row);
      if (row.skipped) skipped.push({ path: file.path, ...row.skipped });
      else bytes += row.size;
      for (const chunk of row.chunks) if (chunk.role !== 'parent') lexical.add(chunk);
    }
  }
  const { vectors, embedded } = await vectorsOf(searchedChunks(rows), request, askKnown);
  const segment: NewSegment = { files: rows, removed: [], lexical: lexical.finish(), vectors };
  return {
    sections: bytesOfSections(segmentSections(segment, request.rowBytes)),
    files: rows.length - skipped.length,
    bytes,
    chunks: lexical.rows,
    embedded,
    skipped,
    warnings,
    careful,
    left: request.files.slice(done),
  };
}

/** Sections of a segment are bytes already; only those of a compaction come in pieces. */
export function bytesOfSections(sections: Sections): [SectionName, Uint8Array][] {
  return [...sections].map(([name, bytes]) => [
    name,
    bytes instanceof Uint8Array ? bytes : Buffer.concat([...bytes()]),
  ]);
}

type Row = Omit<NewFile, 'chunks' | 'skipped'> & { readonly chunks: readonly Chunk[]; readonly skipped?: Skipped };

async function rowOf(
  file: FileToIndex,
  request: SegmentRequest,
  warnings: string[],
  trapped: () => void,
): Promise<Row | 'needs-careful'> {
  const { path, size, mtimeMs, isNamed } = file;
  const left = (skipped: Skipped, hash?: string): Row => ({
    path,
    size,
    mtimeMs,
    ...(hash !== undefined && { hash }),
    language: '',
    lines: 0,
    coverage: { lines: 0, covered: 0 },
    skipped,
    chunks: [],
  });
  const limits = isNamed ? request.limits : { ...request.limits, isFound: true };
  const found = await readFileBytes(file.file, limits);
  if ('skipped' in found) return left(found.skipped);
  const hash = contentHash(found.bytes);
  const read = readBytes(file.file, found.bytes, limits);
  if ('skipped' in read) return left(read.skipped, hash);
  const { options, parseMs, quarantined } = request;
  const reply = await chunkFile(
    { path, text: read.text, options, ...(parseMs && { parseMs }), ...(quarantined && { quarantined }) },
    trapped,
  );
  if (reply.is === 'needs-careful') return 'needs-careful';
  if (reply.is === 'skipped') return left(reply.skipped, hash);
  const { language, chunks, fallback } = reply.file;
  for (const warning of reply.file.warnings ?? []) if (!warnings.includes(warning)) warnings.push(warning);
  const lines = linesOf(read.text);
  return {
    path,
    size,
    mtimeMs,
    hash,
    language,
    lines,
    coverage: reply.coverage,
    ...(fallback && { fallback }),
    chunks,
  };
}

/** As an editor counts them: a text that ends with a line break has no line after it. */
function linesOf(text: string): number {
  let lines = 0;
  for (let at = 0; at >= 0 && at < text.length; lines++) {
    const end = text.indexOf('\n', at);
    at = end < 0 ? end : end + 1;
  }
  return lines;
}

async function vectorsOf(
  chunks: readonly Chunk[],
  { rowBytes, builtIn }: SegmentRequest,
  askKnown: (hashes: Uint8Array) => Promise<KnownVectors>,
): Promise<{ vectors: NonNullable<NewSegment['vectors']>; embedded: number }> {
  const vectors = new Int8Array(chunks.length * rowBytes);
  const scales = new Float32Array(chunks.length);
  const missing = new Uint8Array(chunks.length);
  if (chunks.length === 0) return { vectors: { vectors, scales }, embedded: 0 };
  const known = await askKnown(Buffer.from(chunks.map(({ hash }) => hash).join(''), 'hex'));
  const knownScales = new DataView(known.scales.buffer, known.scales.byteOffset, known.scales.byteLength);
  const embedder = builtIn && shortened(await loadBuiltIn(), builtIn.dimensions);
  const rowOfText = new Map<string, number>();
  let at = 0;
  let embedded = 0;
  for (const [row, chunk] of chunks.entries()) {
    const target = vectors.subarray(row * rowBytes, (row + 1) * rowBytes);
    const same = rowOfText.get(chunk.hash);
    if (known.found[row] === 1) {
      const { buffer, byteOffset } = known.vectors;
      target.set(new Int8Array(buffer, byteOffset + at * rowBytes, rowBytes));
      scales[row] = knownScales.getFloat32(4 * at, true);
      at++;
    } else if (!embedder) missing[row] = 1;
    else if (same !== undefined) {
      target.set(vectors.subarray(same * rowBytes, (same + 1) * rowBytes));
      scales[row] = scales[same] ?? 0;
    } else {
      scales[row] = await embedInto(target, chunk, embedder);
      rowOfText.set(chunk.hash, row);
      embedded++;
    }
  }
  return { vectors: { vectors, scales, missing }, embedded };
}

async function embedInto(target: Int8Array, chunk: Chunk, embedder: Embedder): Promise<number> {
  const [vector] = await embedder.embed([chunk.context + chunk.text], 'passage');
  if (!vector) throw new Error('the model gave no vector');
  return quantise(vector, target);
}

/** For those who answer `askKnown`. */
export function encodeKnown(
  hashes: Uint8Array,
  rowBytes: number,
  vectorOf: (hash: string) => { readonly vector: Int8Array; readonly scale: number } | undefined,
): KnownVectors {
  const count = hashes.length / 16;
  const found = new Uint8Array(count);
  const vectors: Uint8Array[] = [];
  const scales: number[] = [];
  const hex = Buffer.from(hashes.buffer, hashes.byteOffset, hashes.byteLength).toString('hex');
  for (let i = 0; i < count; i++) {
    const known = vectorOf(hex.slice(32 * i, 32 * i + 32));
    if (known?.vector.length !== rowBytes) continue;
    found[i] = 1;
    vectors.push(bytesOf(known.vector));
    scales.push(known.scale);
  }
  return { found, vectors: Buffer.concat(vectors), scales: bytesOf(Float32Array.from(scales)) };
}
