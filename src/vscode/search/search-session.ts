/** One conversation with the index: a newer question cancels the older one, and what was found last can be asked for by its key. */
import { CancellationTokenSource, type Disposable, l10n, Uri } from 'vscode';
import type { Hit } from '../../search/hits/hit';
import type { SearchAnswer } from '../../search/searcher';
import { filtersText } from '../../tools/query-filters';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import { describeAnswer } from './describe-hits';
import { hitKey } from './group-hits';
import type { SearchRequest, SearchResults } from './search-messages';

export class SearchSession implements Disposable {
  private running: CancellationTokenSource | undefined;
  private readonly hits = new Map<string, Hit>();

  constructor(private readonly index: WorkspaceIndex) {}

  /** Undefined: nothing is asked, or a newer question came before the answer. */
  async ask(asked: SearchRequest, limit: number): Promise<SearchResults | undefined> {
    this.cancel();
    if (!asked.similar && asked.query.trim() === '') return undefined;
    const running = new CancellationTokenSource();
    this.running = running;
    try {
      const answer = await runSearch(this.index, asked, limit, running.token);
      if (running.token.isCancellationRequested) return undefined;
      this.hits.clear();
      for (const hit of answer.hits) this.hits.set(hitKey(hit), hit);
      return { is: 'results', ...describeAnswer(asked, answer, limit) };
    } catch (error) {
      if (running.token.isCancellationRequested) return undefined;
      throw error;
    } finally {
      running.dispose();
      if (this.running === running) this.running = undefined;
    }
  }

  /** Of the last answer. */
  hit(key: string): Hit | undefined {
    return this.hits.get(key);
  }

  cancel(): void {
    this.running?.cancel();
    this.running = undefined;
  }

  dispose(): void {
    this.cancel();
  }
}

export async function runSearch(
  index: WorkspaceIndex,
  { query, filters, similar }: SearchRequest,
  limit: number,
  token: CancellationTokenSource['token'],
): Promise<SearchAnswer> {
  const { language, kind, path, mode, tests } = filters;
  if (similar) {
    const uri = Uri.parse(similar.uri);
    const answer = await index.similar(uri, similar.line, { limit, tests }, token);
    const notice =
      uri.scheme === 'file'
        ? l10n.t('This place is not in the index yet.')
        : l10n.t('This file is not on a disk, so it is not in the index.');
    return answer ?? { hits: [], problems: [], notices: [notice] };
  }
  // Behind the query, so that places in it stay what they are.
  const chosen = filtersText({ language: [language], kind: [kind], path: [path] });
  return index.search(`${query} ${chosen}`.trimEnd(), { limit, mode, tests }, token);
}
