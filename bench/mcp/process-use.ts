/** CPU time, memory and more of a process, from /proc. */
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessUse {
  readonly cpuMs: number;
  readonly bytes: number;
}

const pageBytes = 4096;
const tickMs = 10;

export function processUse(pid: number): ProcessUse {
  const fields = statOf(pid);
  return { cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs, bytes: Number(fields[21]) * pageBytes };
}

export function commandLine(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
}

export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => {
      try {
        return Number(statOf(child)[1]) === pid;
      } catch {
        return false;
      }
    });
}

/** The fields after the name (which may contain spaces): state, parent, … */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
