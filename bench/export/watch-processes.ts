/**
 * Reads the resource use of a process and its children from /proc while they run: peak memory of each, and CPU time.
 */
import { readFileSync } from 'node:fs';

export interface ProcessTreeUse {
  /** Peak resident bytes of the process, of its largest child, and of all children at one moment. */
  main: number;
  largestChild: number;
  children: number;
  mainSeconds: number;
  childSeconds: number;
}

const ticksPerSecond = 100;

export class ProcessWatch {
  private readonly seconds = new Map<number, number>();
  private readonly use: ProcessTreeUse = { main: 0, largestChild: 0, children: 0, mainSeconds: 0, childSeconds: 0 };
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly pid: number) {
    this.timer = setInterval(() => this.sample(), 100);
  }

  stop(): ProcessTreeUse {
    clearInterval(this.timer);
    for (const [pid, seconds] of this.seconds) {
      if (pid === this.pid) this.use.mainSeconds = seconds;
      else this.use.childSeconds += seconds;
    }
    return this.use;
  }

  private sample(): void {
    let now = 0;
    for (const pid of [this.pid, ...childrenOf(this.pid)]) {
      const found = readProcess(pid);
      if (!found) continue;
      this.seconds.set(pid, found.seconds);
      if (pid === this.pid) this.use.main = Math.max(this.use.main, found.peak);
      else {
        this.use.largestChild = Math.max(this.use.largestChild, found.peak);
        now += found.resident;
      }
    }
    this.use.children = Math.max(this.use.children, now);
  }
}

function childrenOf(pid: number): number[] {
  try {
    const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return list.trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function readProcess(pid: number): { peak: number; resident: number; seconds: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const bytes = (name: string): number => 1024 * Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const seconds = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
    return { peak: bytes('VmHWM'), resident: bytes('VmRSS'), seconds };
  } catch {
    // The process has ended.
    return undefined;
  }
}
