/** Asks the product's searcher in one repository and in all, and compares the answers with those that compare everything. */

import type { Embedder } from '../../src/embedding/embedder';
import type { SearchOptions } from '../../src/search/searcher';
import { type SearchLimits, searchLimits } from '../../src/wings/team/candidates/candidate-words';
import type { Database } from '../../src/wings/team/database';
import { DatabaseSearcher } from '../../src/wings/team/database-searcher';
import { quantile } from '../index/cpu-time';

export interface AskResult {
  readonly scope: string;
  readonly mode: string;
  readonly questions: number;
  readonly p50: number;
  readonly p95: number;
  /** The share of the 10 hits of a search that compares everything; undefined if that would take too long. */
  readonly overlap: number | undefined;
}

const everything: SearchLimits = { ...searchLimits, maxCompared: 1e9, maxScanned: 1e9, maxCounted: 1e9 };
/** Questions before those that are measured. */
const warmUp = 3;
/** Comparing everything in all repositories is measured with as many questions. */
const maxCompared = 10;

export async function askLarge(
  database: Database,
  embedder: Embedder,
  questions: readonly string[],
  repositories: readonly string[],
): Promise<AskResult[]> {
  const results: AskResult[] = [];
  for (const scope of ['one repository', 'all repositories'] as const)
    for (const mode of ['hybrid', 'semantic', 'keyword'] as const) {
      const isAll = scope === 'all repositories';
      const times: number[] = [];
      let overlap = 0;
      let compared = 0;
      for (const [i, text] of questions.entries()) {
        const repository = repositories[(i * 7) % repositories.length] ?? '';
        const selection = isAll ? {} : { repositories: [{ repository }] };
        const ask = async (limits: SearchLimits): Promise<{ ids: string[]; ms: number }> => {
          const searcher = await DatabaseSearcher.open(database, selection, async () => embedder, limits);
          const options: SearchOptions = { mode, limit: 10 };
          const start = performance.now();
          const { hits } = await searcher.search(text, options);
          return { ids: hits.map(({ id }) => id), ms: performance.now() - start };
        };
        const { ids, ms } = await ask(searchLimits);
        if (i >= warmUp) times.push(ms);
        if (isAll && i >= maxCompared) continue;
        const exact = await ask(everything);
        compared++;
        overlap += exact.ids.filter((id) => ids.includes(id)).length / Math.max(1, exact.ids.length);
      }
      results.push({
        scope,
        mode,
        questions: questions.length,
        p50: quantile(times, 0.5),
        p95: quantile(times, 0.95),
        overlap: compared > 0 ? overlap / compared : undefined,
      });
    }
  return results;
}
