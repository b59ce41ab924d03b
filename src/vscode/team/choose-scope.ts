/** "Choose Search Scope…": this workspace, all repositories of the team's database, or one of them. */
import * as vscode from 'vscode';
import { env } from 'vscode';
import type { StoredRepository } from '../../engine/stored-code';
import { offerDatabaseSettings } from '../common/dialogs';
import { chunkCount } from '../common/number-labels';
import { NotAllowed } from '../consent/send-consent';
import { type SearchScope, scopeText, workspaceScope } from './search-scope';
import { databaseFault } from './stored-answers';
import type { TeamSearch } from './team-search';

// How long ago something was, in the largest unit that fits: "3 days ago".

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** @param time in milliseconds, as `Date.now()`. */
function agoLabel(time: number): string {
  const seconds = Math.max(0, (Date.now() - time) / 1000);
  const format = new Intl.RelativeTimeFormat(env.language, { numeric: 'auto' });
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? (['second', 1] as const);
  return format.format(unit === 'second' ? 0 : -Math.floor(seconds / size), unit);
}

interface ScopeItem extends vscode.QuickPickItem {
  /** `consent`: ask whether the database may be asked for its repositories; `retry`: ask it again. */
  readonly choice?: SearchScope | 'consent' | 'retry';
}

export const chooseScopeCommand = 'codegrain.chooseSearchScope';

/** Key bindings and tests pass the scope, so that nothing is asked. */
export function registerChooseScope(team: TeamSearch): vscode.Disposable {
  return vscode.commands.registerCommand(chooseScopeCommand, async (argument?: SearchScope) => {
    if (!team.target && argument?.is !== 'workspace') return void offerSettings();
    try {
      if (argument) await team.choose(argument);
      else await new ScopePick(team).show();
    } catch (error) {
      // The user has just declined and needs no message.
      if (error instanceof NotAllowed && error.why === 'declined') return;
      void vscode.window.showErrorMessage(databaseFault(error).text);
    }
  });
}

export function scopeLabel(scope: SearchScope): string {
  if (scope.is === 'workspace') return vscode.l10n.t('This Workspace');
  return scope.is === 'all' ? vscode.l10n.t('All Repositories') : scopeText(scope);
}

async function offerSettings(): Promise<void> {
  const { l10n, window, workspace } = vscode;
  if (!workspace.isTrusted) {
    void window.showInformationMessage(l10n.t('This workspace is not trusted, so no database is searched from it.'));
    return;
  }
  await offerDatabaseSettings();
}

class ScopePick {
  private readonly pick = vscode.window.createQuickPick<ScopeItem>();

  constructor(private readonly team: TeamSearch) {}

  /** Resolves when a scope is chosen, or none. */
  async show(): Promise<void> {
    const choice = await this.ask();
    if (choice === 'consent') {
      await this.team.requireConsent();
      await new ScopePick(this.team).show();
    } else if (choice) await this.team.choose(choice);
  }

  private async ask(): Promise<SearchScope | 'consent' | undefined> {
    const { pick, team } = this;
    pick.title = vscode.l10n.t('Search In');
    pick.placeholder = vscode.l10n.t('This workspace, or code of your team in the database');
    pick.matchOnDescription = true;
    this.fill([]);
    const chosen = new Promise<SearchScope | 'consent' | undefined>((done) => {
      pick.onDidAccept(() => {
        const choice = pick.activeItems[0]?.choice;
        if (choice === 'retry') return void this.list();
        done(choice);
        pick.hide();
      });
      pick.onDidHide(() => done(undefined));
    });
    pick.show();
    // Without consent not even the list of repositories is asked for.
    if (team.maySearch) void this.list();
    const choice = await chosen;
    pick.dispose();
    return choice;
  }

  private async list(): Promise<void> {
    const { pick, team } = this;
    pick.busy = true;
    try {
      this.fill((await team.repositories()).flatMap(repositoryItems));
    } catch (error) {
      this.fill([retryItem(error)]);
    }
    pick.busy = false;
  }

  private fill(repositories: readonly ScopeItem[]): void {
    const { l10n, QuickPickItemKind } = vscode;
    const { pick, team } = this;
    const host = team.target?.host ?? '';
    const current = scopeText(team.scope);
    const fixed: ScopeItem[] = [
      { label: scopeLabel(workspaceScope), iconPath: new vscode.ThemeIcon('folder'), choice: workspaceScope },
      {
        label: scopeLabel({ is: 'all' }),
        description: l10n.t('this workspace and the database on {0}', host),
        iconPath: new vscode.ThemeIcon('database'),
        choice: { is: 'all' },
      },
    ];
    const more: ScopeItem[] =
      repositories.length > 0 || team.maySearch
        ? [...repositories]
        : [{ label: l10n.t('One Repository…'), iconPath: new vscode.ThemeIcon('repo'), choice: 'consent' }];
    const active = pick.activeItems[0]?.label;
    const items = [...fixed, { label: l10n.t('Repositories'), kind: QuickPickItemKind.Separator }, ...more];
    pick.items = items;
    const kept =
      items.find(({ label }) => label === active) ??
      items.find(({ choice }) => typeof choice === 'object' && scopeText(choice) === current);
    if (kept) pick.activeItems = [kept];
  }
}

/** The default branch is chosen by the name of the repository alone, others by their own. */
function repositoryItems({ repository, branches, chunks }: StoredRepository): ScopeItem[] {
  return branches.map(({ name, pushedAt, isDefault }) => {
    const pushed = pushedAt === undefined ? '' : vscode.l10n.t('pushed {0}', agoLabel(Date.parse(pushedAt)));
    const choice: SearchScope = { is: 'repository', repository, ...(!isDefault && { branch: name }) };
    return {
      label: isDefault ? repository : `${repository}@${name}`,
      description: [...(isDefault ? [name, chunkCount(chunks)] : []), pushed].filter(Boolean).join(' · '),
      iconPath: new vscode.ThemeIcon(isDefault ? 'repo' : 'git-branch'),
      choice,
    };
  });
}

function retryItem(error: unknown): ScopeItem {
  return {
    label: vscode.l10n.t('Retry'),
    detail: databaseFault(error).text,
    iconPath: new vscode.ThemeIcon('refresh'),
    alwaysShow: true,
    choice: 'retry',
  };
}
