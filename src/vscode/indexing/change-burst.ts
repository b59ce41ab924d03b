/**
 * Gathers what changed until it is quiet for a moment, so that a save is one piece of work and not three, and a branch switch
 * not thousands. Nobody waits longer than `mostMs`, however long the changes go on. Above `mostPaths` it is cheaper to compare
 * the whole folder than to name its files; such a storm (a build, an unpacked archive) may go on for `stormMs` before it is
 * looked at, or the folder would be compared again and again while it changes.
 */
export type ChangedPaths = readonly string[] | 'all';

export const quietMs = 300;
export const maxWaitMs = 2_000;
export const maxStormMs = 10_000;
export const maxPaths = 200;

export class ChangeBurst {
  private readonly paths = new Set<string>();
  private isAll = false;
  private since: number | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly tell: (changed: ChangedPaths) => void) {}

  add(path: string): void {
    if (!this.isAll) this.paths.add(path);
    if (this.paths.size > maxPaths) this.takeAll();
    this.wait();
  }

  addAll(): void {
    this.takeAll();
    this.wait();
  }

  /** Forgets what was gathered. */
  dispose(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.paths.clear();
    this.isAll = false;
    this.since = undefined;
  }

  private takeAll(): void {
    this.isAll = true;
    this.paths.clear();
  }

  private wait(): void {
    const now = Date.now();
    this.since ??= now;
    const left = this.since + (this.isAll ? maxStormMs : maxWaitMs) - now;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end(), Math.max(0, Math.min(quietMs, left)));
  }

  private end(): void {
    const changed: ChangedPaths = this.isAll ? 'all' : [...this.paths];
    this.dispose();
    this.tell(changed);
  }
}
