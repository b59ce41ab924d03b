/**
 * Finds changes that no file watcher reports. That happens
 *
 * - when the system's limit of watched folders is reached: VS Code then watches a part of the folder, or nothing;
 * - when a comparison finds changes that no event announced: `files.watcherExclude`, a network drive, too many events at once. So the
 *   folder is compared now and then, when the window gets the focus.
 *
 * From then on the folder is polled while the window has the focus: every two seconds what git did, which takes the status of two files,
 * and the whole folder if git did something, or if the last comparison is twenty times as long ago as it took.
 */
import type { IndexReport } from '../../../engine/indexer/index-result';
import { gitStamp } from '../../../workspace/repository';
import { reachedWatchLimit, type WatchLimit } from '../../../workspace/watch-limit';

export const lookMs = 2_000;
/** The pause between two comparisons is at least this long. */
export const minPauseMs = 10_000;
const pausePerDuration = 20;
/** The same while the watcher is trusted. */
export const trustedPauseMs = 300_000;
/** An event may come this much before or after the comparison that finds its change. */
export const eventSlackMs = 10_000;

export type PollingReason = WatchLimit | 'missed';

interface ChangePollingOptions {
  readonly root: string;
  readonly compare: () => Promise<IndexReport | undefined>;
  /** Called once, when polling begins. */
  readonly onPolling: (reason: PollingReason) => void;
  readonly watchLimit?: (root: string) => WatchLimit | undefined;
}

export class ChangePolling {
  private isPolling = false;
  private isFocused = false;
  private isComparing = false;
  private lastEvent = Number.NEGATIVE_INFINITY;
  private lastEnd = Date.now();
  private lastDurationMs = 0;
  private stamp: string | undefined;
  private timer: NodeJS.Timeout | undefined;
  private judging: NodeJS.Timeout | undefined;

  constructor(private readonly options: ChangePollingOptions) {}

  /** Something reported a change: the watcher, or the editor itself. */
  changeReported(): void {
    this.lastEvent = Date.now();
  }

  /** The whole folder was compared, for this or for another reason. */
  compared({ seconds, chunks }: Pick<IndexReport, 'seconds' | 'chunks'>): void {
    this.lastEnd = Date.now();
    // Otherwise most of the time went into chunking.
    if (chunks === 0) this.lastDurationMs = seconds * 1000;
    this.checkLimit();
  }

  focusChanged(isFocused: boolean): void {
    this.isFocused = isFocused;
    clearInterval(this.timer);
    if (!isFocused) return;
    this.checkLimit();
    if (this.isPolling) this.begin();
    else if (this.pauseMs() >= Math.max(trustedPauseMs, this.neededPauseMs())) void this.compare();
  }

  dispose(): void {
    clearInterval(this.timer);
    clearTimeout(this.judging);
  }

  private checkLimit(): void {
    const limit = this.isPolling ? undefined : (this.options.watchLimit ?? reachedWatchLimit)(this.options.root);
    if (limit) this.poll(limit);
  }

  private poll(reason: PollingReason): void {
    if (this.isPolling) return;
    this.isPolling = true;
    this.options.onPolling(reason);
    if (this.isFocused) this.begin();
  }

  private begin(): void {
    clearInterval(this.timer);
    this.timer = setInterval(() => void this.look(), lookMs);
    void this.look();
  }

  private async look(): Promise<void> {
    const stamp = await gitStamp(this.options.root);
    const hasGitChanged = stamp !== this.stamp;
    this.stamp = stamp;
    if (hasGitChanged || this.pauseMs() >= this.neededPauseMs()) await this.compare();
  }

  private async compare(): Promise<void> {
    if (this.isComparing) return;
    this.isComparing = true;
    const started = Date.now();
    try {
      const report = await this.options.compare();
      if (report && !this.isPolling && report.added + report.changed + report.removed > 0) this.judgeLater(started);
    } finally {
      this.isComparing = false;
      this.lastEnd = Date.now();
    }
  }

  /** The watcher may report the changes a moment later. */
  private judgeLater(started: number): void {
    clearTimeout(this.judging);
    this.judging = setTimeout(() => {
      if (this.lastEvent < started - eventSlackMs) this.poll('missed');
    }, eventSlackMs);
  }

  private pauseMs(): number {
    return Date.now() - this.lastEnd;
  }

  private neededPauseMs(): number {
    return Math.max(minPauseMs, pausePerDuration * this.lastDurationMs);
  }
}
