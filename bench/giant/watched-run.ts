/** Runs a command and watches the memory of its processes. Linux only. */
import { spawn } from 'node:child_process';
import { compactionArgument } from '../../src/engine/workers/worker-protocol';
import { childrenOf, commandLine, type ProcessUse, processUse } from '../mcp/process-use';

export interface WatchedRun {
  readonly seconds: number;
  /** Of the command and all its processes. */
  readonly cpuSeconds: number;
  /** Resident memory of all processes together at its most, in bytes. */
  readonly peakSum: number;
  /** The same for one process: the command, the largest of those that compact an index, the largest of all others. */
  readonly peaks: Readonly<Record<ProcessKind, number>>;
  readonly stdout: string;
}

type ProcessKind = 'command' | 'compaction' | 'worker';

const sampleMs = 250;

/** @throws if the command fails */
export async function runWatched(
  command: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<WatchedRun> {
  const started = performance.now();
  // The shell says what processes took, also those that ended between two samples, but not those that were killed at the very end.
  const shell = spawn('bash', ['-c', 'TIMEFORMAT="%U %S"; time "$@"', 'bash', command, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
    ...(env && { env }),
  });
  let stdout = '';
  let stderr = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  shell.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-10_000);
  });
  const peaks = { command: 0, compaction: 0, worker: 0 };
  const seenMs = new Map<number, number>();
  let peakSum = 0;
  const timer = setInterval(() => {
    let sum = 0;
    for (const { pid, kind, bytes, cpuMs } of usesBelow(shell.pid ?? 0)) {
      sum += bytes;
      seenMs.set(pid, cpuMs);
      peaks[kind] = Math.max(peaks[kind], bytes);
    }
    peakSum = Math.max(peakSum, sum);
  }, sampleMs);
  const status = await new Promise<number | null>((done, fail) => shell.on('close', done).on('error', fail));
  clearInterval(timer);
  const lines = stderr.trim().split('\n');
  const [user = 0, system = 0] = (lines.pop() ?? '').split(' ').map(Number);
  if (status !== 0) throw new Error(lines.slice(-8).join('\n') || `${command} ended with status ${status}`);
  return {
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: Math.max(user + system, sumOf(seenMs.values()) / 1000),
    peakSum,
    peaks,
    stdout,
  };
}

interface SeenProcess extends ProcessUse {
  readonly pid: number;
  readonly kind: ProcessKind;
}

function usesBelow(pid: number, isCommand = true): SeenProcess[] {
  return childrenOf(pid).flatMap((child) => {
    try {
      const kind = isCommand ? 'command' : commandLine(child).includes(compactionArgument) ? 'compaction' : 'worker';
      return [{ pid: child, kind, ...processUse(child) }, ...usesBelow(child, false)];
    } catch {
      // It ended meanwhile.
      return [];
    }
  });
}

function sumOf(numbers: Iterable<number>): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
}
