/**
 * Makes a segment of the index from files, entirely in the parse worker: read, chunk, embed, index the words, encode. Only the bytes
 * that go into the index file unchanged are sent to the process that writes it.
 */
import type { Chunk } from '../../code/chunk';
import { passageOf } from '../../code/records/embedded-text';
import { loadBuiltIn } from '../../embedding/built-in/built-in-embedder';
import type { Passage } from '../../embedding/embedder';
import { withFewerDimensions } from '../../embedding/vector-math';
import { storedLinks } from '../../index/format/link-table';
import { type NewFile, type NewSegment, searchedChunks } from '../../index/format/segment-contents';
import { bytesOfSections, segmentSections } from '../../index/format/segment-sections';
import { SegmentBuilder } from '../../index/lexical/lexical-builder';
import { quantiseToFourBits } from '../../index/vectors/quantise-vector';
import { contentHash, unsettled } from '../../workspace/folder-changes';
import { readBytes, readFileBytes, walkLimits } from '../../workspace/read-file';
import type { Skipped } from '../../workspace/skip-reasons';
import { type AskVectors, chunkFile } from './chunk-file';
import type { FileToIndex, KnownVectors, SegmentReply, SegmentRequest } from './worker-protocol';

/** Measuring memory takes as long as reading a file, so it is done once per this many files. */
const filesPerMemoryCheck = 16;

export interface SegmentHelp {
  readonly askVectors?: AskVectors | undefined;
  /** Awaited before each file. False: this one and the rest are left unprocessed. If it throws, so does `makeSegment`. */
  readonly mayContinue?: ((isFirst: boolean) => Promise<boolean>) | undefined;
}

export async function makeSegment(
  request: SegmentRequest,
  onTrap: () => void,
  askKnownVectors: (hashes: Uint8Array) => Promise<KnownVectors>,
  { askVectors, mayContinue }: SegmentHelp = {},
): Promise<SegmentReply> {
  const rows: (NewFile & { readonly chunks: readonly Chunk[] })[] = [];
  const needLiftoff: FileToIndex[] = [];
  const skipped: ({ readonly path: string } & Skipped)[] = [];
  const warnings: string[] = [];
  const encodings: Record<string, number> = {};
  const lexical = new SegmentBuilder();
  let isBroken = false;
  let done = 0;
  let bytes = 0;
  for (const file of request.files) {
    if (
      isBroken ||
      (done % filesPerMemoryCheck === filesPerMemoryCheck - 1 && process.memoryUsage.rss() > request.memoryLimit)
    )
      break;
    if (mayContinue && !(await mayContinue(done === 0))) break;
    done++;
    const onBreak = (): void => {
      isBroken = true;
      onTrap();
    };
    const row = await rowOf(file, request, warnings, onBreak, askVectors);
    if (row === 'needs-liftoff') needLiftoff.push(file);
    else {
      const { encoding, ...stored } = row;
      rows.push(stored);
      if (encoding !== undefined) encodings[encoding] = (encodings[encoding] ?? 0) + 1;
      if (row.skipped) skipped.push({ path: file.path, ...row.skipped });
      else bytes += row.size;
      for (const chunk of row.chunks) if (chunk.role !== 'parent') lexical.add(chunk);
    }
  }
  const { vectors, embedded } = await makeSegmentVectors(searchedChunks(rows), request, askKnownVectors);
  const segment: NewSegment = { files: rows, removed: [], lexical: lexical.finish(), vectors };
  return {
    sections: bytesOfSections(segmentSections(segment, request.rowBytes)),
    files: rows.length - skipped.length,
    bytes,
    chunks: lexical.rows,
    embedded,
    skipped,
    warnings,
    ...(Object.keys(encodings).length > 0 && { encodings }),
    cpuMs: cpuSinceLastReply(),
    needLiftoff,
    unprocessed: request.files.slice(done),
  };
}

let cpuBefore = 0;

/** Processor milliseconds of this process since its last reply, or since its start. */
function cpuSinceLastReply(): number {
  const { user, system } = process.cpuUsage();
  const before = cpuBefore;
  cpuBefore = (user + system) / 1000;
  return cpuBefore - before;
}

type Row = Omit<NewFile, 'chunks' | 'skipped'> & {
  readonly chunks: readonly Chunk[];
  readonly skipped?: Skipped;
  /** Not stored. */
  readonly encoding?: string;
};

async function rowOf(
  file: FileToIndex,
  request: SegmentRequest,
  warnings: string[],
  onTrap: () => void,
  askVectors: AskVectors | undefined,
): Promise<Row | 'needs-liftoff'> {
  const { path, size, mtimeMs, isNamed } = file;
  const skippedRow = (skipped: Skipped, hash?: string): Row => ({
    path,
    size,
    // It is tried again: nothing in its stamp would say that it can be read now.
    mtimeMs: skipped.reason === 'unreadable' ? unsettled : mtimeMs,
    ...(hash !== undefined && { hash }),
    language: '',
    lines: 0,
    coverage: { lines: 0, covered: 0 },
    skipped,
    chunks: [],
  });
  const limits = walkLimits(request.limits, isNamed);
  // A text from an editor follows the same rules as the file it will become.
  const found = file.text === undefined ? readFileBytes(file.file, limits) : { bytes: Buffer.from(file.text) };
  if ('skipped' in found) return skippedRow(found.skipped);
  const hash = contentHash(found.bytes);
  const read = readBytes(file.file, found.bytes, limits);
  if ('skipped' in read) return skippedRow(read.skipped, hash);
  const { options, parseMs, notes, quarantined, judge, allowedStrategy } = request;
  const { language, languageHint } = file;
  const reply = await chunkFile(
    {
      ...{ path, text: read.text, encoding: read.encoding, language, languageHint },
      ...{ options, parseMs, notes, quarantined, judge, allowedStrategy },
      withLinks: true,
      isOneOfMany: request.files.length > 1,
    },
    onTrap,
    askVectors,
  );
  if (reply.is === 'needs-liftoff') return 'needs-liftoff';
  if (reply.is === 'skipped') return skippedRow(reply.skipped, hash);
  const { chunks, fallback, links } = reply.file;
  for (const warning of reply.file.warnings ?? []) if (!warnings.includes(warning)) warnings.push(warning);
  const lines = linesOf(read.text);
  return {
    path,
    size,
    mtimeMs,
    hash,
    language: reply.file.language,
    lines,
    coverage: reply.coverage,
    ...(fallback && { fallback }),
    ...(read.encoding !== undefined && { encoding: read.encoding }),
    chunks,
    ...(links && { links: storedLinks(links, chunks) }),
  };
}

/** Counts lines as an editor does: there is no line after a final line break. */
function linesOf(text: string): number {
  let lines = 0;
  for (let at = 0; at >= 0 && at < text.length; lines++) {
    const end = text.indexOf('\n', at);
    at = end < 0 ? end : end + 1;
  }
  return lines;
}

/** The vectors of a segment. Known vectors are requested from the index, so a text is embedded once; the built-in model makes the rest. */
async function makeSegmentVectors(
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
