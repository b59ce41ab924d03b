/** Cuts files in a process of its own, which is started when first needed and ends when nobody asked for a while. */
import type { ChunkOptions } from '../chunking/chunk';
import { EnginePool } from '../engine/pool';
import type { ChunkReply } from '../engine/protocol';
import { defaultLimits } from '../workspace/read';

const idleMs = 120_000;

export class IdleEngine {
  private pool: EnginePool | undefined;
  private timer: NodeJS.Timeout | undefined;
  private asked = 0;

  /** By the rules of the index: secret, generated and minified files are left out, with the reason. */
  async chunk(file: string, path: string, options: Partial<ChunkOptions>, signal?: AbortSignal): Promise<ChunkReply> {
    clearTimeout(this.timer);
    this.asked++;
    this.pool ??= new EnginePool({ jobs: 1 });
    try {
      return await this.pool.chunk({ path, file, options, limits: { ...defaultLimits, isFound: true } }, signal);
    } finally {
      this.asked--;
      if (this.asked === 0) this.timer = setTimeout(() => this.dispose(), idleMs).unref();
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.pool?.dispose();
    this.pool = undefined;
  }
}
