/** Sends every question to the product, in one variant, and scores the results. */
import { chunkText } from '../../src/chunking/chunker';
import { loadBuiltIn } from '../../src/embedding/built-in/built-in-embedder';
import { IndexReader } from '../../src/index/file/index-reader';
import { scanSpace } from '../../src/index/vectors/scan-space';
import { Searcher } from '../../src/search/searcher';
import { IndexView } from '../../src/search/view/index-view';
import { readSource } from '../../src/workspace/read-file';
import { indexedFolder } from '../code-search/checkouts';
import type { Repository } from '../code-search/queries';
import { ndcg, type Scored } from '../code-search/score';
import { cachedIndex } from './cached-index';
import { notedIndex } from './noted-index';
import type { Variant } from './variants';

export const budgets = [500, 1000, 2000, 4000] as const;
/** The number of hits that a budget is filled from. */
const maxChunks = 50;

export class SearchTestData {
  private readonly searchers = new Map<string, Promise<Searcher>>();

  constructor(
    readonly repositories: readonly Repository[],
    private readonly folder: string,
    /** Flags of the language model that writes notes, if notes are compared. */
    private readonly modelFlags: readonly string[] = [],
  ) {}

  async scores({ options, filter = '', context }: Variant): Promise<Scored[]> {
    const scored: Scored[] = [];
    for (const repository of this.repositories) {
      const searcher = await this.searcher(repository, context ?? 'used');
      for (const { query, targets, category } of repository.questions) {
        const { hits } = await searcher.search(filter + query, options);
        const score = ndcg(
          targets,
          hits.map(({ path }) => path),
        );
        scored.push({ repository: repository.name, language: repository.language, category, score });
      }
    }
    return scored;
  }

  /** For each budget: the share of the target files that are among the best chunks that fit into that many tokens. */
  async recall({ options, filter = '', context }: Variant): Promise<number[]> {
    const sums = budgets.map(() => 0);
    let count = 0;
    for (const repository of this.repositories) {
      const searcher = await this.searcher(repository, context ?? 'used');
      for (const { query, targets } of repository.questions) {
        const { ranked } = await searcher.rank(filter + query, { ...options, limit: maxChunks });
        count++;
        budgets.forEach((budget, i) => {
          let left: number = budget;
          const files = new Set<string>();
          for (const { candidate } of ranked.slice(0, maxChunks)) {
            left -= candidate.chunk.tokens.text;
            if (left < 0) break;
            files.add(candidate.chunk.path);
          }
          sums[i] = (sums[i] ?? 0) + targets.filter((target) => files.has(target)).length / targets.length;
        });
      }
    }
    return sums.map((sum) => sum / count);
  }

  /** CPU milliseconds per question, including reading texts, in ascending order. The first questions of each repository only warm up. */
  async times({ options }: Variant): Promise<number[]> {
    const times: number[] = [];
    for (const repository of this.repositories) {
      const searcher = await this.searcher(repository, 'used');
      for (const { query } of repository.questions) {
        const start = process.cpuUsage();
        await searcher.search(query, options);
        const { user, system } = process.cpuUsage(start);
        times.push((user + system) / 1000);
      }
    }
    return times.sort((a, b) => a - b);
  }

  private searcher(repository: Repository, context: 'used' | 'none' | 'llm'): Promise<Searcher> {
    const key = `${repository.name} ${context}`;
    const opening = this.searchers.get(key) ?? this.open(repository, context);
    this.searchers.set(key, opening);
    return opening;
  }

  private async open(repository: Repository, context: 'used' | 'none' | 'llm'): Promise<Searcher> {
    const file =
      context === 'llm'
        ? notedIndex(this.folder, repository, this.modelFlags)
        : await cachedIndex(this.folder, repository, context);
    return openSearcher(file, indexedFolder(this.folder, repository));
  }
}

export async function openSearcher(index: string, folder: string): Promise<Searcher> {
  const opened = IndexReader.open(index, { vectorSpace: scanSpace });
  if ('problem' in opened) throw new Error(opened.problem.message);
  const view = new IndexView(opened.index, folder);
  return new Searcher([view], await loadBuiltIn(), async (file, path, options) => {
    const read = await readSource(file);
    return 'skipped' in read ? [] : (await chunkText({ path, text: read.text }, options)).chunks;
  });
}
