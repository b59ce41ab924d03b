/** What chunks use elsewhere in their folder, as far as the index knows: for copies, for the export of a file, and for models. */
import type * as vscode from 'vscode';
import type { Chunk } from '../../code/chunk';
import { attachDependencies } from '../../index/graph/attach-dependencies';
import type { GraphEntry } from '../../index/graph/graph-entry';
import { usesOfChunk } from '../../index/graph/needed-definitions';
import { errorMessage } from '../../shared/error-message';
import { counterOrApproximate } from '../../tokens/token-counter';
import { settingsOf } from '../settings/settings';
import type { WorkspaceIndex } from './workspace-index';

export class UsedDefinitions {
  constructor(
    private readonly index: Pick<WorkspaceIndex, 'state' | 'graph'>,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** Whatever the settings say. Paths are relative to the folder of the chunk's file. */
  async of(uri: vscode.Uri, chunk: Chunk, token?: vscode.CancellationToken): Promise<GraphEntry[]> {
    return usesOfChunk(await this.entries(uri, chunk, token), chunk);
  }

  /** The chunk with its dependencies if the settings of its file ask for signatures; otherwise, and without an index, the chunk itself. */
  async attach(uri: vscode.Uri, chunk: Chunk): Promise<Chunk> {
    const { options } = settingsOf(uri);
    if (options.context !== 'signatures') return chunk;
    const counter = counterOrApproximate(options.counter, (warning) => this.log.warn(warning));
    return attachDependencies(chunk, await this.entries(uri, chunk), options, (text) => counter.count(text));
  }

  private async entries(
    uri: vscode.Uri,
    { startLine: line, endLine }: Chunk,
    token?: vscode.CancellationToken,
  ): Promise<readonly GraphEntry[]> {
    const { consent, folders } = this.index.state;
    if (consent !== 'given' || !folders.some(({ files }) => files > 0)) return [];
    try {
      const answers = await this.index.graph.ask(uri, { line, endLine, direction: 'uses' }, token);
      return answers.flatMap(({ entries }) => entries);
    } catch (error) {
      // The code can be copied and read without them.
      this.log.debug(`graph: ${errorMessage(error)}`);
      return [];
    }
  }
}
