/** The scope in the search view: its button, and the buttons of the line about the database. */
import * as vscode from 'vscode';
import { chooseScopeCommand, scopeLabel } from '../team/choose-scope';
import { type ScopeButton, type StoredAction, workspaceScope } from '../team/search-scope';
import type { TeamSearch } from '../team/team-search';
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
