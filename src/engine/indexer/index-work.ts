/** What the steps of indexing share. */
import type { Embedder } from '../../embedding/embedder';
import type { CompactApart, IndexWriter } from '../../index/write/index-writer';
import type { ChunkOptions } from '../../options/chunk-options';
import type { ReadLimits } from '../../workspace/read-file';
import type { ChunkingPool } from '../workers/chunking-pool';
import type { AskedWords } from './file-batches';
import { succeeded } from './index-problem';
import type { IndexProgress } from './index-result';

export interface IndexWork {
  /** Absolute path. */
  readonly root: string;
  readonly writer: IndexWriter;
  readonly pool: ChunkingPool;
  /** Number of workers in the pool. */
  readonly jobs: number;
  readonly chunk: ChunkOptions;
  readonly limits: ReadLimits;
  readonly rowBytes: number;
  /** The folder is not trusted: git is not started. */
  readonly isAlone?: boolean | undefined;
  /** The log with the notes of chunks. */
  readonly notes: string;
  /** The built-in model runs in the parse workers, every other one in this process. */
  readonly model:
    | { readonly is: 'built-in'; readonly dimensions: number }
    | { readonly is: 'other'; readonly embedder: Embedder };
  /** Files that a question is about come first. */
  readonly asked?: AskedWords | undefined;
  readonly onProgress: ((progress: IndexProgress) => void) | undefined;
}

/** What a run has done so far. */
export interface IndexTally {
  chunks: number;
  embedded: number;
  bytes: number;
  /** Of the parse workers. */
  cpuMs: number;
  /** How often the index was compacted before all files were in. */
  compactions: number;
  readonly warnings: Set<string>;
  /** Number of files by encoding, other than UTF-8. */
  readonly encodings: Map<string, number>;
}

// Compacts the index of a run: a large one in another process, if there can be one.

/** @throws `IndexProblem` */
export async function compactIndex(
  { writer, pool }: Pick<IndexWork, 'writer' | 'pool'>,
  tally: Pick<IndexTally, 'cpuMs'>,
  { keepsOlder }: { readonly keepsOlder: boolean },
): Promise<void> {
  const compactApart: CompactApart = async (job) => {
    const done = await pool.compact(job);
    tally.cpuMs += done?.cpuMs ?? 0;
    return done !== undefined;
  };
  succeeded(await writer.compact({ keepsOlder, compactApart }));
}
