/** Runs searches, one at a time: a new request cancels the previous one. The hits of the last answer can be looked up by key. */
import { CancellationTokenSource, type Disposable, l10n, Uri } from 'vscode';
import { fileKey, hitKey } from '../../search/hits/group-hits';
import type { Hit } from '../../search/hits/hit';
import type { SearchAnswer } from '../../search/searcher';
import { finishStep } from '../common/finished-steps';
import { isIndexable } from '../common/folder-root';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import { describeAnswer } from './describe-hits';
import { isEmptyRequest, type SearchRequest, type SearchResults } from './search-messages';

export class SearchSession implements Disposable {
  private running: CancellationTokenSource | undefined;
  private hits: ReadonlyMap<string, Hit> = new Map();
  /** The page may still show the answer before: it draws when a word is complete. */
  private previous: ReadonlyMap<string, Hit> = new Map();

  constructor(private readonly index: WorkspaceIndex) {}

  /** @returns undefined if the request is empty, or if a newer request came before the answer. */
  async ask(request: SearchRequest, limit: number): Promise<SearchResults | undefined> {
    this.cancel();
    if (isEmptyRequest(request)) return undefined;
    const running = new CancellationTokenSource();
    this.running = running;
    try {
      const answer = await runSearch(this.index, request, limit, running.token);
      if (running.token.isCancellationRequested) return undefined;
      this.previous = this.hits;
      this.hits = new Map(answer.hits.map((hit) => [hitKey(hit), hit]));
      if (answer.hits.length > 0) finishStep('asked');
      return { is: 'results', ...describeAnswer(request, answer, limit) };
    } catch (error) {
      if (running.token.isCancellationRequested) return undefined;
      throw error;
    } finally {
      running.dispose();
      if (this.running === running) this.running = undefined;
    }
  }

  /** A hit of the last answers. */
  hit(key: string): Hit | undefined {
    return this.hits.get(key) ?? this.previous.get(key);
  }

  /** A hit of the last answers in the file with this key. */
  hitInFile(key: string): Hit | undefined {
    return [...this.hits.values(), ...this.previous.values()].find((hit) => fileKey(hit) === key);
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
  const { language, kind, path, mode, only, without = [] } = filters;
  if (similar) {
    const uri = Uri.parse(similar.uri);
    const answer = await index.similar(uri, similar.line, { limit, only, filters: { without } }, token);
    const notice = isIndexable(uri)
      ? l10n.t('This code is not indexed yet.')
      : l10n.t('This file is not on disk, so it is not indexed.');
    return answer ?? { hits: [], problems: [], notices: [notice] };
  }
  const given = { language: [language], kind: [kind], path: [path], without };
  return index.search(query, { limit, mode, only, filters: given }, token);
}
