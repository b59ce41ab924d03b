/** The database of the settings: its address, the password of its user, and whether code may be sent there. */
import * as vscode from 'vscode';
import { type DatabaseAddress, readDatabaseAddress } from '../../database/database-address';
import { databasePasswords, type KeptSecrets, type Storage } from '../consent/kept-secrets';
import { type Destination, editorGuard, type Guard, SendConsent } from '../consent/send-consent';
import { databaseSettings } from '../settings/settings';

export interface FoundDatabase extends DatabaseAddress {
  readonly url: string;
  /** Whose password it is: `USER@HOST:PORT`. */
  readonly owner: string;
}

export class TeamDatabase {
  readonly passwords: KeptSecrets;
  private readonly consent: SendConsent;

  constructor(storage: Storage, guard: Guard = editorGuard(noticeOf)) {
    this.passwords = databasePasswords(storage);
    this.consent = new SendConsent(storage.globalState, 'database.agreedHosts', guard);
  }

  /** Undefined: the settings name none. @throws an Error that says what to fix. */
  find(): FoundDatabase | undefined {
    const { url, problems } = databaseSettings();
    if (problems.length > 0) throw new Error(problems.join(' '));
    if (url === undefined) return undefined;
    // What the URL leaves out comes from the environment, as in the process that sends.
    const address = readDatabaseAddress(url, undefined);
    return { ...address, url, owner: `${address.user}@${address.host}` };
  }

  /** Who said no before is asked again: this time they want to push. @throws NotAllowed */
  async allow({ host, isLocal, config }: DatabaseAddress): Promise<void> {
    this.consent.reset();
    await this.consent.require({ id: host, host, isHere: isLocal, isEncrypted: config.ssl !== false });
  }

  /** What the process that sends finds in its environment. */
  async environment({ owner }: FoundDatabase): Promise<Readonly<Record<string, string>>> {
    const password = await this.passwords.get(owner);
    return password === undefined ? {} : { PGPASSWORD: password };
  }
}

function noticeOf({ host }: Destination): readonly string[] {
  const { l10n } = vscode;
  return [
    l10n.t(
      'The database in your settings is on {0}. The text of your files, in chunks, is sent there and stored for everyone who can read that database.',
      host,
    ),
    l10n.t('Codegrain asks once per host.'),
  ];
}
