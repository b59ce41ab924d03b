/**
 * The time limit of a request. On Linux the work of the process counts: on a busy machine a process may get no processor for a minute,
 * and its file is not the cause. On other systems time counts as it passes.
 */
import { readFileSync } from 'node:fs';
import { workOf } from '../../shared/work-clock';

/** In `/proc`, on every common machine. */
const millisecondsPerTick = 10;

export class WorkerDeadline {
  private timer: NodeJS.Timeout | undefined;
  private spent = 0;
  private started = 0;
  private processorBefore: number | undefined;
  private isStopped = false;

  constructor(
    private readonly pid: number | undefined,
    private readonly limitMs: number,
    private readonly onEnd: () => void,
  ) {
    this.resume();
  }

  pause(): void {
    clearTimeout(this.timer);
    const passed = performance.now() - this.started;
    const { processorBefore } = this;
    const processor = processorMs(this.pid);
    const isKnown = processor !== undefined && processorBefore !== undefined;
    this.spent += isKnown ? workOf(passed, processor - processorBefore) : passed;
  }

  resume(): void {
    if (this.isStopped) return;
    this.started = performance.now();
    this.processorBefore = processorMs(this.pid);
    this.timer = setTimeout(() => this.check(), Math.max(millisecondsPerTick, this.limitMs - this.spent));
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private check(): void {
    this.pause();
    if (this.spent >= this.limitMs) this.onEnd();
    else this.resume();
  }
}

/** Of a running process, since its start. */
function processorMs(pid: number | undefined): number | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined;
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the name in parentheses, which may contain spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [user, system] = fields.slice(11, 13).map(Number);
    return user === undefined || system === undefined ? undefined : (user + system) * millisecondsPerTick;
  } catch {
    return undefined;
  }
}
