/**
 * Keys of embedding servers, in VS Code's secret storage. A key belongs to the origin it was given for (scheme, host, port):
 * whoever changes the address does not get the key of the old one sent there.
 */
import type * as vscode from 'vscode';

/** The part of the extension's context that is kept between sessions. */
export interface Storage {
  readonly secrets: vscode.SecretStorage;
  readonly globalState: vscode.Memento;
}

/** Secrets cannot be listed, so the origins that have one are kept beside them. */
const originsId = 'embedding.originsWithKey';

export class EmbeddingKeys {
  constructor(private readonly storage: Storage) {}

  get(origin: string): Thenable<string | undefined> {
    return this.storage.secrets.get(secretId(origin));
  }

  async set(origin: string, key: string): Promise<void> {
    await this.storage.secrets.store(secretId(origin), key);
    await this.storage.globalState.update(originsId, [...new Set([...this.origins, origin])]);
  }

  async clear(origin: string): Promise<void> {
    await this.storage.secrets.delete(secretId(origin));
    const left = this.origins.filter((each) => each !== origin);
    await this.storage.globalState.update(originsId, left);
  }

  /** Those that have a key. */
  get origins(): readonly string[] {
    return this.storage.globalState.get<readonly string[]>(originsId, []);
  }

  onDidChange(listener: () => void): vscode.Disposable {
    return this.storage.secrets.onDidChange(({ key }) => {
      if (key.startsWith(secretId(''))) listener();
    });
  }
}

function secretId(origin: string): string {
  return `codegrain.embeddingKey ${origin}`;
}
