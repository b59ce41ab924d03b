/** What an export tells while it runs, and in the end. */
import type { Coverage } from '../chunking/records/coverage';
import type { ChunkReply } from '../parse-worker/worker-protocol';
import type { WalkCounter, WalkStatistics } from '../workspace/size-statistics';
import type { ExportFormat } from './export-formats';
import type { Vectors } from './export-vectors';

export interface ExportProgress {
  /** Files. */
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
  /** Of the exported files, and of what was written. */
  readonly sourceBytes: number;
  readonly bytes: number;
  /** Lines that are not blank, and those of them that are in exactly one searched chunk. */
  readonly coverage: Coverage;
  /** All files that were met, and why some were left out. */
  readonly folder: WalkStatistics;
  /** Texts that the model was asked for, and that had a vector in the index. */
  readonly embedding?: { readonly model: string; readonly embedded: number; readonly reused: number };
  readonly seconds: number;
  readonly warnings: readonly string[];
}

/** Milliseconds between two words about the progress. */
const tellEvery = 100;

export class Tally {
  private readonly started = performance.now();
  private told = 0;
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
    private readonly tell: ((progress: ExportProgress) => void) | undefined,
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
    this.tellOf();
  }

  report(
    {
      format,
      parents,
      embedding,
    }: {
      readonly format: ExportFormat;
      readonly parents: boolean;
      readonly embedding?: { readonly model: string; readonly vectors: Vectors };
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

  private tellOf(): void {
    const now = performance.now();
    if (!this.tell || now - this.told < tellEvery) return;
    this.told = now;
    const seconds = (now - this.started) / 1000;
    const { done, chunks, sourceBytes } = this;
    // Files may have come since they were counted.
    const total = Math.max(this.total, done);
    this.tell({
      done,
      total,
      chunks,
      megabytesPerSecond: sourceBytes / 1e6 / seconds,
      remainingSeconds: (seconds / done) * (total - done),
    });
  }
}
