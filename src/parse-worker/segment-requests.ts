/**
 * Files to segments, whatever happens to the engine. A batch has many files, so when its engine dies the culprit is not known:
 * the files are then asked for one by one. One that ends the engine twice, or keeps it from answering, is cut by lines; where
 * even that fails it is noted as left out. What an engine leaves over goes to the next.
 */
import type { Fallback } from '../chunking/chunk';
import { bytesOfSections, segmentSections } from '../index/format/segment-sections';
import { SegmentBuilder } from '../index/lexical/lexical-builder';
import { errorMessage } from '../shared/error-message';
import { unsettled } from '../workspace/folder-changes';
import { type WorkerDeath, WorkerDied, type WorkerProcess, type WorkerRequestOptions } from './worker-process';
import { type FileToIndex, type SegmentReply, type SegmentRequest, segmentRequest } from './worker-protocol';

interface Engines {
  readonly ordinary: WorkerProcess;
  readonly careful: WorkerProcess;
}

type Asked = Omit<WorkerRequestOptions, 'timeoutMs'> & { readonly timeoutMs: number };

export async function requestSegments(
  engines: Engines,
  request: SegmentRequest,
  options: Asked,
): Promise<SegmentReply[]> {
  const replies: SegmentReply[] = [];
  const careful: FileToIndex[] = [];
  for (let files = request.files; files.length > 0; ) {
    const replied = await segmentOf(engines.ordinary, { ...request, files }, options);
    for (const reply of replied) careful.push(...reply.careful);
    replies.push(...replied);
    files = replied.flatMap(({ left }) => left);
  }
  for (let files: readonly FileToIndex[] = careful; files.length > 0; ) {
    const replied = await segmentOf(engines.careful, { ...request, files }, options);
    replies.push(...replied);
    files = replied.flatMap(({ left }) => left);
  }
  return replies;
}

async function segmentOf(engine: WorkerProcess, request: SegmentRequest, options: Asked): Promise<SegmentReply[]> {
  const { signal, timeoutMs } = options;
  const isOne = request.files.length === 1;
  // The parser gives up earlier, file by file; a batch that takes this long is stuck.
  const limit = isOne ? timeoutMs : timeoutMs * 3;
  for (let attempt = 1; ; attempt++) {
    try {
      return [await engine.ask((to) => to.sendRequest(segmentRequest, request), { ...options, timeoutMs: limit })];
    } catch (error) {
      const how = howItDied(error, signal);
      if (!isOne) break;
      if (how === 'crashed' && attempt === 1) continue;
      return [await byLines(engine, request, how === 'timed-out' ? 'grammar-timeout' : 'grammar-crashed', options)];
    }
  }
  const replies: SegmentReply[] = [];
  for (const file of request.files) replies.push(...(await segmentOf(engine, { ...request, files: [file] }, options)));
  return replies;
}

async function byLines(
  engine: WorkerProcess,
  request: SegmentRequest,
  quarantined: Fallback,
  options: Asked,
): Promise<SegmentReply> {
  try {
    return await engine.ask((to) => to.sendRequest(segmentRequest, { ...request, quarantined }), options);
  } catch (error) {
    howItDied(error, options.signal);
    return failed(request, errorMessage(error));
  }
}

function failed({ files, rowBytes }: SegmentRequest, why: string): SegmentReply {
  const skipped = { reason: 'failed', message: `could not be cut: ${why}` } as const;
  const rows = files.map(({ path, size }) => ({
    path,
    size,
    // It may have been the machine: the next refresh tries again.
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
    careful: [],
    left: [],
  };
}

function howItDied(error: unknown, signal: AbortSignal | undefined): WorkerDeath {
  signal?.throwIfAborted();
  if (error instanceof WorkerDied && error.how !== 'cancelled') return error.how;
  throw error;
}
