/** The database in the settings: its address, the password of its user, and the consent to send code there. */
import * as vscode from 'vscode';
import { type DatabaseAddress, readDatabaseAddress } from '../../wings/team/database-address';
import { databasePasswords, type ExtensionStorage, type SavedSecrets } from '../consent/saved-secrets';
import { type ConsentDialogs, type Destination, editorConsentDialogs, SendConsent } from '../consent/send-consent';
import { databaseSettings } from '../settings/settings';

export interface DatabaseTarget extends DatabaseAddress {
  readonly url: string;
  /** Owner of the password: `USER@HOST:PORT`. */
  readonly owner: string;
}

export class TeamDatabase {
  readonly passwords: SavedSecrets;
  private readonly consent: SendConsent;
  /** Who agreed to send code also agreed to send queries, but not the other way round. */
  private readonly queryConsent: SendConsent;

  constructor(
    storage: ExtensionStorage,
    dialogs: ConsentDialogs = editorConsentDialogs(noticeOf),
    queryDialogs: ConsentDialogs = editorConsentDialogs(queryNoticeOf, undefined, queryWords),
  ) {
    this.passwords = databasePasswords(storage);
    this.consent = new SendConsent(storage.globalState, 'database.agreedHosts', dialogs);
    this.queryConsent = new SendConsent(storage.globalState, 'database.searchedHosts', queryDialogs);
  }

  /** Undefined if the settings name no database. @throws an Error that says what to fix. */
  find(): DatabaseTarget | undefined {
    const { url, problems } = databaseSettings();
    if (problems.length > 0) throw new Error(problems.join(' '));
    if (url === undefined) return undefined;
    // Parts that the URL leaves out come from the environment, as in the process that pushes.
    const address = readDatabaseAddress(url, undefined);
    return { ...address, url, owner: `${address.user}@${address.host}` };
  }

  /** Asks again after an earlier refusal, because the user has just started a push. @throws NotAllowed */
  async requireConsent(address: DatabaseAddress): Promise<void> {
    this.consent.reset();
    await this.consent.require(databaseDestination(address));
  }

  /** True if queries may be sent there. Never asks. */
  maySearch(address: DatabaseAddress): boolean {
    const destination = databaseDestination(address);
    return this.consent.isGiven(destination) || this.queryConsent.isGiven(destination);
  }

  /** Asks again after an earlier refusal, because the user has just chosen to search there. @throws NotAllowed */
  async requireSearchConsent(address: DatabaseAddress): Promise<void> {
    if (this.maySearch(address)) return;
    this.queryConsent.reset();
    await this.queryConsent.require(databaseDestination(address));
  }

  password({ owner }: DatabaseTarget): Thenable<string | undefined> {
    return this.passwords.get(owner);
  }

  /** Environment variables for the process that pushes. */
  async environment(target: DatabaseTarget): Promise<Readonly<Record<string, string>>> {
    const password = await this.password(target);
    return password === undefined ? {} : { PGPASSWORD: password };
  }
}

function databaseDestination({ host, isLocal, config }: DatabaseAddress): Destination {
  return { id: host, host, isLocal, isEncrypted: config.ssl !== false };
}

function noticeOf(host: string): string {
  return vscode.l10n.t(
    'The database in your settings is on {0}. The text of your files, in chunks, is sent there and stored for everyone who can read that database.',
    host,
  );
}

function queryNoticeOf(host: string): string {
  return vscode.l10n.t(
    'The database in your settings is on {0}. What you search for is sent there. If you look for similar code, that code is sent too.',
    host,
  );
}

function queryWords(host: string) {
  return { title: vscode.l10n.t('Search on {0}?', host), send: vscode.l10n.t('Send Searches') };
}
