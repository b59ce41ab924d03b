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

const progressEveryMs = 100;

export class ExportTally {
  private readonly started = performance.now();
  private lastProgress = 0;
  private done = 0;
  private files = 0;
  private chunks = 0;
  private parents = 0;
  private sourceBytes = 0;
  private lines = 0;
  private covered = 0;
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
      this.counter.take();
      this.files++;
      for (const { role } of file.chunks) {
        if (role === 'parent') this.parents++;
        else this.chunks++;
      }
      this.sourceBytes += bytes;
      this.lines += coverage.lines;
      this.covered += coverage.covered;
      for (const warning of file.warnings ?? []) this.warnings.add(warning);
    } else if (reply.is === 'skipped') this.counter.skip(path, reply.skipped);
    this.reportProgress();
  }

  report(
    {
      format,
      parents,
      embedding,
    }: {
      readonly format: ExportFormat;
      readonly parents: boolean;
      readonly embedding?: { readonly model: string; readonly vectors: ExportVectors };
    },
    bytes: number,
  ): ExportReport {
    return {
      format,
      files: this.files,
      chunks: this.chunks,
      parents: parents ? this.parents : 0,
      sourceBytes: this.sourceBytes,
      bytes,
      coverage: { lines: this.lines, covered: this.covered },
      folder: this.counter.statistics(),
      ...(embedding && {
        embedding: {
          model: embedding.model,
          embedded: embedding.vectors.embedded,
          reused: embedding.vectors.reused,
        },
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
    const { done, chunks, sourceBytes } = this;
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
