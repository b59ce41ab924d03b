/** Starts a program that ends together with all its child processes: on `stop`, on Ctrl-C, or when this process ends. */
import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { constants } from 'node:os';

const KILL_AFTER_MS = 3000;
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface ProcessGroup {
  readonly leader: ChildProcess;
  /** Ids of its running processes with the text in their command line. */
  find(text: string): number[];
  stop(): Promise<void>;
}

export function startGroup(command: string, args: readonly string[], options: SpawnOptions): ProcessGroup {
  const leader = spawn(command, args, { ...options, detached: true });
  const kill = (): void => signal(leader, 'SIGKILL');
  const stop = async (): Promise<void> => {
    const ended = new Promise((resolve) => leader.once('exit', resolve));
    signal(leader, 'SIGTERM');
    if (leader.exitCode === null && leader.signalCode === null) await Promise.race([ended, pause(KILL_AFTER_MS)]);
    kill();
    process.removeListener('exit', kill);
    for (const name of endings) process.removeListener(name, end);
  };
  const end = (name: NodeJS.Signals): void => void stop().then(() => process.exit(128 + constants.signals[name]));
  process.once('exit', kill);
  for (const name of endings) process.once(name, end);
  return { leader, stop, find: (text) => members(leader, text) };
}

function signal(leader: ChildProcess, name: NodeJS.Signals): void {
  if (leader.pid === undefined) return;
  try {
    // Windows has no process groups; on Windows only desktop VS Code is started, which ends its own processes.
    process.kill(process.platform === 'win32' ? leader.pid : -leader.pid, name);
  } catch {
    // All processes have ended.
  }
}

function members(leader: ChildProcess, text: string): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,pgid=,args='], { encoding: 'utf8' }).split('\n');
  const found = rows.map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row)).filter((row) => row !== null);
  return found.filter((row) => Number(row[2]) === leader.pid && row[3]?.includes(text)).map((row) => Number(row[1]));
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
