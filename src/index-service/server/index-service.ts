/** All folders of a window: keeps their indexes up to date, and searches them together. */
import { setImmediate } from 'node:timers/promises';
import type { Chunk } from '../../chunking/chunk';
import type { Embedder } from '../../embedding/embedder';
import type { IndexFileProblem } from '../../index/file/index-error';
import type { ChunkingPool } from '../../parse-worker/chunking-pool';
import { askGraph, type GraphAnswer } from '../../search/ask-graph';
import { workspaceExamples } from '../../search/examples/workspace-examples';
import type { Rechunk } from '../../search/hits/source-texts';
import { type AskedPlace, type PlaceFacts, placeFacts } from '../../search/place-facts';
import { parseQuery } from '../../search/query/query';
import { type SearchAnswer, Searcher, type SearchOptions } from '../../search/searcher';
import type { IndexView } from '../../search/view/index-view';
import type { IsHidden } from '../../search/view/row-filters';
import { errorMessage } from '../../shared/error-message';
import { type FolderStats, folderStats } from '../indexer/folder-stats';
import type {
  DefinitionCounts,
  FolderSetup,
  FolderStatus,
  IndexPlace,
  Pace,
  ServiceCountsQuestion,
  ServiceGraphQuestion,
  ServiceNameQuestion,
  ServiceSearchOptions,
} from '../service-protocol';
import { countDefinitions } from './definition-counts';
import { removeFolderIndex } from './folder-index';
import { PaceLimiter } from './indexing-pace';
import { overlapsOf } from './overlapping-roots';
import { type FolderResources, ServedFolder } from './served-folder';
import { type OpenStored, ServiceDatabase } from './service-database';
import { type AskEditor, ServiceEmbedders } from './service-embedders';

interface IndexServiceHost extends Pick<FolderResources, 'onStatus' | 'log'> {
  readonly askEditor: AskEditor;
  /** Left out: there is no way to reach a database. */
  readonly openStored?: OpenStored | undefined;
  /** The service disposes it. */
  readonly pool: ChunkingPool & { dispose(): void };
}

export class IndexService {
  /** The database of the window, if it has one. */
  readonly stored: ServiceDatabase;
  private readonly folders = new Map<string, ServedFolder>();
  private readonly pace = new PaceLimiter();
  private readonly embedders: ServiceEmbedders;
  private readonly resources: FolderResources;
  /** Folders are opened and closed one request at a time. */
  private opening: Promise<unknown> = Promise.resolve();

  constructor(private readonly host: IndexServiceHost) {
    this.embedders = new ServiceEmbedders(host.askEditor);
    this.stored = new ServiceDatabase(host.openStored, (model) => this.embedderOf(model));
    const { pace, embedders } = this;
    this.resources = { pool: host.pool, pace, embedders, onStatus: host.onStatus, log: host.log };
  }

  setFolders(setups: readonly FolderSetup[]): Promise<readonly FolderStatus[]> {
    return this.inTurn(() => this.open(setups));
  }

  /** The folder is closed first: work that others ask for at this moment would create the index again. */
  clear({ root, indexFile }: IndexPlace): Promise<void> {
    return this.inTurn(async () => {
      const folder = this.folders.get(root);
      this.folders.delete(root);
      await folder?.close();
      await removeFolderIndex(root, indexFile);
    });
  }

  /** @throws if the folder is not open */
  folder(root: string): ServedFolder {
    const folder = this.folders.get(root);
    if (!folder) throw new Error(`the folder ${root} is not open`);
    return folder;
  }

  setPace(pace: Pace): void {
    this.pace.set(pace);
    for (const folder of this.folders.values()) folder.statusChanged();
  }

  async search(query: string, options: ServiceSearchOptions, signal: AbortSignal): Promise<SearchAnswer> {
    // While the user types, the next query and the cancellation of this one may have arrived already.
    await setImmediate();
    signal.throwIfAborted();
    this.preferFilesAbout(query, options);
    const { searcher, unreadable } = this.searcher(options.roots);
    const answer = await searcher.search(query, this.searchOptions(options, signal, searcher.views));
    if (unreadable.length === 0) return answer;
    return {
      ...answer,
      notices: [...unreadable.map(({ message }) => message), ...answer.notices],
      indexProblems: [...unreadable, ...(answer.indexProblems ?? [])],
    };
  }

  /** Files that are not indexed yet come sooner if the question is about them. */
  private preferFilesAbout(query: string, { roots }: ServiceSearchOptions): void {
    const terms = parseQuery(query).query.lexical.terms.map(({ term }) => term);
    for (const { root, asked } of this.folders.values()) if (!roots || roots.includes(root)) asked.ask(terms);
  }

  async similar(
    root: string,
    path: string,
    line: number,
    options: ServiceSearchOptions,
    signal: AbortSignal,
  ): Promise<SearchAnswer | undefined> {
    const { searcher } = this.searcher(options.roots);
    return searcher.similar(path, line, this.searchOptions(options, signal, searcher.views), root);
  }

  async graph(root: string, question: ServiceGraphQuestion, signal: AbortSignal): Promise<readonly GraphAnswer[]> {
    const view = await this.viewWithDraft(root, question.path);
    signal.throwIfAborted();
    const { direction, depth = 1, limit, ...target } = question;
    return view ? askGraph([view], { target, direction, depth, ...(limit !== undefined && { limit }) }) : [];
  }

