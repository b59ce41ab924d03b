/** Runs searches, one at a time: a new request cancels the previous one. The hits of the last answer can be looked up by key. */
import { CancellationTokenSource, type Disposable } from 'vscode';
import { fileKey, type Hit, hitKey } from '../../search/hits/hit';
import { finishStep } from '../common/finished-steps';
import type { ScopedAnswer } from '../team/scoped-answer';
import type { SearchResults } from './messages/result-messages';
import { isEmptyRequest, type SearchRequest } from './messages/search-request';
import { describeScoped } from './scope/scope-switch';
import type { ScopedSearch } from './scope/scoped-search';

/** Milliseconds without a key before the database is asked: each question is a round trip. */
const storedPauseMs = 250;

export class SearchSession implements Disposable {
  private running: CancellationTokenSource | undefined;
  private hits: ReadonlyMap<string, Hit> = new Map();
  /** The page may still show the answer before: it draws when a word is complete. */
  private previous: ReadonlyMap<string, Hit> = new Map();

  constructor(private readonly search: ScopedSearch) {}

  /**
   * @param onFirst gets what is known while the database is still asked.
   * @returns undefined if the request is empty, or if a newer request came before the answer.
   */
  async ask(
    request: SearchRequest,
    limit: number,
    onFirst: (results: SearchResults) => void,
  ): Promise<SearchResults | undefined> {
    this.cancel();
    if (isEmptyRequest(request)) return undefined;
    const running = new CancellationTokenSource();
    this.running = running;
    const before = this.hits;
    const found = (answer: ScopedAnswer): SearchResults => {
      this.previous = before;
      // The page may still show the first of two answers.
      const first = this.hits === before ? [] : this.hits;
      this.hits = new Map([...first, ...answer.hits.map((hit) => [hitKey(hit), hit] as const)]);
      if (answer.hits.length > 0) finishStep('asked');
      return describeScoped(request, answer, limit);
    };
    try {
      const answer = await this.search.run(request, limit, running.token, {
        pauseMs: storedPauseMs,
        onFirst: (first) => {
          if (!running.token.isCancellationRequested) onFirst(found(first));
        },
      });
      return running.token.isCancellationRequested ? undefined : found(answer);
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
