/** The index that a retriever or tools were given: one that the caller opened, or a folder. */
import { CodegrainError, type CodeIndex, openIndex } from '../library';

export class GivenIndex {
  private opened: Promise<CodeIndex> | undefined;

  constructor(private readonly given: CodeIndex | string) {}

  /** The index of a folder is made or updated before its first use. */
  async get(): Promise<CodeIndex> {
    if (typeof this.given !== 'string') return this.given;
    this.opened ??= openAndRefresh(this.given);
    try {
      return await this.opened;
    } catch (error) {
      // The next call tries again.
      this.opened = undefined;
      throw error;
    }
  }

  /** Closes what was opened here; an index of the caller stays open. */
  async close(): Promise<void> {
    const opened = await this.opened?.catch(() => undefined);
    this.opened = undefined;
    await opened?.close();
  }
}

async function openAndRefresh(folder: string): Promise<CodeIndex> {
  const index = await openIndex(folder);
  try {
    await index.refresh();
  } catch (error) {
    // The program that writes it (VS Code, say) keeps it fresh.
    if (!(error instanceof CodegrainError && error.code === 'index-locked')) throw error;
  }
  return index;
}
