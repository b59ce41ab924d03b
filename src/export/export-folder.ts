/**
 * A folder into one file of chunks. Files are walked in a stable order and chunked by several engines at once; their answers are
 * put back into that order, given vectors where they are wanted, encoded and written, so that the same folder gives the same
 * bytes every time. Only what is under way is in memory: a few files per engine, and what an encoder holds.
 */
import { setMaxListeners } from 'node:events';
import { realpathSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Chunk, ChunkedFile, ChunkOptions } from '../chunking/chunk';
import { noteFileOf } from '../index/notes/note-log';
import { walkFolder } from '../index-service/indexer/folder-walks';
import { inOrder } from '../shared/in-order';
import type { WorkerPool } from '../parse-worker/worker-pool';
import type { ChunkReply } from '../parse-worker/worker-protocol';
import { discover, type FoundFile } from '../workspace/discover';
import type { ReadLimits } from '../workspace/read-file';
import { WalkCounter } from '../workspace/size-statistics';
import { encoderOf } from './encoders';
import type { ExportFormat } from './export-formats';
import { exportedFile } from './export-record';
import { type ExportProgress, type ExportReport, Tally } from './export-report';
import type { Target } from './export-target';
import type { Vectors } from './export-vectors';

interface ExportOptions {
  readonly format: ExportFormat;
  readonly context: boolean;
  readonly parents: boolean;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Ids; none: all. */
  readonly languages: readonly string[];
  readonly chunk: ChunkOptions;
  readonly limits: ReadLimits;
  /** Engines of the pool. */
  readonly jobs: number;
  readonly pool: WorkerPool;
  /** Of the folder: it is not exported itself. */
  readonly indexFile: string;
  /** Where vectors are wanted, and the id of their model. */
  readonly embedding?: { readonly vectors: Vectors; readonly model: string };
  readonly onProgress?: ((progress: ExportProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Files under way per engine. */
const filesPerJob = 4;
/** Chunks and characters that are given vectors together: one request to a server. */
const groupChunks = 128;
const groupCharacters = 1_000_000;

interface Chunked {
  readonly path: string;
  readonly reply: ChunkReply;
}

/** The target is complete afterwards, or unchanged. @throws `TargetProblem`, the signal's reason, what a model throws. */
export async function exportFolder(folder: string, target: Target, asked: ExportOptions): Promise<ExportReport> {
  // A failure stops all: files that wait for an engine would start one again after the pool was disposed of.
  const stop = new AbortController();
  const signal = asked.signal ? AbortSignal.any([asked.signal, stop.signal]) : stop.signal;
  // Each file under way listens to it.
  setMaxListeners(0, signal);
  const options = { ...asked, signal };
  try {
    const root = folderOf(folder);
    const about = {
      folder: basename(root),
      context: options.context,
      parents: options.parents,
      ...(options.embedding && { model: options.embedding.model }),
    };
    const encoder = encoderOf(options.format, target, about);
    const counter = new WalkCounter();
    const tally = new Tally(counter, options.onProgress, options.onProgress ? await countFiles(root, options) : 0);
    await encoder.begin();
    const replies = inOrder(filesOf(root, target, options, counter), options.jobs * filesPerJob, (file) =>
      chunk(file, options),
    );
    for await (const group of grouped(replies, tally, options.embedding ? groupChunks : 1)) {
      const chunks = group.flatMap((file) => file.chunks);
      const vectors = await options.embedding?.vectors.of(chunks, options.signal);
      const embeddingOf =
        vectors && ((chunk: Chunk) => (chunk.role === 'parent' ? undefined : vectors.get(chunk.hash)));
      for (const file of group) await encoder.add(exportedFile(file, options, embeddingOf));
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
  // Spelled like the target, to be told from it.
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
  target: Target,
  { include, exclude, limits: { force }, indexFile, signal }: ExportOptions,
  counter: WalkCounter,
): AsyncGenerator<FoundFile> {
  const walk = { include, exclude, force, ...(signal && { signal }) };
  for await (const found of walkFolder(root, indexFile, walk, counter)) {
    if (!('skipped' in found) && !target.files.includes(found.file)) yield found;
  }
}

async function chunk({ path, file, isNamed }: FoundFile, options: ExportOptions): Promise<Chunked> {
  const { limits, languages, pool, indexFile, signal } = options;
  const request = {
    path,
    file,
    options: options.chunk,
    limits: isNamed ? limits : { ...limits, isFound: true },
    notes: noteFileOf(indexFile),
    ...(languages.length > 0 && { only: languages }),
  };
  return { path, reply: await pool.chunk(request, signal) };
}

/** Files whose chunks are given vectors together, in order; what was skipped is only counted. */
async function* grouped(
  replies: AsyncIterable<Chunked>,
  tally: Tally,
  mostChunks: number,
): AsyncGenerator<readonly ChunkedFile[]> {
  let group: ChunkedFile[] = [];
  let chunks = 0;
  let characters = 0;
  for await (const { path, reply } of replies) {
    tally.add(path, reply);
    if (reply.is !== 'chunked') continue;
    group.push(reply.file);
    chunks += reply.file.chunks.length;
    characters += reply.bytes;
    if (chunks < mostChunks && characters < groupCharacters) continue;
    yield group;
    group = [];
    chunks = 0;
    characters = 0;
  }
  if (group.length > 0) yield group;
}