  async namedGraph({ root, name, path, ...question }: ServiceNameQuestion): Promise<readonly GraphAnswer[]> {
    const { views } = this.searcher(root === undefined ? undefined : [root]).searcher;
    return askGraph(views, { target: { name, ...(path !== undefined && { path }) }, ...question });
  }

  async placeFacts(place: AskedPlace, signal: AbortSignal): Promise<PlaceFacts | undefined> {
    const view = await this.viewWithDraft(place.root, place.path);
    signal.throwIfAborted();
    view?.refresh();
    return view && placeFacts([view], place);
  }

  async graphCounts(
    root: string,
    question: ServiceCountsQuestion,
    signal: AbortSignal,
  ): Promise<readonly DefinitionCounts[]> {
    const view = await this.viewWithDraft(root, question.path);
    signal.throwIfAborted();
    return view ? countDefinitions(view, question, signal) : [];
  }

  async examples(): Promise<readonly string[]> {
    return workspaceExamples(this.searcher(undefined).searcher.views);
  }

  async stats(root: string, signal: AbortSignal): Promise<FolderStats> {
    const { setup, index } = this.folder(root);
    const { include, exclude, limits } = setup;
    index.reload();
    const opened = index.view && { index: index.view.reader };
    return folderStats(root, { include, exclude, force: limits.force, indexFile: index.file, signal, ...opened });
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.folders.values(), (folder) => folder.close()));
    this.folders.clear();
    await this.stored.close();
    this.host.pool.dispose();
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.opening.then(work);
    this.opening = done.catch(() => undefined);
    return done;
  }

  private async open(setups: readonly FolderSetup[]): Promise<readonly FolderStatus[]> {
    const setupByRoot = new Map(setups.map((setup) => [setup.root, setup]));
    const closing = [...this.folders].filter(([root, { setup }]) => !isSame(setup, setupByRoot.get(root)));
    for (const [root] of closing) this.folders.delete(root);
    await Promise.all(closing.map(([, folder]) => folder.close()));
    this.embedders.setModels(setups.map(({ model }) => model));
    const before = new Map(this.folders);
    this.folders.clear();
    for (const [root, setup] of setupByRoot)
      this.folders.set(root, before.get(root) ?? new ServedFolder(setup, this.resources));
    for (const [root, { drafts }] of closing) {
      const adopted = this.folders.get(root)?.drafts.adopt(drafts);
      adopted?.catch((error) => this.host.log('warn', `drafts of ${root}: ${error}`));
    }
    return Array.from(this.folders.values(), (folder) => folder.status());
  }

  private searcher(roots: readonly string[] | undefined): { searcher: Searcher; unreadable: IndexFileProblem[] } {
    const unreadable: IndexFileProblem[] = [];
    const views = [...this.folders.values()].flatMap(({ root, index }) => {
      if (roots && !roots.includes(root)) return [];
      const problem = index.reload();
      if (problem && !index.view) unreadable.push(problem);
      return index.view ?? [];
    });
    return { searcher: new Searcher(views, (model) => this.embedderOf(model), this.rechunk), unreadable };
  }

  /** The index of a folder, with the last text of an editor that was sent. */
  private async viewWithDraft(root: string, path: string): Promise<IndexView | undefined> {
    const { drafts, index } = this.folder(root);
    await drafts.made(path);
    index.reload();
    return index.view;
  }

  private searchOptions(
    options: ServiceSearchOptions,
    signal: AbortSignal,
    views: readonly IndexView[],
  ): SearchOptions {
    const { roots: _, ...rest } = options;
    if (views.length < 2) return { ...rest, signal };
    const { repeated, inner } = overlapsOf(views.map(({ root }) => root));
    const hiddenIn = ({ root }: IndexView): IsHidden | undefined => {
      if (repeated.has(root)) return () => true;
      const folders = inner.get(root);
      return folders && ((path) => folders.some((folder) => path.startsWith(folder)));
    };
    return { ...rest, signal, ...(repeated.size + inner.size > 0 && { hiddenIn }) };
  }

  /** A model that fails is treated as missing: search then works by words only. */
  private async embedderOf(id: string): Promise<Embedder | undefined> {
    const orIfFailed = async <T>(work: Promise<T>, fallback: T, signal?: AbortSignal): Promise<T> => {
      try {
        return await work;
      } catch (error) {
        signal?.throwIfAborted();
        this.host.log('warn', `the model ${id} does not answer: ${errorMessage(error)}`);
        return fallback;
      }
    };
    const embedder = await orIfFailed(this.embedders.find(id), undefined);
    return (
      embedder && {
        ...embedder,
        embed: (texts, side, signal) => orIfFailed(embedder.embed(texts, side, signal), [], signal),
      }
    );
  }

  private readonly rechunk: Rechunk = async (file, path, options, draft): Promise<readonly Chunk[]> => {
    const text = draft
      ? { text: draft.text, ...(draft.languageHint !== undefined && { languageHint: draft.languageHint }) }
      : { file };
    const reply = await this.host.pool.chunk({ path, options, ...text, isUrgent: true });
    return reply.is === 'chunked' ? reply.file.chunks : [];
  };
}

function isSame(a: FolderSetup, b: FolderSetup | undefined): boolean {
  return b !== undefined && JSON.stringify(a) === JSON.stringify(b);
}
