/** Lets processes ask forged indexes (forge-child.ts), replaces those that die or hang, and collects what went wrong. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { productFile } from '../../src/shared/product';
import type { ForgeReply, ForgeRequest } from './forge-child';

export interface ForgeFault {
  readonly seed: number;
  readonly sample: string;
  readonly fault: string;
}

export interface ForgeResult {
  readonly asked: number;
  readonly refused: number;
  readonly faults: readonly ForgeFault[];
  readonly slowestCpuMs: number;
  readonly largestBytes: number;
}

/** Of processor time, and of memory, for one forged index. */
const maxCpuMs = 2000;
const maxBytes = 300e6;
/** The memory of the whole process, with the model and all compiled code. */
const maxProcessBytes = 1.2e9;
/** Without an answer for so long, it hangs: even on a busy machine a forged index takes a fraction of a second. */
const hangMs = 90_000;
const lookEveryMs = 250;

/** @param seeds each once, in order. @param onFault is called at once. */
export async function runForged(
  seeds: readonly number[],
  onFault: (fault: ForgeFault) => void = () => undefined,
): Promise<ForgeResult> {
  const faults: ForgeFault[] = [];
  const counts = { asked: 0, refused: 0, slowestCpuMs: 0, largestBytes: 0 };
  const left = [...seeds];
  const add = (fault: ForgeFault): void => {
    faults.push(fault);
    onFault(fault);
  };
  while (left.length > 0) {
    const root = mkdtempSync(join(tmpdir(), 'codegrain-forged-'));
    const child = new ForgeChild(root);
    try {
      if (typeof (await child.next()) === 'string')
        throw new Error('the process that asks forged indexes cannot start');
      for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
        counts.asked++;
        const reply = await child.ask({ seed });
        if (typeof reply === 'string') {
          add({ seed, sample: '', fault: reply });
          break;
        }
        const { sample, cpuMs, grownBytes, isRefused } = reply;
        if (isRefused) counts.refused++;
        counts.slowestCpuMs = Math.max(counts.slowestCpuMs, cpuMs);
        counts.largestBytes = Math.max(counts.largestBytes, grownBytes);
        for (const fault of reply.faults) add({ seed, sample, fault });
        if (cpuMs > maxCpuMs) add({ seed, sample, fault: `takes ${Math.round(cpuMs)} ms of processor time` });
        if (grownBytes > maxBytes) add({ seed, sample, fault: `takes ${Math.round(grownBytes / 1e6)} MB` });
        // Its highest mark stays: what comes next is measured in another process.
        if (grownBytes > maxBytes / 2) break;
      }
    } finally {
      child.end();
      rmSync(root, { recursive: true, force: true });
    }
  }
  return { ...counts, faults };
}

class ForgeChild {
  private readonly process: ChildProcess;
  private readonly timer: NodeJS.Timeout;
  private ended: string | undefined;
  private take: ((reply: ForgeReply | string) => void) | undefined;

  constructor(root: string) {
    this.process = fork(productFile('bench', 'damage', 'forge-child.ts'), [root], {
      execArgv: ['--import', 'tsx', '--liftoff-only', '--max-old-space-size=1000'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      cwd: productFile(),
    });
    this.process.on('message', (reply: ForgeReply) => this.give(reply));
    this.process.on('exit', (code, signal) => this.give(this.ended ?? `the process ended (${signal ?? code})`));
    this.timer = setInterval(() => {
      if (this.memory() > maxProcessBytes) this.kill('the process took more than 1.2 GB');
    }, lookEveryMs);
  }

  ask(request: ForgeRequest): Promise<ForgeReply | string> {
    this.process.send(request);
    return this.next();
  }

  async next(): Promise<ForgeReply | string> {
    const hang = setTimeout(() => this.kill(`no answer within ${hangMs / 1000} s`), hangMs);
    try {
      return await new Promise((resolve) => {
        this.take = resolve;
      });
    } finally {
      clearTimeout(hang);
    }
  }

  end(): void {
    clearInterval(this.timer);
    this.process.kill('SIGKILL');
  }

  private give(reply: ForgeReply | string): void {
    this.take?.(reply);
    this.take = undefined;
  }

  private kill(reason: string): void {
    this.ended = reason;
    this.process.kill('SIGKILL');
  }

  /** 0 where the system does not say. */
  private memory(): number {
    try {
      const status = readFileSync(`/proc/${this.process.pid}/status`, 'utf8');
      return 1024 * Number(/VmRSS:\s*(\d+)/.exec(status)?.[1] ?? 0);
    } catch {
      return 0;
    }
  }
}
