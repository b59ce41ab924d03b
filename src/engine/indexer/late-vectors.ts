/**
 * Makes vectors for chunks that are in the index without one; keyword search already finds them. Models on a server are slow, so all
 * files are chunked first. Their texts are not kept in the meantime (a workspace may have gigabytes): each file is chunked again when
 * its vectors are made, which also lets a killed run continue. A file that changed since is left to the next refresh.
 */
import type { Chunk } from '../../code/chunk';
import { passageOf } from '../../code/records/embedded-text';
import type { Embedder, Passage } from '../../embedding/embedder';
import type { LoadedSegment } from '../../index/file/loaded-segment';
import { storedHashBytes } from '../../index/format/segment-contents';
import { quantiseVector } from '../../index/vectors/quantise-vector';
import type { IndexWriter } from '../../index/write/index-writer';
import { maxSourceBytes } from '../../shared/plain-file';
import { ReadGate } from '../../workspace/read-gate';
import { succeeded } from './index-problem';
import { ProgressMeter } from './index-progress';
import type { IndexTally, IndexWork } from './index-work';

/** Number of texts that are embedded and then written together. */
const textsPerWrite = 256;

interface WaitingRow {
  readonly row: number;
  readonly hash: string;
  /** The hash without the note, as chunking the file gives it. */
  readonly plainHash: string;
  readonly note?: string | undefined;
}

interface EmbeddableText extends WaitingRow {
  readonly passage: Passage;
}

export async function makeLateVectors(
  work: IndexWork,
  embedder: Embedder,
  tally: IndexTally,
  signal: AbortSignal | undefined,
): Promise<void> {
  const total = countWaiting(work.writer.index.segments);
  if (total === 0) return;
  const gate = new ReadGate(work.root, work.limits.force ? maxSourceBytes : work.limits.maxBytes);
  const meter = new ProgressMeter({ step: 'embedding', total }, work.onProgress);
  const fillRows = async (segment: LoadedSegment, texts: readonly EmbeddableText[]): Promise<void> => {
    signal?.throwIfAborted();
    tally.embedded += await fill(segment, texts, work.writer, embedder, signal);
    meter.add(texts.length, texts.length, 0);
  };
  for (const segment of work.writer.index.segments) {
    let texts: EmbeddableText[] = [];
    for (let file = 0; file < segment.fileCount; file++) {
      const waiting = waitingIn(segment, file);
      if (waiting.length === 0) continue;
      const found = await textsOf(segment.path(file), gate, work, signal);
      texts.push(...waiting.flatMap((one) => textOf(one, found)));
      if (texts.length < textsPerWrite) continue;
      await fillRows(segment, texts);
      texts = [];
    }
    if (texts.length > 0) await fillRows(segment, texts);
  }
}

function countWaiting(segments: readonly LoadedSegment[]): number {
  let count = 0;
  for (const { missing, dead } of segments)
    missing?.forEach((flag, row) => {
      if (flag === 1 && dead?.[row] !== 1) count++;
    });
  return count;
}

function waitingIn(segment: LoadedSegment, file: number): WaitingRow[] {
  const { missing } = segment;
  if (!missing || segment.isDeadFile(file)) return [];
  const [from, to] = segment.searchedRows(file);
  const waiting: WaitingRow[] = [];
  for (let row = from; row < to; row++) {
    if (missing[row] !== 1) continue;
    const { hash = '', plainHash = hash, note } = segment.chunk(row);
    waiting.push({ row, hash, plainHash, note });
  }
  return waiting;
}

function textOf(one: WaitingRow, chunks: ReadonlyMap<string, Chunk>): EmbeddableText[] {
  const chunk = chunks.get(storedHash(one.plainHash));
  if (!chunk) return [];
  return [{ ...one, passage: passageOf(one.note === undefined ? chunk : { ...chunk, note: one.note }) }];
}

async function textsOf(
  path: string,
  gate: ReadGate,
  { pool, chunk: options, limits }: IndexWork,
  signal: AbortSignal | undefined,
): Promise<Map<string, Chunk>> {
  // An index may come from others, and the texts go to a server.
  const read = gate.read(path);
  if ('skipped' in read) return new Map();
  const reply = await pool.chunk({ path, text: read.text, options, limits }, signal);
  if (reply.is !== 'chunked') return new Map();
  return new Map(reply.file.chunks.map((chunk) => [storedHash(chunk.hash), chunk]));
}

/** The digits of a hash that the index stores. */
function storedHash(hash: string): string {
  return hash.slice(0, 2 * storedHashBytes);
}

/** Returns how many texts the model embedded. */
async function fill(
  { dimensions, sequence }: LoadedSegment,
  texts: readonly EmbeddableText[],
  writer: IndexWriter,
  embedder: Embedder,
  signal: AbortSignal | undefined,
): Promise<number> {
  const distinct = new Map<string, Passage>();
  for (const { hash, passage } of texts) if (!writer.vectorOf(hash)) distinct.set(hash, passage);
  const made = await embedder.embed([...distinct.values()], 'passage', signal);
  const vectorByHash = new Map([...distinct.keys()].map((hash, i) => [hash, made[i]]));
  const vectors = new Int8Array(texts.length * dimensions);
  const scales = new Float32Array(texts.length);
  for (const [i, { hash }] of texts.entries()) {
    const target = vectors.subarray(i * dimensions, (i + 1) * dimensions);
    const own = vectorByHash.get(hash);
    const known = own ? undefined : writer.vectorOf(hash);
    if (own) scales[i] = quantiseVector(own, target);
    else if (known) {
      target.set(known.vector);
      scales[i] = known.scale;
    }
  }
  const rows = Uint32Array.from(texts, ({ row }) => row);
  succeeded(await writer.fillVectors(sequence, rows, { vectors, scales }));
  return distinct.size;
}
