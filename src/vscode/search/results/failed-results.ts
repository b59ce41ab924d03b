/** What the page shows if a search failed. */
import { l10n } from 'vscode';
import { errorMessage } from '../../../shared/error-message';
import type { SearchResults } from '../messages/result-messages';
import { noFilters, type SearchRequest } from '../messages/search-request';

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
