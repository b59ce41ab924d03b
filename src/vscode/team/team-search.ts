/**
 * The team's database as the searches of the window ask it: the scope that the user chose, which repositories there are, what is found
 * and the texts of files. Nothing is sent before the user chose to search there, and to another machine only after consent.
 */
import * as vscode from 'vscode';
import type { StoredSearchOptions } from '../../engine/service-protocol';
import type { StoredFileText, StoredRepository } from '../../engine/stored-code';
import type { Hit } from '../../search/hits/hit';
import type { SearchAnswer } from '../../search/searcher';
import { attempt } from '../../shared/attempt';
import { repositoryNamesOf } from '../../workspace/about-repository';
import { withAbortSignal } from '../common/abort-signal';
import { isStoredRoot, storedUri } from '../common/stored-place';
import { indexableFolders } from '../indexing/folder-setup';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import { type RepositoryScope, type SearchScope, workspaceScope } from './search-scope';
import type { DatabaseTarget, TeamDatabase } from './team-database';

const scopeKey = 'search.scope';
/** Milliseconds that the list of repositories is used without asking for it again. */
const listMs = 60_000;

export class TeamSearch implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly disposables: vscode.Disposable[];
  /** What the index service was given, so that it gets it once. */
  private given: { readonly key: string; readonly done: Promise<void> } | undefined;
  private listed: { readonly at: number; readonly list: Promise<readonly StoredRepository[]> } | undefined;

  /** Another scope was chosen, or the database changed. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly database: TeamDatabase,
    private readonly service: WorkspaceIndex['stored'],
    private readonly workspaceState: vscode.Memento,
  ) {
    const reset = (): void => {
      this.given = undefined;
      this.listed = undefined;
      this.changed.fire();
    };
    this.disposables = [
      this.changed,
      database.passwords.onDidChange(reset),
      vscode.workspace.onDidGrantWorkspaceTrust(reset),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('codegrain.database')) reset();
      }),
    ];
  }

  dispose(): void {
    for (const each of this.disposables) each.dispose();
  }

  /** Undefined if the settings name no usable database, or the workspace is not trusted. */
  get target(): DatabaseTarget | undefined {
    if (!vscode.workspace.isTrusted) return undefined;
    // Settings that cannot be used are reported where they are read.
    return attempt(() => this.database.find());
  }

  /** True if the user agreed to send queries there. */
  get maySearch(): boolean {
    const { target } = this;
    return target !== undefined && this.database.maySearch(target);
  }

  /** The workspace alone while the database may not be asked. */
  get scope(): SearchScope {
    if (!this.maySearch) return workspaceScope;
    return this.workspaceState.get<SearchScope>(scopeKey, workspaceScope);
  }

  async choose(scope: SearchScope): Promise<void> {
    if (scope.is !== 'workspace') await this.requireConsent();
    await this.workspaceState.update(scopeKey, scope.is === 'workspace' ? undefined : scope);
    this.changed.fire();
  }

  /** @throws NotAllowed, or an Error if there is no database. */
  async requireConsent(): Promise<void> {
    await this.database.requireSearchConsent(this.requireTarget());
  }

  /** The next answers come from the database, not from memory. */
  forget(): void {
    this.listed = undefined;
  }

  async repositories(): Promise<readonly StoredRepository[]> {
    await this.connect();
    if (!this.listed || Date.now() - this.listed.at > listMs) {
      const listed = { at: Date.now(), list: this.service.ask('repositories', {}) };
      this.listed = listed;
      listed.list.catch(() => {
        if (this.listed === listed) this.listed = undefined;
      });
    }
    return this.listed.list;
  }

  async search(
    query: string,
    options: StoredSearchOptions,
    token: vscode.CancellationToken | undefined,
  ): Promise<SearchAnswer> {
    await this.connect();
    return withAbortSignal(token, (signal) => this.service.ask('searchStored', { query, options }, signal));
  }

  /** @param root of a hit. @returns undefined if the database does not have the file any more. */
  async file(root: string, path: string): Promise<StoredFileText | undefined> {
    const found = await this.branchOf(root);
    return found && this.service.ask('storedFile', { ...found, path });
  }

  /** The address of a file by its path in an answer, `REPOSITORY@BRANCH/PATH`; undefined if that is no path of the database. */
  async addressOf(path: string): Promise<vscode.Uri | undefined> {
    if (!this.maySearch || !isStoredRoot(path)) return undefined;
    const roots = (await this.repositories()).flatMap(({ repository, branches }) =>
      branches.map(({ name }) => `${repository}@${name}`),
    );
    const root = roots.find((each) => path.startsWith(`${each}/`));
    return root === undefined ? undefined : storedUri(root, path.slice(root.length + 1));
  }

  /** The names in `REPOSITORY@BRANCH`: either may contain `@`, so those that exist decide. */
  async branchOf(root: string): Promise<{ readonly repository: string; readonly branch: string } | undefined> {
    for (const { repository, branches } of await this.repositories())
      for (const { name: branch } of branches) if (`${repository}@${branch}` === root) return { repository, branch };
    return undefined;
  }

  /** What a scope selects: a name with `@` may be one of a repository, not a repository and a branch. */
  async selection({ repository, branch }: RepositoryScope): Promise<{ repository: string; branch?: string }> {
    if (branch === undefined) return { repository };
    const whole = `${repository}@${branch}`;
    const isName = (await this.repositories()).some((each) => each.repository === whole);
    return isName ? { repository: whole } : { repository, branch };
  }

  /** Those of the hits' roots whose repositories are folders of this window. */
  async checkedOut(hits: readonly Pick<Hit, 'root'>[]): Promise<string[]> {
    const roots = [...new Set(hits.map(({ root }) => root))].filter(isStoredRoot);
    const folders = await Promise.all(roots.map((root) => this.folderOf(root)));
    return roots.filter((_, i) => folders[i] !== undefined);
  }

  /** The folder of this window that is a checkout of the repository. */
  async folderOf(root: string): Promise<vscode.WorkspaceFolder | undefined> {
    const found = await this.branchOf(root).catch(() => undefined);
    return found && folderOfRepository(found.repository);
  }

  private requireTarget(): DatabaseTarget {
    const { target } = this;
    if (target) return target;
    const setting = 'codegrain.database.url';
    throw new Error(vscode.l10n.t('No database is configured. Set its address in {0}.', setting));
  }

  private async connect(): Promise<void> {
    const target = this.requireTarget();
    const { host, url } = target;
    if (!this.database.maySearch(target)) throw new Error(vscode.l10n.t('Nothing was sent to {0}.', host));
    const password = await this.database.password(target);
    const key = JSON.stringify([url, password]);
    if (this.given?.key !== key) {
      const done = this.service.setDatabase({ url, ...(password !== undefined && { password }) });
      const given = { key, done };
      this.given = given;
      done.catch(() => {
        if (this.given === given) this.given = undefined;
      });
    }
    await this.given.done;
  }
}

// Which folders of the window are repositories of the database: those with the name that `codegrain push` gives them, or with the name
// of a git remote, which builds on servers push under.

/** The names of all folders of the window in a database. */
export async function localRepositories(): Promise<readonly string[]> {
  const names = await Promise.all(indexableFolders().map(({ uri }) => repositoryNamesOf(uri.fsPath)));
  return names.flat();
}

/** The folder that is a checkout of this repository; undefined if none is open. */
async function folderOfRepository(repository: string): Promise<vscode.WorkspaceFolder | undefined> {
  const wanted = repository.toLowerCase();
  const folders = indexableFolders().map(async (folder) => ({
    folder,
    names: (await repositoryNamesOf(folder.uri.fsPath)).map((name) => name.toLowerCase()),
  }));
  const named = await Promise.all(folders);
  // The name of a push before that of a remote.
  return (named.find(({ names }) => names[0] === wanted) ?? named.find(({ names }) => names.includes(wanted)))?.folder;
}
