/** Memory of the processes that the extension starts in a window: the index service, what compacts, and parse workers. */
import { readdirSync, readFileSync } from 'node:fs';
import { compactionArgument } from '../../src/engine/workers/worker-protocol';
import { commandLine } from '../mcp/process-use';

export type ProcessKind = 'index service' | 'compaction' | 'parse worker' | 'parse worker without optimiser';

export interface MeasuredMemory {
  /** Megabytes of all at once, and of which. */
  readonly most: { readonly sum: number; readonly parts: string };
  readonly last: { readonly sum: number; readonly parts: string };
  /** The most that one process of a kind had at any moment, as the system counts it. */
  readonly highest: ReadonlyMap<ProcessKind, number>;
}

interface SeenProcess {
  readonly kind: ProcessKind;
  readonly megabytes: number;
  readonly highest: number;
}

export class EditorMemory {
  private most = { sum: 0, parts: '' };
  private last = { sum: 0, parts: '' };
  private readonly highest = new Map<ProcessKind, number>();

  /** @param home is part of the command lines of the window's processes. */
  constructor(private readonly home: string) {}

  /** @returns the sum in megabytes. */
  look(): number {
    const seen = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? this.process(name) : []));
    for (const { kind, highest } of seen) this.highest.set(kind, Math.max(this.highest.get(kind) ?? 0, highest));
    const sum = seen.reduce((all, { megabytes }) => all + megabytes, 0);
    const parts = seen.map(({ kind, megabytes }) => `${kind} ${megabytes}`).sort();
    this.last = { sum, parts: parts.join(', ') };
    if (sum > this.most.sum) this.most = this.last;
    return sum;
  }

  measured(): MeasuredMemory {
    this.look();
    const { most, last, highest } = this;
    return { most, last, highest };
  }

  private process(pid: string): SeenProcess[] {
    try {
      const command = commandLine(Number(pid));
      const kind = command.includes(this.home) ? kindOf(command) : undefined;
      if (!kind) return [];
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const field = (name: string): number =>
        Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
      return [{ kind, megabytes: field('VmRSS'), highest: field('VmHWM') }];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  }
}

function kindOf(command: string): ProcessKind | undefined {
  if (command.includes('index-service.js')) return 'index service';
  if (!command.includes('parse-worker.js')) return undefined;
  if (command.includes(compactionArgument)) return 'compaction';
  return command.includes('--liftoff-only') ? 'parse worker without optimiser' : 'parse worker';
}
