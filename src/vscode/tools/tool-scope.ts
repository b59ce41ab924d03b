/** The scope of a search that a language model asks for. */

import { l10n } from 'vscode';
import { ToolProblem } from '../../engine/answers/tool-input';
import { NotAllowed } from '../consent/send-consent';
import type { ScopedAnswer } from '../team/scoped-answer';
import { readScope, type SearchScope } from '../team/search-scope';
import type { TeamSearch } from '../team/team-search';

/**
 * Asks the user if the database was not searched before.
 * @param text `all`, a repository, or `REPOSITORY@BRANCH`; left out: the workspace.
 * @throws `ToolProblem` if there is no database, or the user declines.
 */
export async function toolScope(team: TeamSearch | undefined, text: string | undefined): Promise<SearchScope> {
  const scope = readScope(text ?? '');
  if (scope.is === 'workspace') return scope;
  if (!team?.target)
    throw new ToolProblem('No database of a team is configured. Leave out the scope to search this workspace.');
  try {
    await team.requireConsent();
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error;
    throw new ToolProblem('The user does not want to search the database. Leave out the scope.');
  }
  return scope;
}

/** What the user is asked before a model gets code. */
export function searchQuestion(query: string, text: string | undefined): string {
  return readScope(text ?? '').is === 'workspace'
    ? l10n.t('Search this workspace for “{0}”? The code found is sent to the language model.', query)
    : l10n.t('Search the database of your team for “{0}”? The code found is sent to the language model.', query);
}

/** What a model has to know about the database's part of an answer. */
export function storedNotices({ stored }: ScopedAnswer): string[] {
  return stored?.is === 'failed' ? [`the database could not be searched: ${stored.fault.text}`] : [];
}
