/** Compacts the index of a run: a large one in another process, if there can be one. */
import type { CompactApart } from '../../index/write/index-writer';
import { succeeded } from './index-problem';
import type { IndexTally, IndexWork } from './index-work';

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
