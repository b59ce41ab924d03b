/** Turns counts into speed and remaining time. */
import type { IndexProgress } from './index-result';

export class ProgressMeter {
  private readonly started = performance.now();
  private done = 0;
  private chunks = 0;
  private bytes = 0;

  constructor(
    private readonly step: IndexProgress['step'],
    private readonly total: number,
    /** Size of the source; 0 if the step does not count bytes. */
    private readonly totalBytes: number,
    private readonly onProgress: ((progress: IndexProgress) => void) | undefined,
    private readonly folderFiles?: number,
  ) {}

  add(done: number, chunks: number, bytes: number): void {
    this.done += done;
    this.chunks += chunks;
    this.bytes += bytes;
    const seconds = (performance.now() - this.started) / 1000;
    const share = this.totalBytes > 0 ? this.bytes / this.totalBytes : this.done / Math.max(1, this.total);
    this.onProgress?.({
      step: this.step,
      done: this.done,
      total: this.total,
      ...(this.folderFiles !== undefined && { folderFiles: this.folderFiles }),
      chunks: this.chunks,
      bytes: this.bytes,
      megabytesPerSecond: seconds === 0 ? 0 : this.bytes / 1e6 / seconds,
      remainingSeconds: share === 0 ? undefined : Math.max(0, seconds / share - seconds),
    });
  }
}
