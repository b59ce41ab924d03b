/** The progress and the final report of an export. */
import type { Coverage } from '../../code/chunk';
import type { ChunkReply } from '../../engine/workers/worker-protocol';
import type { WalkCounter, WalkStatistics } from '../../workspace/walk-statistics';
import type { ExportFormat } from './export-formats';
import type { ExportVectors } from './export-vectors';

export interface ExportProgress {
  /** Files, like `total`. */
  readonly done: number;
  readonly total: number;
  readonly chunks: number;
  readonly megabytesPerSecond: number;
  readonly remainingSeconds: number | undefined;
}

export interface ExportReport {
  readonly format: ExportFormat;
  readonly files: number;
  /** Searched chunks, and parents. */
  readonly chunks: number;
  readonly parents: number;
  /** Size of the exported source files; `bytes` is the size of the output. */
  readonly sourceBytes: number;
  readonly bytes: number;
  /** Non-blank lines, and how many of them are in exactly one searched chunk. */
  readonly coverage: Coverage;
  /** All files in the folder, and why some were skipped. */
  readonly folder: WalkStatistics;
  /** How many texts the model embedded, and how many vectors came from the index. */
  readonly embedding?: { readonly model: string; readonly embedded: number; readonly reused: number };
  readonly seconds: number;
  readonly warnings: readonly string[];
}

interface ReportedOptions {
  readonly format: ExportFormat;
  readonly parents: boolean;
  readonly embedding?: { readonly model: string; readonly vectors: ExportVectors };
}

const progressEveryMs = 100;

export class ExportTally {
  private readonly started = performance.now();
  private lastProgress = 0;
  private done = 0;
  private readonly counts = { files: 0, chunks: 0, parents: 0, sourceBytes: 0 };
  private readonly coverage = { lines: 0, covered: 0 };
  private readonly warnings = new Set<string>();

  constructor(
    private readonly counter: WalkCounter,
    private readonly onProgress: ((progress: ExportProgress) => void) | undefined,
    private readonly total: number,
  ) {}

  add(path: string, reply: ChunkReply): void {
    this.done++;
    if (reply.is === 'chunked') {
      const { file, bytes, coverage } = reply;
      const { counts } = this;
      const parents = file.chunks.filter(({ role }) => role === 'parent').length;
      this.counter.take();
      counts.files++;
      counts.parents += parents;
      counts.chunks += file.chunks.length - parents;
      counts.sourceBytes += bytes;
      this.coverage.lines += coverage.lines;
      this.coverage.covered += coverage.covered;
      for (const warning of file.warnings ?? []) this.warnings.add(warning);
    } else if (reply.is === 'skipped') this.counter.skip(path, reply.skipped);
    this.reportProgress();
  }

  report({ format, parents, embedding }: ReportedOptions, bytes: number): ExportReport {
    return {
      ...{ format, ...this.counts, parents: parents ? this.counts.parents : 0, bytes, coverage: this.coverage },
      folder: this.counter.statistics(),
      ...(embedding && {
        embedding: { model: embedding.model, embedded: embedding.vectors.embedded, reused: embedding.vectors.reused },
      }),
      seconds: (performance.now() - this.started) / 1000,
      warnings: [...this.warnings],
    };
  }

  private reportProgress(): void {
    const now = performance.now();
    if (!this.onProgress || now - this.lastProgress < progressEveryMs) return;
    this.lastProgress = now;
    const seconds = (now - this.started) / 1000;
    const { done } = this;
    const { chunks, sourceBytes } = this.counts;
    // New files may have appeared since the count.
    const total = Math.max(this.total, done);
    this.onProgress({
      done,
      total,
      chunks,
      megabytesPerSecond: sourceBytes / 1e6 / seconds,
      remainingSeconds: (seconds / done) * (total - done),
    });
  }
}
