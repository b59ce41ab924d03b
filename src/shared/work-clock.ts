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
    return workOf(this.passed, this.processor);
  }

  /**
   * Cheaper than `spent` as long as not even the time that passed is over.
   * @param processorMs also a limit for the processor time alone: waiting for a processor does not count.
   */
  isBeyond(workMs: number, processorMs = workMs): boolean {
    const { passed } = this;
    if (passed <= workMs && passed <= processorMs) return false;
    const { processor } = this;
    return processor > processorMs || workOf(passed, processor) > workMs;
  }

  private get processor(): number {
    const { user, system } = process.cpuUsage(this.cpu);
    return (user + system) / 1000;
  }

  private get passed(): number {
    return performance.now() - this.started;
  }
}
