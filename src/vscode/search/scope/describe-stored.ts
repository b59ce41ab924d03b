/** Describes an answer and what the database has to do with it, as the search page shows it. */
import { l10n } from 'vscode';
import type { ScopedAnswer, StoredState } from '../../team/scoped-answer';
import type { StoredNotice } from '../../team/stored-notice';
import { describeAnswer } from '../describe-hits';
import type { SearchResults } from '../messages/result-messages';
import type { SearchRequest } from '../messages/search-request';

export function describeScoped(request: SearchRequest, answer: ScopedAnswer, limit: number): SearchResults {
  const results = { is: 'results', ...describeAnswer(request, answer, limit, answer.checkedOut) } as const;
  const { stored, hits } = answer;
  if (!stored) return results;
  const notice = storedNotice(stored, hits.length === 0);
  // That nothing was found is known only when all were asked.
  return { ...results, stored: notice, ...(hits.length === 0 && { summary: '', suggestions: [] }) };
}

function storedNotice(stored: StoredState, isEmpty: boolean): StoredNotice {
  if (stored.is === 'waiting') return { is: 'waiting', text: l10n.t('Searching on {0}…', stored.host), buttons: [] };
  const { text, isAboutPassword } = stored.fault;
  return {
    is: 'failed',
    text: storedFailure(text),
    buttons: [
      { action: 'retry', label: l10n.t('Retry') },
      ...(isAboutPassword ? [{ action: 'password' as const, label: l10n.t('Set Database Password…') }] : []),
      ...(isEmpty ? [{ action: 'workspace' as const, label: l10n.t('Search This Workspace') }] : []),
    ],
  };
}

/** One line for every list of hits. */
export function storedFailure(reason: string): string {
  return l10n.t('The database could not be searched: {0}.', reason.replace(/\.$/, ''));
}
