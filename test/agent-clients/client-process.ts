/** Runs a program to its end, with a limit, and ends everything that it started. */
import { spawn } from 'node:child_process';

export interface ProcessResult {
  /** Undefined: it ran past the limit. */
  readonly status: number | undefined;
  /** Of both streams, as they came. */
  readonly output: string;
}

const limitMs = 180_000;

export async function runProcess(
  program: string,
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>>,
): Promise<ProcessResult> {
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH ?? '', TERM: 'dumb', NO_COLOR: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that the servers it starts end with it.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      output += data.toString();
    });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endGroup(child.pid);
  }, limitMs);
  const status = await new Promise<number>((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => done(code ?? 1));
  });
  clearTimeout(timer);
  endGroup(child.pid);
  return { status: isLate ? undefined : status, output };
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing is left of it.
  }
}
