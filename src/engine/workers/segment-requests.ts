/**
 * Requests segments from parse workers, whatever happens to the worker. A batch has many files, so when its worker dies it is not known
 * which file caused that: the files are then requested one by one. A file that kills the worker twice, or times out, is chunked by
 * lines; if even that fails, it is listed as skipped. Files that a worker did not process go into the next request.
 */
import type { Fallback } from '../../code/chunk';
import { bytesOfSections, segmentSections } from '../../index/format/segment-sections';
import { SegmentBuilder } from '../../index/lexical/lexical-builder';
import { unsettled } from '../../workspace/folder-changes';
import type { Skipped } from '../../workspace/skip-reasons';
import { failedToChunk } from './chunking-pool';
import { deathOf, type WorkerProcess, type WorkerRequestOptions } from './worker-process';
import { type SegmentReply, type SegmentWork, segmentRequest } from './worker-protocol';

type SegmentOptions = Omit<WorkerRequestOptions, 'timeoutMs'> & { readonly timeoutMs: number };

/** Lends the worker for the next request. */
type NextWorker = () => Promise<WorkerProcess>;

/** Lends a worker without V8's optimiser for some work. */
type UseLiftoff = (work: (liftoff: NextWorker) => Promise<SegmentReply[]>) => Promise<SegmentReply[]>;

export async function requestSegments(
  ordinary: NextWorker,
  useLiftoff: UseLiftoff,
  request: SegmentWork,
  options: SegmentOptions,
): Promise<SegmentReply[]> {
  const replies = await segmentsOf(ordinary, request, options);
  const files = replies.flatMap(({ needLiftoff }) => needLiftoff);
  if (files.length === 0) return replies;
  return [...replies, ...(await useLiftoff((liftoff) => segmentsOf(liftoff, { ...request, files }, options)))];
}

async function segmentsOf(
  nextWorker: NextWorker,
  request: SegmentWork,
  options: SegmentOptions,
): Promise<SegmentReply[]> {
  const replies: SegmentReply[] = [];
  for (let { files } = request; files.length > 0; ) {
    const replied = await segmentOf(nextWorker, { ...request, files }, options);
    replies.push(...replied);
    files = replied.flatMap(({ unprocessed }) => unprocessed);
  }
  return replies;
}

async function segmentOf(
  nextWorker: NextWorker,
  request: SegmentWork,
  options: SegmentOptions,
): Promise<SegmentReply[]> {
  const worker = await nextWorker();
  const { signal, timeoutMs } = options;
  const isOne = request.files.length === 1;
  // The parser has its own, shorter limit per file. A batch that takes this long is stuck.
  const limit = isOne ? timeoutMs : timeoutMs * 3;
  for (let attempt = 1; ; attempt++) {
    try {
      return [await askSegment(worker, request, { ...options, timeoutMs: limit })];
    } catch (error) {
      const how = deathOf(error, signal);
      if (!isOne) break;
      if (how === 'crashed' && attempt === 1) continue;
      return [
        await segmentByLines(worker, request, how === 'timed-out' ? 'grammar-timeout' : 'grammar-crashed', options),
      ];
    }
  }
  const replies: SegmentReply[] = [];
  for (const file of request.files)
    replies.push(...(await segmentOf(nextWorker, { ...request, files: [file] }, options)));
  return replies;
}

function askSegment(worker: WorkerProcess, request: SegmentWork, options: SegmentOptions): Promise<SegmentReply> {
  const { memoryLimit } = worker;
  return worker.ask((to) => to.sendRequest(segmentRequest, { ...request, memoryLimit }), options);
}

async function segmentByLines(
  worker: WorkerProcess,
  request: SegmentWork,
  quarantined: Fallback,
  options: SegmentOptions,
): Promise<SegmentReply> {
  try {
    return await askSegment(worker, { ...request, quarantined }, options);
  } catch (error) {
    deathOf(error, options.signal);
    return failedSegment(request, failedToChunk(error));
  }
}

function failedSegment({ files, rowBytes }: SegmentWork, skipped: Skipped): SegmentReply {
  const rows = files.map(({ path, size }) => ({
    path,
    size,
    // The cause may be temporary: the next refresh tries again.
    mtimeMs: unsettled,
    language: '',
    lines: 0,
    coverage: { lines: 0, covered: 0 },
    skipped,
    chunks: [],
  }));
  const segment = { files: rows, removed: [], lexical: new SegmentBuilder().finish() };
  return {
    sections: bytesOfSections(segmentSections(segment, rowBytes)),
    files: 0,
    bytes: 0,
    chunks: 0,
    embedded: 0,
    skipped: files.map(({ path }) => ({ path, ...skipped })),
    warnings: [],
    cpuMs: 0,
    needLiftoff: [],
    unprocessed: [],
  };
}
