/**
 * Several engines side by side. Each slot has an ordinary engine and, for grammars that V8 cannot optimise safely, a careful one.
 * A file that killed an engine is quarantined: it is cut by lines, at once and in every later request, and the rest goes on.
 */

import type { Fallback } from '../chunking/chunk';
import { productFile } from '../product';
import { Engine, EngineDied } from './engine';
import type { ChunkReply, ChunkRequest } from './protocol';

export interface PoolSettings {
  readonly jobs: number;
  readonly timeoutMs: number;
  readonly memoryLimit: number;
  readonly script: string;
}

export const defaultPool: PoolSettings = {
  jobs: 1,
  timeoutMs: 30_000,
  memoryLimit: 700 * 1024 * 1024,
  script: productFile('dist', 'engine.js'),
};

interface Slot {
  readonly ordinary: Engine;
  readonly careful: Engine;
}

export class EnginePool {
  private readonly idle: Slot[] = [];
  private readonly slots: Slot[] = [];
  private readonly waiting: ((slot: Slot) => void)[] = [];
  private readonly quarantine = new Map<string, Fallback>();

  /** The parser gives up by itself before the process is killed. */
  private readonly parseMs: number;

  constructor(settings: Partial<PoolSettings> = {}) {
    const all = { ...defaultPool, ...settings };
    this.parseMs = all.timeoutMs * 0.7;
    for (let i = 0; i < all.jobs; i++) {
      const slot = { ordinary: new Engine({ ...all, careful: false }), careful: new Engine({ ...all, careful: true }) };
      this.slots.push(slot);
      this.idle.push(slot);
    }
  }

  async chunk(request: ChunkRequest): Promise<ChunkReply> {
    const slot = this.idle.pop() ?? (await new Promise<Slot>((resolve) => this.waiting.push(resolve)));
    try {
      return await this.ask(slot, request);
    } finally {
      const next = this.waiting.shift();
      if (next) next(slot);
      else this.idle.push(slot);
    }
  }

  dispose(): void {
    for (const slot of this.slots) {
      slot.ordinary.stop();
      slot.careful.stop();
    }
  }

  private async ask(slot: Slot, request: ChunkRequest): Promise<ChunkReply> {
    const known = this.quarantine.get(request.path);
    if (known) return this.askByLines(slot, request, known);
    try {
      const limited = { ...request, parseMs: this.parseMs };
      const reply = await slot.ordinary.chunk(limited);
      return reply.is === 'needs-careful' ? await slot.careful.chunk(limited) : reply;
    } catch (error) {
      if (!(error instanceof EngineDied)) throw error;
      const fallback: Fallback = error.how === 'timed-out' ? 'grammar-timeout' : 'grammar-crashed';
      this.quarantine.set(request.path, fallback);
      return this.askByLines(slot, request, fallback);
    }
  }

  private async askByLines(slot: Slot, request: ChunkRequest, quarantined: Fallback): Promise<ChunkReply> {
    try {
      return await slot.ordinary.chunk({ ...request, quarantined });
    } catch (error) {
      if (!(error instanceof EngineDied)) throw error;
      return { is: 'skipped', skipped: { reason: 'failed', message: `could not be cut: ${error.message}` } };
    }
  }
}
