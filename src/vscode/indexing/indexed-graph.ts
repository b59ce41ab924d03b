/** Questions about what code of the window uses and what uses it. The text of an editor counts, saved or not. */
import type { CancellationToken, Uri } from 'vscode';
import type { IndexServiceClient } from '../../engine/client/service-client';
import type { Asked, DefinitionCounts } from '../../engine/service-protocol';
import type { AskedPlace, GraphAnswer, GraphQuestion, PlaceFacts } from '../../search/graph-questions';
import { withAbortSignal } from '../common/abort-signal';
import { uriInRoot } from '../common/folder-root';
import { placeInWorkspace } from './indexed-path';

type HowAsked = Omit<GraphQuestion, 'target'>;

/** The code at a line, or that of all lines up to another one. */
interface AskedLine extends HowAsked {
  /** 1-based. */
  readonly line: number;
  /** Of a definition, for a line that may have moved. */
  readonly name?: string;
  readonly endLine?: number;
}

export class IndexedGraph {
  constructor(
    private readonly service: IndexServiceClient,
    /** Resolves when the service can answer about a file as it is in its editor; rejects if nothing is indexed. */
    private readonly ready: (uri: Uri | undefined) => Promise<void>,
  ) {}

  /** @returns none if an index does not have this line. */
  async ask(
    uri: Uri,
    { direction, depth, limit, ...target }: AskedLine,
    token?: CancellationToken,
  ): Promise<readonly GraphAnswer[]> {
    await this.ready(uri);
    const place = placeInWorkspace(uri);
    if (!place) return [];
    const { root, path } = place;
    const how = { direction, ...(depth !== undefined && { depth }), ...(limit !== undefined && { limit }) };
    return withAbortSignal(token, (signal) =>
      this.service.ask('graph', { root, target: { path, ...target }, ...how }, signal),
    );
  }

  /** Of the functions, types and the like of a file. @returns none if an index does not have the file. */
  async counts(
    uri: Uri,
    question: Omit<Asked<'counts'>, 'root' | 'path'>,
    token?: CancellationToken,
  ): Promise<readonly DefinitionCounts[]> {
    await this.ready(uri);
    const place = placeInWorkspace(uri);
    if (!place) return [];
    const { root, path } = place;
    return withAbortSignal(token, (signal) => this.service.ask('counts', { root, path, ...question }, signal));
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
}
