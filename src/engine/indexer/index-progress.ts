/** Turns counts into speed and remaining time. */
import type { IndexProgress } from './index-result';

/**
 * From less than this, the remaining time cannot be told: workers are still starting, and V8 has not optimised their code. The first
 * seconds of a large folder would promise hours.
 */
const telling = { seconds: 10, share: 0.1 };

interface MeteredWork extends Pick<IndexProgress, 'step' | 'total'> {
  /** Size of the source; left out if the step does not count bytes. */
  readonly totalBytes?: number;
  readonly folderFiles?: number | undefined;
}

export class ProgressMeter {
  private readonly started: number;
  private done = 0;
  private chunks = 0;
  private bytes = 0;
  /** When the first results came, and what part of the work they were: what was waited for before does not come again. */
  private first: { readonly seconds: number; readonly share: number } | undefined;

  constructor(
    private readonly work: MeteredWork,
    private readonly onProgress: ((progress: IndexProgress) => void) | undefined,
    /** In milliseconds. */
    private readonly now = (): number => performance.now(),
  ) {
    this.started = now();
  }

  add(done: number, chunks: number, bytes: number): void {
    this.done += done;
    this.chunks += chunks;
    this.bytes += bytes;
    const { step, total, folderFiles } = this.work;
    const seconds = (this.now() - this.started) / 1000;
    this.onProgress?.({
      step,
      done: this.done,
      total,
      ...(folderFiles !== undefined && { folderFiles }),
      chunks: this.chunks,
      bytes: this.bytes,
      megabytesPerSecond: seconds === 0 ? 0 : this.bytes / 1e6 / seconds,
      remainingSeconds: this.remainingSeconds(seconds),
    });
  }

  private remainingSeconds(seconds: number): number | undefined {
    const { total, totalBytes = 0 } = this.work;
    const share = totalBytes > 0 ? this.bytes / totalBytes : this.done / Math.max(1, total);
    this.first ??= { seconds, share };
    const [time, work] = [seconds - this.first.seconds, share - this.first.share];
    const isTelling = work > 0 && (time >= telling.seconds || share >= telling.share);
    return isTelling ? Math.max(0, (time / work) * (1 - share)) : undefined;
  }
}
