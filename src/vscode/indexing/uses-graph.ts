/** Questions about what code of the window uses and what uses it. The text of an editor counts, saved or not. */
import type * as vscode from 'vscode';
import type { CancellationToken, Uri } from 'vscode';
import type { Chunk } from '../../code/chunk';
import type { IndexServiceClient } from '../../engine/client/service-client';
import type { Asked, DefinitionCounts } from '../../engine/service-protocol';
import { attachDependencies, usesOfChunk } from '../../index/graph/attach-dependencies';
import type { GraphEntry } from '../../index/graph/graph-entry';
import type { AskedPlace, GraphAnswer, GraphQuestion, PlaceFacts } from '../../search/graph-questions';
import { errorMessage } from '../../shared/error-message';
import { counterOrApproximate } from '../../tokens/token-counter';
import { withAbortSignal } from '../common/abort-signal';
import { placeInWorkspace, uriInRoot } from '../common/folder-root';
import { settingsOf } from '../settings/settings';
import type { IndexState } from './index-summary';

type HowAsked = Omit<GraphQuestion, 'target'>;

/** The code at a line, or that of all lines up to another one. */
interface AskedLine extends HowAsked {
  /** 1-based. */
  readonly line: number;
  /** Of a definition, for a line that may have moved. */
  readonly name?: string;
  readonly endLine?: number;
}

export class UsesGraph {
  constructor(
    private readonly service: IndexServiceClient,
    /** Resolves when the service can answer about a file as it is in its editor; rejects if nothing is indexed. */
    private readonly ready: (uri: Uri | undefined) => Promise<void>,
  ) {}

  /** @returns none if an index does not have this line. */
  ask(
    uri: Uri,
    { direction, depth, limit, ...target }: AskedLine,
    token?: CancellationToken,
  ): Promise<readonly GraphAnswer[]> {
    const how = { direction, ...(depth !== undefined && { depth }), ...(limit !== undefined && { limit }) };
    return this.askAbout(uri, token, ({ root, path }, signal) =>
      this.service.ask('graph', { root, target: { path, ...target }, ...how }, signal),
    );
  }

  /** Of the functions, types and the like of a file. @returns none if an index does not have the file. */
  counts(
    uri: Uri,
    question: Omit<Asked<'counts'>, 'root' | 'path'>,
    token?: CancellationToken,
  ): Promise<readonly DefinitionCounts[]> {
    return this.askAbout(uri, token, (place, signal) => this.service.ask('counts', { ...place, ...question }, signal));
  }

  /** What a place uses, what uses it, and which tests do. @param place its path is relative to its folder. */
  async facts(place: AskedPlace, token?: CancellationToken): Promise<PlaceFacts | undefined> {
    await this.ready(uriInRoot(place.root, place.path));
    return withAbortSignal(token, (signal) => this.service.ask('facts', place, signal));
  }

  /** @param uri left out: in all files. @returns none if nothing has the name. */
  async askNamed(
    name: string,
    uri: Uri | undefined,
    question: HowAsked,
    token?: CancellationToken,
  ): Promise<readonly GraphAnswer[]> {
    await this.ready(uri);
    const place = uri && placeInWorkspace(uri);
    if (uri && !place) return [];
    const target = { name, ...(place && { path: place.path }) };
    return withAbortSignal(token, (signal) =>
      this.service.ask('graph', { ...(place && { root: place.root }), target, ...question }, signal),
    );
  }

  private async askAbout<T>(
    uri: Uri,
    token: CancellationToken | undefined,
    ask: (place: { readonly root: string; readonly path: string }, signal: AbortSignal) => Promise<readonly T[]>,
  ): Promise<readonly T[]> {
    await this.ready(uri);
    const place = placeInWorkspace(uri);
    return place ? withAbortSignal(token, (signal) => ask(place, signal)) : [];
  }
}

/** What chunks use elsewhere in their folder, as far as the index knows: for copies, for the export of a file, and for models. */
export class UsedDefinitions {
  constructor(
    private readonly index: { readonly state: IndexState; readonly graph: UsesGraph },
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
