/** What the search page shows about the database of the team. Pages import this file, so it imports nothing. */

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
