/** What the steps of indexing share: where to, by whom, how. */
import type { ChunkOptions } from '../../chunking/chunk';
import type { Embedder } from '../../embedding/embedder';
import type { IndexWriter } from '../../index/file/index-writer';
import type { ChunkingPool } from '../../parse-worker/worker-pool';
import type { ReadLimits } from '../../workspace/read-file';
import type { IndexProgress } from './index-result';

export interface IndexWork {
  /** Absolute. */
  readonly root: string;
  readonly writer: IndexWriter;
  readonly pool: ChunkingPool;
  /** Engines of the pool. */
  readonly jobs: number;
  readonly chunk: ChunkOptions;
  readonly limits: ReadLimits;
  readonly rowBytes: number;
  /** The log of notes that chunks get. */
  readonly notes: string;
  /** The built-in model runs in the engines; every other one here. */
  readonly model:
    | { readonly is: 'built-in'; readonly dimensions: number }
    | { readonly is: 'other'; readonly embedder: Embedder };
  readonly onProgress: ((progress: IndexProgress) => void) | undefined;
}

/** What a run has done so far. */
export interface IndexTally {
  chunks: number;
  embedded: number;
  bytes: number;
  /** Of the engines. */
  cpuMs: number;
  readonly warnings: Set<string>;
}
