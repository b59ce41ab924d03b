/**
 * What a search asks: the folders of the window, the database of the team too, or one of its repositories. Also what the search
 * page shows about the database. Pages import this file, so it imports nothing.
 */

export interface RepositoryScope {
  readonly is: 'repository';
  readonly repository: string;
  /** Left out: the one that the database searches by default. */
  readonly branch?: string;
}

export type SearchScope = { readonly is: 'workspace' } | { readonly is: 'all' } | RepositoryScope;

export const workspaceScope: SearchScope = { is: 'workspace' };

/** `all`, `NAME` or `NAME@BRANCH`, as a results editor and a language model write it; empty for the workspace. */
export function scopeText(scope: SearchScope): string {
  if (scope.is !== 'repository') return scope.is === 'all' ? 'all' : '';
  const { repository, branch } = scope;
  return branch === undefined ? repository : `${repository}@${branch}`;
}

/** A name may contain `@` itself, so that a part behind it is a branch only if it is at the end and something is before it. */
export function readScope(text: string): SearchScope {
  const written = text.trim();
  if (written === '' || written === 'workspace') return workspaceScope;
  if (written === 'all') return { is: 'all' };
  const at = written.lastIndexOf('@');
  if (at <= 0 || at === written.length - 1) return { is: 'repository', repository: written };
  return { is: 'repository', repository: written.slice(0, at), branch: written.slice(at + 1) };
}

/** What a button of the line about the database does. */
export type StoredAction = 'retry' | 'password' | 'workspace';

/** The database of the team is still asked, or it failed. */
export interface StoredNotice {
  readonly is: 'waiting' | 'failed';
  readonly text: string;
  readonly buttons: readonly { readonly action: StoredAction; readonly label: string }[];
}

/** The button that chooses what is searched; shown if there is a database. */
export interface ScopeButton {
  readonly icon: string;
  readonly label: string;
  readonly title: string;
  /** Not only this workspace. */
  readonly isWide: boolean;
}

/** Where a hit is: in the workspace; in the database, and its repository is open in this window, too; or only in the database. */
export type StoredMark = '' | 'here' | 'elsewhere';
