/** Measures work in a way that a busy machine hardly changes: by processor time, and by a fifth of the time that passed. */

/** Milliseconds of work. @param passed and of processor time: milliseconds since the work began */
export function workOf(passed: number, processor: number): number {
  return Math.max(processor, passed / 5);
}

/** Measures the work of this process. */
export class WorkClock {
  private readonly started = performance.now();
  private readonly cpu = process.cpuUsage();

  /** Milliseconds. */
  get spent(): number {
    const { user, system } = process.cpuUsage(this.cpu);
    return workOf(this.passed, (user + system) / 1000);
  }

  /** Cheaper than `spent` as long as not even the time that passed is over. */
  isBeyond(milliseconds: number): boolean {
    return this.passed > milliseconds && this.spent > milliseconds;
  }

  private get passed(): number {
    return performance.now() - this.started;
  }
}
