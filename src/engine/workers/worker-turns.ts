/** Gives workers to those that ask for one, and lets the others wait for their turn. */
import { unlessAborted } from './chunking-pool';
import type { WorkerProcess } from './worker-process';

export class WorkerTurns {
  /** The one that was used last is the last. */
  private readonly idle: WorkerProcess[];
  /** Lent for work in several steps, which is not urgent. */
  private readonly interruptible = new Set<WorkerProcess>();
  private readonly urgent = new Set<(worker: WorkerProcess) => void>();
  private readonly waiting = new Set<(worker: WorkerProcess) => void>();

  /** @param mayStartMore whether another process may be started beside those that run. */
  constructor(
    private readonly workers: readonly WorkerProcess[],
    private readonly mayStartMore: () => boolean = () => true,
  ) {
    this.idle = [...workers];
  }

  /** Resident bytes of all. */
  get memory(): number {
    return this.workers.reduce((sum, { memory }) => sum + memory, 0);
  }

  /** Workers whose processes run. */
  get running(): number {
    return this.workers.filter(({ memory }) => memory > 0).length;
  }

  /**
   * Lends a worker, which must be given back. Rejects when the signal is aborted, with its reason.
   * @param isUrgent comes before others that wait, makes busy workers give way, and starts another process in any case, if there is an
   * idle worker.
   */
  async take(signal: AbortSignal | undefined, { isUrgent = false } = {}): Promise<WorkerProcess> {
    const free = this.takeFree(isUrgent);
    if (free) return free;
    if (isUrgent) for (const worker of this.interruptible) worker.giveWay();
    const waiting = isUrgent ? this.urgent : this.waiting;
    let waiter: ((worker: WorkerProcess) => void) | undefined;
    const turn = new Promise<WorkerProcess>((resolve) => {
      waiter = resolve;
      waiting.add(resolve);
    });
    if (!signal) return turn;
    try {
      return await unlessAborted(turn, signal);
    } catch (error) {
      const isWaiting = waiter && waiting.delete(waiter);
      // The signal was aborted just after the worker had been given.
      if (!isWaiting) this.giveBack(await turn);
      throw error;
    }
  }

  giveBack(worker: WorkerProcess): void {
    const waiting = this.urgent.size > 0 ? this.urgent : this.waiting;
    const [next] = waiting;
    if (!next) {
      this.idle.push(worker);
      return;
    }
    waiting.delete(next);
    next(worker);
  }

  /** Lends a worker for work in several steps. Each step asks for the worker it uses: before it, urgent requests go first. */
  async use<Result>(
    work: (nextWorker: () => Promise<WorkerProcess>) => Promise<Result>,
    signal: AbortSignal | undefined,
    { isUrgent = false } = {},
  ): Promise<Result> {
    let lent: WorkerProcess | undefined;
    const take = async (): Promise<WorkerProcess> => {
      const worker = await this.take(signal, { isUrgent });
      if (!isUrgent) this.interruptible.add(worker);
      return worker;
    };
    const giveBack = (): void => {
      if (!lent) return;
      this.interruptible.delete(lent);
      this.giveBack(lent);
      lent = undefined;
    };
    const nextWorker = async (): Promise<WorkerProcess> => {
      if (!isUrgent && this.urgent.size > 0) giveBack();
      lent ??= await take();
      return lent;
    };
    try {
      lent = await take();
      return await work(nextWorker);
    } finally {
      giveBack();
    }
  }

  /** Ends the processes of workers that have nothing to do. They are started again when needed. */
  stopIdle(): void {
    for (const worker of this.idle) worker.stop();
  }

  /** Ends all workers for good. */
  end(): void {
    for (const worker of this.workers) worker.end();
  }

  /** The one used last, so that the others can end: a process that runs is asked before another one is started. */
  private takeFree(isUrgent: boolean): WorkerProcess | undefined {
    const { idle } = this;
    const running = idle.findLastIndex(({ memory }) => memory > 0);
    if (running >= 0) return idle.splice(running, 1)[0];
    const noneIsLent = idle.length === this.workers.length;
    return isUrgent || noneIsLent || this.mayStartMore() ? idle.pop() : undefined;
  }
}
