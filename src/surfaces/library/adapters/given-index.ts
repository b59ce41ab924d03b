/** The index that a retriever or tools were given: one that the caller opened, or a folder. */
import { type ChunkRecord, CodegrainError, type CodeIndex, openIndex, type SearchHit } from '../library';

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

/** What a document or node knows about its chunk. */
export interface ChunkMetadata {
  /** Stable while other parts of the file are edited. */
  chunkId: string;
  path: string;
  language: string;
  kind: string;
  name: string;
  /** Names of the enclosing definitions, outermost first. */
  scope: readonly string[];
  /** What the chunk needs to be understood: path, enclosing signatures, used imports and globals. */
  context?: string;
}

export function metadataOfChunk(of: ChunkRecord | SearchHit): ChunkMetadata {
  const { id, path, language, kind, name, scope, context } = of;
  return { chunkId: id, path, language, kind, name, scope, ...(context && { context }) };
}
