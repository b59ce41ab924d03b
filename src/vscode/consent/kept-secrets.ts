/**
 * Secrets of servers, in VS Code's secret storage. A secret belongs to the owner it was given for (a server, perhaps with a user):
 * whoever changes the address does not get the secret of the old one sent there.
 */
import type * as vscode from 'vscode';

/** The part of the extension's context that is kept between sessions. */
export interface Storage {
  readonly secrets: vscode.SecretStorage;
  readonly globalState: vscode.Memento;
}

export class KeptSecrets {
  /**
   * @param kind what the names of these secrets begin with.
   * @param ownersId secrets cannot be listed, so the owners that have one are kept beside them, under this name.
   */
  constructor(
    private readonly storage: Storage,
    private readonly kind: string,
    private readonly ownersId: string,
  ) {}

  get(owner: string): Thenable<string | undefined> {
    return this.storage.secrets.get(this.idOf(owner));
  }

  async set(owner: string, secret: string): Promise<void> {
    await this.storage.secrets.store(this.idOf(owner), secret);
    await this.storage.globalState.update(this.ownersId, [...new Set([...this.owners, owner])]);
  }

  async clear(owner: string): Promise<void> {
    await this.storage.secrets.delete(this.idOf(owner));
    const left = this.owners.filter((each) => each !== owner);
    await this.storage.globalState.update(this.ownersId, left);
  }

  /** Those that have a secret. */
  get owners(): readonly string[] {
    return this.storage.globalState.get<readonly string[]>(this.ownersId, []);
  }

  onDidChange(listener: () => void): vscode.Disposable {
    return this.storage.secrets.onDidChange(({ key }) => {
      if (key.startsWith(this.idOf(''))) listener();
    });
  }

  private idOf(owner: string): string {
    return `codegrain.${this.kind} ${owner}`;
  }
}

/** Keys of embedding servers, by origin (scheme, host, port). */
export function embeddingKeys(storage: Storage): KeptSecrets {
  return new KeptSecrets(storage, 'embeddingKey', 'embedding.originsWithKey');
}

/** Passwords of databases, by `USER@HOST:PORT`. */
export function databasePasswords(storage: Storage): KeptSecrets {
  return new KeptSecrets(storage, 'databasePassword', 'database.ownersWithPassword');
}
