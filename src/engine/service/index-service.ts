/** All folders of a window: keeps their indexes up to date, and searches them together. */
import { realpathSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { Embedder } from '../../embedding/embedder';
import type { IndexFileProblem } from '../../index/file/index-error';
import type { SearchAnswer, SearchOptions } from '../../search/searcher';
import type { IndexView } from '../../search/view/index-view';
import type { IsHidden } from '../../search/view/row-filters';
import { attempt } from '../../shared/attempt';
import { errorMessage } from '../../shared/error-message';
import { pathInside } from '../../shared/inside-folder';
import { CodeIndex, rechunkWith } from '../code-index';
import { folderStats } from '../indexer/folder-stats';
import type {
  FolderSetup,
  FolderStatus,
  IndexPlace,
  Pace,
  QuestionName,
  RequestAnswers,
  ServiceSearchOptions,
} from '../service-protocol';
import { DatabaseProblem, type DatabaseSetup, type ModelOf, type OpenStored, type StoredCode } from '../stored-code';
import { allowStrategy, type ChunkingPool } from '../workers/chunking-pool';
import { countDefinitions } from './definition-counts';
import { estimateIndex } from './estimate-index';
import { removeFolderIndex } from './folder-index';
import { PaceLimiter } from './indexing-pace';
import { type FolderResources, ServedFolder } from './served-folder';
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
  private readonly rechunk: ReturnType<typeof rechunkWith>;
  /** Folders are opened and closed one request at a time. */
  private opening: Promise<unknown> = Promise.resolve();

  constructor(private readonly host: IndexServiceHost) {
    this.embedders = new ServiceEmbedders(host.askEditor);
    this.rechunk = rechunkWith(() => host.pool);
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

  readonly answers: RequestAnswers<QuestionName> = {
    estimate: estimateIndex,
    search: async ({ query, options = {} }, signal) => {
      await maybeCancelled(signal);
      const { index, unreadable } = this.indexOf(options.roots);
      const answer = await index.search(query, this.searchOptions(options, signal, index.views));
      this.preferFilesAbout(answer, options);
      if (unreadable.length === 0) return answer;
      return {
        ...answer,
        notices: [...unreadable.map(({ message }) => message), ...answer.notices],
        indexProblems: [...unreadable, ...(answer.indexProblems ?? [])],
      };
    },
    similar: async ({ root, path, line, options = {} }, signal) => {
      const { index } = this.indexOf(options.roots);
      return index.similar(path, line, this.searchOptions(options, signal, index.views), root);
    },
    graph: async ({ root, ...question }, signal) => {
      const { target } = question;
      const isPlace = root !== undefined && 'line' in target;
      const index = isPlace
        ? await this.indexWithDraft(root, target.path, signal)
        : this.indexOf(root === undefined ? undefined : [root]).index;
      const answers = await index.graph(question);
      for (const folder of this.folders.values()) folder.tellDamage();
      return answers;
    },
    counts: async ({ root, ...question }, signal) => {
      const index = await this.indexWithDraft(root, question.path, signal);
      const [view] = index.views;
      return view ? index.ask(() => countDefinitions(view, question, signal)) : [];
    },
    facts: async (place, signal) => (await this.indexWithDraft(place.root, place.path, signal)).facts(place),
    examples: async () => this.indexOf(undefined).index.examples(),
    stats: async ({ root }, signal) => {
      const { setup, index } = this.folder(root);
      const { include, exclude, limits } = setup;
      index.reload();
      const opened = index.view && { index: index.view.reader };
      return folderStats(root, { include, exclude, force: limits.force, indexFile: index.file, signal, ...opened });
    },
    repositories: async (_, signal) => (await this.stored.stored()).repositories(signal),
    searchStored: async ({ query, options: { repositories, exclude, ...options } = {} }, signal) => {
      await maybeCancelled(signal);
      const selection = { repositories, exclude: exclude?.map(({ repository }) => repository) };
      return (await this.stored.stored()).search(query, selection, { ...options, signal });
    },
    storedFile: async (place, signal) => (await this.stored.stored()).file(place, signal),
  };

  /** Files that are not indexed yet come sooner if the question is about them. */
  private preferFilesAbout({ asked }: SearchAnswer, { roots }: ServiceSearchOptions): void {
    const terms = asked?.terms.map(({ term }) => term) ?? [];
    for (const folder of this.folders.values()) if (!roots || roots.includes(folder.root)) folder.asked.ask(terms);
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
    const isChanged = (setup: FolderSetup) => JSON.stringify(setup) !== JSON.stringify(setupByRoot.get(setup.root));
    const closing = [...this.folders].filter(([, { setup }]) => isChanged(setup));
    for (const [root] of closing) this.folders.delete(root);
    await Promise.all(closing.map(([, folder]) => folder.close()));
    this.embedders.setModels(setups.map(({ model }) => model));
    allowStrategy(setups.find(({ chunk }) => chunk.customStrategy !== undefined)?.chunk.customStrategy);
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

  /** @param roots undefined: all folders. */
  private indexOf(roots: readonly string[] | undefined): { index: CodeIndex; unreadable: IndexFileProblem[] } {
    const unreadable: IndexFileProblem[] = [];
    const views = [...this.folders.values()].flatMap(({ root, index }) => {
      if (roots && !roots.includes(root)) return [];
      const problem = index.reload();
      if (problem && !index.view) unreadable.push(problem);
      return index.view ?? [];
    });
    return { index: new CodeIndex(views, (model) => this.embedderOf(model), this.rechunk), unreadable };
  }

  /** The index of a folder, with the last text of an editor that was sent. */
  private async indexWithDraft(root: string, path: string, signal: AbortSignal): Promise<CodeIndex> {
    await this.folder(root).drafts.made(path);
    signal.throwIfAborted();
    return this.indexOf([root]).index;
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
}

/** While the user types, the next query and the cancellation of this one may have arrived already. */
async function maybeCancelled(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}

interface RootOverlaps {
  /** The same folders as others before them. */
  readonly repeated: ReadonlySet<string>;
  /** By folder: the folders in it that are searched, too, as relative paths with `/` at the end. */
  readonly inner: ReadonlyMap<string, readonly string[]>;
}

/**
 * Folders of a window may contain each other, or be links to each other. Each has its own index, because it may be open in another window
 * alone. A search finds each file once: in the innermost folder that is searched, and for two names of one folder in the first.
 */
function overlapsOf(roots: readonly string[]): RootOverlaps {
  const repeated = new Set<string>();
  const byRealPath = new Map<string, string>();
  for (const root of roots) {
    const real = realPathOf(root);
    if (byRealPath.has(real)) repeated.add(root);
    else byRealPath.set(real, root);
  }
  const inner = new Map<string, string[]>();
  for (const [outer, root] of byRealPath) {
    const inside = [...byRealPath.keys()].flatMap((real) => {
      const path = real === outer ? undefined : pathInside(outer, real);
      return path === undefined ? [] : [`${path}/`];
    });
    if (inside.length > 0) inner.set(root, inside);
  }
  return { repeated, inner };
}

function realPathOf(root: string): string {
  // It is gone: it is not searched.
  return attempt(() => realpathSync.native(root)) ?? root;
}

/** The database of a window. It is opened by the first question, and what opens it is loaded only then. */
class ServiceDatabase {
  private setup: DatabaseSetup | null = null;
  private opened: Promise<StoredCode> | undefined;

  /** @param open undefined: there is no way to reach a database. */
  constructor(
    private readonly open: OpenStored | undefined,
    private readonly modelOf: ModelOf,
  ) {}

  async set(setup: DatabaseSetup | null): Promise<void> {
    if (JSON.stringify(setup) === JSON.stringify(this.setup)) return;
    this.setup = setup;
    await this.close();
  }

  /** @throws `DatabaseProblem` if there is none */
  async stored(): Promise<StoredCode> {
    if (!this.setup) throw new DatabaseProblem('no database is set', 'none');
    if (!this.open) throw new DatabaseProblem('a database can be reached only by a process of this machine', 'none');
    this.opened ??= this.open(this.setup, this.modelOf);
    return this.opened;
  }

  /** Closes the connections; the next question opens them again. */
  async close(): Promise<void> {
    const { opened } = this;
    this.opened = undefined;
    await (await opened?.catch(() => undefined))?.close();
  }
}
