/**
 * Secrets for servers, in VS Code's secret storage. A secret belongs to one owner (a server, or a user on a server), so that it is
 * not sent to another server when the address changes.
 */
import * as vscode from 'vscode';

/** The part of the extension context that lasts between sessions. */
export interface ExtensionStorage {
  readonly secrets: vscode.SecretStorage;
  readonly globalState: vscode.Memento;
}

export class SavedSecrets {
  private contextKey: string | undefined;

  /**
   * @param kind prefix of the names of these secrets.
   * @param ownersKey name of the list of owners in the global state: VS Code cannot list secrets.
   */
  constructor(
    private readonly storage: ExtensionStorage,
    private readonly kind: string,
    private readonly ownersKey: string,
  ) {}

  get(owner: string): Thenable<string | undefined> {
    return this.storage.secrets.get(this.keyOf(owner));
  }

  async set(owner: string, secret: string): Promise<void> {
    await this.storage.secrets.store(this.keyOf(owner), secret);
    await this.storage.globalState.update(this.ownersKey, [...new Set([...this.owners, owner])]);
    this.updateContext();
  }

  async clear(owner: string): Promise<void> {
    await this.storage.secrets.delete(this.keyOf(owner));
    const left = this.owners.filter((each) => each !== owner);
    await this.storage.globalState.update(this.ownersKey, left);
    this.updateContext();
  }

  /** Registers the commands that set and clear a secret, with a key for `when` clauses that is true while there is one. */
  registerCommands(
    name: string,
    set: () => unknown,
    words: { readonly none: string; readonly which: string; done(owner: string): string },
  ): vscode.Disposable {
    this.contextKey = `codegrain.has${name}`;
    this.updateContext();
    return vscode.Disposable.from(
      vscode.commands.registerCommand(`codegrain.set${name}`, set),
      vscode.commands.registerCommand(`codegrain.clear${name}`, () => this.clearOne(words)),
    );
  }

  /** Deletes a secret, and asks whose if there are several. */
  private async clearOne(words: {
    readonly none: string;
    readonly which: string;
    done(owner: string): string;
  }): Promise<void> {
    const { window } = vscode;
    const [first, ...others] = this.owners;
    if (first === undefined) return void window.showInformationMessage(words.none);
    const owner = others.length === 0 ? first : await window.showQuickPick([...this.owners], { title: words.which });
    if (owner === undefined) return;
    await this.clear(owner);
    void window.showInformationMessage(words.done(owner));
  }

  /** Owners that have a secret. */
  get owners(): readonly string[] {
    return this.storage.globalState.get<readonly string[]>(this.ownersKey, []);
  }

  onDidChange(listener: () => void): vscode.Disposable {
    return this.storage.secrets.onDidChange(({ key }) => {
      if (key.startsWith(this.keyOf(''))) listener();
    });
  }

  private updateContext(): void {
    if (this.contextKey !== undefined)
      void vscode.commands.executeCommand('setContext', this.contextKey, this.owners.length > 0);
  }

  private keyOf(owner: string): string {
    return `codegrain.${this.kind} ${owner}`;
  }
}

/** Keys of embedding servers, by origin (scheme, host, port). */
export function embeddingKeys(storage: ExtensionStorage): SavedSecrets {
  return new SavedSecrets(storage, 'embeddingKey', 'embedding.originsWithKey');
}

/** Passwords of databases, by `USER@HOST:PORT`. */
export function databasePasswords(storage: ExtensionStorage): SavedSecrets {
  return new SavedSecrets(storage, 'databasePassword', 'database.ownersWithPassword');
}
