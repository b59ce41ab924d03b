/** The storage of an extension (secrets and global state), in memory. */
import { EventEmitter, type Memento } from 'vscode';
import type { ExtensionStorage } from '../../src/vscode/consent/saved-secrets';

class State implements Memento {
  private readonly values = new Map<string, unknown>();

  keys(): readonly string[] {
    return [...this.values.keys()];
  }

  get<T>(name: string): T | undefined;
  get<T>(name: string, defaultValue: T): T;
  get<T>(name: string, defaultValue?: T): T | undefined {
    return this.values.has(name) ? (this.values.get(name) as T) : defaultValue;
  }

  async update(name: string, value: unknown): Promise<void> {
    this.values.set(name, value);
  }
}

export function storage(): ExtensionStorage {
  const secrets = new Map<string, string>();
  const changed = new EventEmitter<{ key: string }>();
  return {
    secrets: {
      get: async (name) => secrets.get(name),
      store: async (key, value) => {
        secrets.set(key, value);
        changed.fire({ key });
      },
      delete: async (key) => {
        secrets.delete(key);
        changed.fire({ key });
      },
      onDidChange: changed.event,
    },
    globalState: new State(),
  };
}
