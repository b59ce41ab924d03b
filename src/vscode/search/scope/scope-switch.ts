/** The scope in the search view: its button, and the buttons of the line about the database. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { chooseScopeCommand, scopeLabel } from '../../team/choose-scope';
import type { ScopedAnswer, StoredState } from '../../team/scoped-answer';
import { workspaceScope } from '../../team/search-scope';
import type { ScopeButton, StoredAction, StoredNotice } from '../../team/stored-notice';
import type { TeamSearch } from '../../team/team-search';
import { describeAnswer } from '../describe-hits';
import type { SearchResults } from '../messages/result-messages';
import type { SearchRequest } from '../messages/search-request';
import type { ScopedSearch } from './scoped-search';

export class ScopeSwitch {
  constructor(
    /** Undefined where there is no database: in a browser. */
    private readonly team: TeamSearch | undefined,
    private readonly search: ScopedSearch,
  ) {}

  get button(): ScopeButton | undefined {
    const { target, scope } = this.team ?? {};
    if (!target || !scope) return undefined;
    const label = scopeLabel(scope);
    return {
      icon: scope.is === 'workspace' ? 'folder' : scope.is === 'all' ? 'database' : 'repo',
      label,
      title: vscode.l10n.t('Search in: {0}. The database is on {1}.', label, target.host),
      isWide: scope.is !== 'workspace',
    };
  }

  /** More than the workspace is searched, so that its own index is not needed. */
  get isWide(): boolean {
    return this.search.scope.is !== 'workspace';
  }

  onDidChange(listener: () => void): vscode.Disposable {
    return this.team?.onDidChange(listener) ?? new vscode.Disposable(() => undefined);
  }

  async choose(): Promise<void> {
    await vscode.commands.executeCommand(chooseScopeCommand);
  }

  /** @returns true if the search is to be repeated. */
  async act(action: StoredAction): Promise<boolean> {
    if (action === 'password') await vscode.commands.executeCommand('codegrain.setDatabasePassword');
    else if (action === 'workspace') await this.team?.choose(workspaceScope);
    this.search.forget();
    return action === 'retry';
  }
}

/** Describes an answer and what the database has to do with it, as the search page shows it. */
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
