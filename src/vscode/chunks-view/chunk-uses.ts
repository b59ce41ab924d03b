/**
 * How much the chunks of the shown file use, and how much uses them. The index service is asked when the file has stopped changing;
 * until it answers, and while there is no index, the rows say what they said before.
 */
import * as vscode from 'vscode';
import type { Chunk } from '../../code/chunk';
import { countsInChunk } from '../../engine/service/definition-counts';
import type { DefinitionCounts } from '../../engine/service-protocol';
import { errorMessage } from '../../shared/error-message';
import type { WorkspaceIndex } from '../indexing/workspace-index';

/** More than the pause after which an unsaved text is sent. */
const pauseMs = 500;

export class ChunkUses implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<ReadonlySet<string>>();
  private readonly listening: vscode.Disposable;
  private shown: { readonly uri: vscode.Uri; readonly chunks: readonly Chunk[] } | undefined;
  private timer: NodeJS.Timeout | undefined;
  private asking: vscode.CancellationTokenSource | undefined;
  /** By the id of the chunk, which stays the same when other parts of the file are edited. */
  private counts: ReadonlyMap<string, readonly DefinitionCounts[]> = new Map();

  /** Fires with the ids of the chunks that have other counts. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly index: WorkspaceIndex,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.listening = index.onDidChange(() => this.askSoon());
  }

  dispose(): void {
    this.stop();
    this.listening.dispose();
    this.changed.dispose();
  }

  /** @param shown the chunks of a file that is visible now */
  follow(shown: { readonly uri: vscode.Uri; readonly chunks: readonly Chunk[] } | undefined): void {
    if (shown && shown.uri.toString() !== this.shown?.uri.toString()) this.counts = new Map();
    this.shown = shown;
    this.askSoon();
  }

  /** Of the definitions in a chunk. */
  of({ id }: Chunk): readonly DefinitionCounts[] {
    return this.counts.get(id) ?? [];
  }

  private askSoon(): void {
    this.stop();
    const { consent, folders } = this.index.state;
    if (this.shown && consent === 'given' && folders.some(({ files }) => files > 0))
      this.timer = setTimeout(() => void this.ask(), pauseMs);
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.asking?.cancel();
    this.asking?.dispose();
    this.asking = undefined;
  }

  private async ask(): Promise<void> {
    const { shown } = this;
    if (!shown) return;
    this.asking = new vscode.CancellationTokenSource();
    const { token } = this.asking;
    try {
      const counts = await this.index.graph.counts(shown.uri, {}, token);
      if (token.isCancellationRequested) return;
      const searched = shown.chunks.filter(({ role }) => role !== 'parent');
      const before = this.counts;
      this.counts = new Map(searched.map((chunk) => [chunk.id, countsInChunk(counts, chunk)]));
      const ids = searched
        .map(({ id }) => id)
        .filter((id) => JSON.stringify(this.counts.get(id)) !== JSON.stringify(before.get(id) ?? []));
      if (ids.length > 0) this.changed.fire(new Set(ids));
    } catch (error) {
      if (!token.isCancellationRequested) this.log.debug(`graph: ${errorMessage(error)}`);
    }
  }
}
