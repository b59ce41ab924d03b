/**
 * Exports the chunks of a folder as one file. Files are walked in a stable order and chunked by several parse workers at once. The
 * answers are put back into that order, given vectors if requested, encoded and written, so the same folder gives the same bytes
 * every time. Memory holds only work in progress: a few files per worker, and what an encoder buffers. If signatures of other files
 * are exported, all files are read twice, and memory also holds what they define and use (run-graph.ts).
 */
import { setMaxListeners } from 'node:events';
import { realpathSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Chunk, ChunkedFile } from '../../code/chunk';
import type { ChunkingPool } from '../../engine/workers/chunking-pool';
import type { ChunkReply } from '../../engine/workers/worker-protocol';
import { noteFileOf } from '../../index/logs/note-log';
import type { ChunkOptions } from '../../options/chunk-options';
import { inGroups, inOrder } from '../../shared/in-order';
import { discover, type FoundFile, walkFolder } from '../../workspace/discover';
import { type ReadLimits, walkLimits } from '../../workspace/read-file';
import { WalkCounter } from '../../workspace/walk-statistics';
import { type ExportFormat, exportFormats } from './export-formats';
import { exportedFile } from './export-record';
import { type ExportProgress, type ExportReport, ExportTally } from './export-report';
import type { ExportTarget } from './export-target';
import type { ExportVectors } from './export-vectors';
import { RunGraph } from './run-graph';

interface ExportOptions {
  readonly format: ExportFormat;
  readonly context: boolean;
  readonly parents: boolean;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Language ids; empty means all. */
  readonly languages: readonly string[];
  readonly chunk: ChunkOptions;
  readonly limits: ReadLimits;
  /** Number of workers in the pool. */
  readonly jobs: number;
  readonly pool: ChunkingPool;
  /** The index of the folder, which is not exported itself. */
  readonly indexFile: string;
  /** Set if vectors are exported; `model` is the id of their model. */
  readonly embedding?: { readonly vectors: ExportVectors; readonly model: string };
  readonly onProgress?: ((progress: ExportProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Files in progress per worker. */
const filesPerJob = 4;
/** Limits of one batch of chunks to embed, which is one request to a server. */
const batchChunks = 128;
const batchCharacters = 1_000_000;

type Chunked = { readonly path: string; readonly reply: ChunkReply };

/**
 * Afterwards the target is complete, or unchanged.
 * @throws `TargetProblem`, the signal's reason, or an error of the embedding model
 */
export async function exportFolder(
  folder: string,
  target: ExportTarget,
  request: ExportOptions,
): Promise<ExportReport> {
  // A failure stops everything: files still waiting for a worker would start one again after the pool was disposed.
  const stop = new AbortController();
  const signal = request.signal ? AbortSignal.any([request.signal, stop.signal]) : stop.signal;
  // Every file in progress listens to the signal.
  setMaxListeners(0, signal);
  const options = { ...request, signal };
  try {
    const root = folderOf(folder);
    const signatures = options.context && options.chunk.context === 'signatures';
    const info = {
      folder: basename(root),
      context: options.context,
      signatures,
      parents: options.parents,
      ...(options.embedding && { model: options.embedding.model }),
    };
    const encoder = await exportFormats[options.format].createEncoder(target, info);
    const counter = new WalkCounter();
    const tally = new ExportTally(
      counter,
      options.onProgress,
      options.onProgress ? await countFiles(root, options) : 0,
    );
    await encoder.begin();
    const graph = signatures
      ? await RunGraph.read(filesOf(root, target, options, new WalkCounter()), options)
      : undefined;
    const replies = inOrder(filesOf(root, target, options, counter), options.jobs * filesPerJob, (file) =>
      chunk(file, options),
    );
    const maxChunks = options.embedding ? batchChunks : 1;
    for await (const batch of inGroups(chunkedFiles(replies, tally), (files) => isBatch(files, maxChunks))) {
      const chunks = batch.flatMap(({ file }) => file.chunks);
      const vectors = await options.embedding?.vectors.of(chunks, options.signal);
      const embeddingOf =
        vectors && ((chunk: Chunk) => (chunk.role === 'parent' ? undefined : vectors.get(chunk.hash)));
      for (const { file } of batch)
        await encoder.add(exportedFile(graph ? graph.attach(file) : file, options, embeddingOf));
      signal.throwIfAborted();
    }
    await encoder.end();
    await target.finish();
    return tally.report(options, target.bytes);
  } finally {
    stop.abort();
    await target.discard();
  }
}

function folderOf(folder: string): string {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`there is no folder ${folder}`);
  // Resolved like the path of the target, so that the two can be compared.
  return realpathSync.native(folder);
}

async function countFiles(
  root: string,
  { include, exclude, limits: { force }, signal }: ExportOptions,
): Promise<number> {
  let count = 0;
  const walk = discover(root, { include, exclude, force, ...(signal && { signal }) });
  for await (const found of walk) if (!('skipped' in found)) count++;
  return count;
}

async function* filesOf(
  root: string,
  target: ExportTarget,
  { include, exclude, limits: { force }, indexFile, signal }: ExportOptions,
  counter: WalkCounter,
): AsyncGenerator<FoundFile> {
  const walk = { include, exclude, force, ...(signal && { signal }) };
  for await (const entries of walkFolder(root, indexFile, walk, counter)) {
    for (const found of entries) if (!('skipped' in found) && !target.files.includes(found.file)) yield found;
  }
}

async function chunk({ path, file, isNamed }: FoundFile, options: ExportOptions): Promise<Chunked> {
  const { limits, languages, pool, indexFile, signal } = options;
  const request = {
    path,
    file,
    options: options.chunk,
    limits: walkLimits(limits, isNamed),
    notes: noteFileOf(indexFile),
    ...(languages.length > 0 && { only: languages }),
  };
  return { path, reply: await pool.chunk(request, signal) };
}

/** The files that have chunks, with their sizes in bytes. Skipped files are only counted. */
async function* chunkedFiles(replies: AsyncIterable<Chunked>, tally: ExportTally) {
  for await (const { path, reply } of replies) {
    tally.add(path, reply);
    if (reply.is === 'chunked') yield reply;
  }
}

/** Whether the files have enough chunks to be embedded together. */
function isBatch(files: readonly { readonly file: ChunkedFile; readonly bytes: number }[], maxChunks: number): boolean {
  const chunks = files.reduce((sum, { file }) => sum + file.chunks.length, 0);
  return chunks >= maxChunks || files.reduce((sum, { bytes }) => sum + bytes, 0) >= batchCharacters;
}
