/** Resident memory of the extension host and its child processes, by kind of process. */
import { execFileSync } from 'node:child_process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface Memory {
  /** Memory of the extension host after garbage collection, including all other extensions, which share it. */
  readonly used: number;
  readonly host: number;
  readonly indexService: number;
  readonly workers: number;
}

/** In megabytes. */
export function memoryNow(): Memory {
  const rows = ownProcesses();
  const sum = (matches: (one: Row) => boolean): number =>
    Math.round(rows.reduce((total, one) => (matches(one) ? total + one.kilobytes : total), 0) / 1024);
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return {
    used: Math.round((heapUsed + external) / 1024 / 1024),
    host: sum(({ pid }) => pid === process.pid),
    indexService: sum(({ command }) => command.includes('index-service.js')),
    workers: sum(({ command }) => command.includes('parse-worker.js')),
  };
}

/** Kills the processes of the extension that run this file, without a warning. */
export function killProcesses(file: 'index-service.js' | 'parse-worker.js'): void {
  for (const { pid, command } of ownProcesses()) if (command.includes(file)) process.kill(pid, 'SIGKILL');
}

/** The extension host and its descendants. */
function ownProcesses(): Row[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' }).split('\n').map(row);
  const descendants = new Set([process.pid]);
  for (let before = 0; before < descendants.size; ) {
    before = descendants.size;
    for (const { pid, parent } of rows) if (descendants.has(parent)) descendants.add(pid);
  }
  return rows.filter(({ pid }) => descendants.has(pid));
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

interface Row {
  readonly pid: number;
  readonly parent: number;
  readonly kilobytes: number;
  readonly command: string;
}

function row(line: string): Row {
  const [, pid, parent, kilobytes, command = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
  return { pid: Number(pid), parent: Number(parent), kilobytes: Number(kilobytes), command };
}
