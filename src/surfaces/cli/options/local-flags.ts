/** Flags that need the files of this machine. */
import { rankingOptions } from '../../../options/ranking-options';
import type { PersonalRanking } from '../../../search/order-rows';
import { UsageError } from './flags';

/** Of files in a database, neither the time of a change nor uses are known. */
export function refuseLocalFlags(chosen: Partial<PersonalRanking>): void {
  for (const name of ['recency', 'usage'] as const)
    if ((chosen[name] ?? 0) > 0)
      throw new UsageError(
        `--${rankingOptions[name].flag?.name} needs the index of a folder; it cannot be combined with --from`,
      );
}
