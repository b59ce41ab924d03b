/** While the index changes, the current search is repeated from time to time. */
import { l10n } from 'vscode';
import { errorMessage } from '../../../shared/error-message';
import type { WorkspaceIndex } from '../../indexing/workspace-index';
import { contentFingerprint } from '../content-fingerprint';
import type { SearchResults } from '../messages/result-messages';
import { noFilters, type SearchRequest } from '../messages/search-request';

/** Milliseconds between repeated searches, and before the first of them. */
const repeatMs = 1500;
const firstRepeatMs = 100;

export class RepeatedSearch {
  private fingerprint: string;
  private timer: NodeJS.Timeout | undefined;
  private lastRepeat = 0;

  /** @param repeat is called when the content of the index is another. */
  constructor(
    private readonly index: Pick<WorkspaceIndex, 'state'>,
    private readonly repeat: () => void,
  ) {
    this.fingerprint = contentFingerprint(index.state);
  }

  /** Call it when the index may have changed. @param isVisible otherwise the change counts later, when someone looks. */
  look(isVisible: boolean): void {
    const fingerprint = contentFingerprint(this.index.state);
    if (fingerprint === this.fingerprint || !isVisible) return;
    this.fingerprint = fingerprint;
    if (this.timer !== undefined) return;
    // A single change, such as a saved file, is shown almost at once.
    const wait = Math.max(firstRepeatMs, this.lastRepeat + repeatMs - Date.now());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.lastRepeat = Date.now();
      this.repeat();
    }, wait);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }
}

/** What the page shows if a search failed. */
export function failedResults(request: SearchRequest, error: unknown): SearchResults {
  return {
    is: 'results',
    request: { ...request, filters: request.filters ?? noFilters },
    groups: [],
    summary: l10n.t('Search failed: {0}', errorMessage(error)),
    problems: [],
    operators: [],
    suggestions: [],
    hasMore: false,
  };
}
