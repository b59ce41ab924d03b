/**
 * The index of the served folder. It is read without a lock and followed as it grows, so that several servers and a writer can share it.
 * It need not exist when the server starts: each request looks for it until it is there.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Embedder } from '../embedding/embedder';
import type { IndexFileProblem } from '../index/file/index-error';
import { type IndexGlobs, indexGlobs } from '../index/file/index-globs';
import { IndexReader } from '../index/file/index-reader';
import { indexFileOf, stampedOptions } from '../index/index-settings';
import { recordUse, useFileOf } from '../index/uses/use-log';
import type { ChunkOptions } from '../options/chunk-options';
import { needsJudge } from '../parse-worker/judge-model';
import { WorkerPool } from '../parse-worker/worker-pool';
import type { ChunkReply } from '../parse-worker/worker-protocol';
import type { Rechunk } from '../search/hits/source-texts';
import { type SearchAnswer, Searcher } from '../search/searcher';
import { IndexView } from '../search/view/index-view';
import { errorMessage } from '../shared/error-message';
import { counterOrApproximate } from '../tokens/token-counter';
import { loadBuiltInModel } from '../tools/load-built-in';
import { type FileInside, RootFolder } from '../tools/root-folder';
import { ToolProblem } from '../tools/tool-problem';
import { defaultLimits } from '../workspace/read-file';
import { IndexRefresher } from './index-refresher';
import type { FolderOptions } from './serve-options';

/** Most models count tokens about like this one. */
export const countedWith = 'o200k_base';

const idleMs = 120_000;
/** The same rules as for indexing: secret, generated and minified files are skipped with a reason. */
const limits = { ...defaultLimits, isDiscovered: true };

interface OpenedIndex {
  readonly view: IndexView;
  readonly searcher: Searcher;
  /** The model of the index when it was opened. A rebuilt index may have another. */
  readonly model: string;
}

interface CurrentIndex extends OpenedIndex {
  /** To be shown with the answer. */
  readonly notices: readonly string[];
}

export class ServedIndex {
  readonly folder: RootFolder;
  readonly file: string;
  /** Starts when needed, and ends when idle. */
  private readonly workers = new WorkerPool({ jobs: 1, idleMs });
  private readonly refresher: IndexRefresher | undefined;
  private opened: OpenedIndex | undefined;
  private opening: Promise<OpenedIndex> | undefined;

  constructor(
    readonly options: FolderOptions,
    private readonly log: (message: string) => void,
  ) {
    this.folder = new RootFolder(options.root);
    this.file = resolve(options.indexFile ?? indexFileOf(this.folder.path));
    const { refreshSeconds, embedder, maxIndexBytes } = options;
    if (refreshSeconds !== undefined)
      this.refresher = new IndexRefresher(
        { root: this.folder.path, indexFile: this.file, embedder, maxIndexBytes, globs: () => this.globs() },
        refreshSeconds,
        log,
      );
  }

  /** Begins to make or refresh the index, and opens what the first answer needs: until then, the agent's model thinks for seconds. */
  begin(): void {
    this.refresher?.begin();
    // A request that meets the same problem reports it, or reads the new file.
    this.warmUp().catch((error: unknown) => this.log(errorMessage(error)));
  }

  private async warmUp(): Promise<void> {
    const view = await this.viewNow();
    // Requests go first.
    await new Promise((done) => setImmediate(done));
    counterOrApproximate(countedWith, this.log);
    await new Promise((done) => setImmediate(done));
    // Making the graph reads the names of the index.
    view?.graph.definedNames();
  }

  /** The index in its current state. @throws `ToolProblem` if there is no readable index */
  async current(signal?: AbortSignal): Promise<CurrentIndex> {
    const notice = await this.refresher?.waitForRefresh(signal);
    const notices = notice === undefined ? [] : [notice];
    return { ...(await this.openNow(notices)), notices };
  }

  /** The index as it is, without waiting for an update; undefined if there is none that can be read. */
  async viewNow(): Promise<IndexView | undefined> {
    try {
      return (await this.openNow([])).view;
    } catch (error) {
      if (error instanceof ToolProblem) return undefined;
      throw error;
    }
  }

  /** Chunks the current content of a file with the options of the index, or the defaults if there is no index. */
  async chunk({ file, path }: FileInside, signal?: AbortSignal): Promise<ChunkReply> {
    const options = stampedOptions(this.opened?.view.chunker ?? '');
    return this.workers.chunk({ path, file, options, limits }, signal, this.judgeOf(options));
  }

  /** The globs that the index was made with. */
  globs(): IndexGlobs {
    const { include, exclude } = this.options;
    return include.length + exclude.length > 0 ? { include, exclude } : indexGlobs(this.file);
  }

  /** Removes hits outside the folder: a file may have become a link, and anyone may have made the index. */
  onlyInside(answer: SearchAnswer): SearchAnswer {
    const paths = new Set(answer.hits.map(({ path }) => path));
    const inside = new Set([...paths].filter((path) => this.folder.contains(path)));
    const hits = answer.hits.filter(({ path }) => inside.has(path));
    const removed = answer.hits.length - hits.length;
    if (removed === 0) return answer;
    return {
      ...answer,
      hits,
      notices: [...answer.notices, `${removed} hits are left out: their files are not in the folder`],
    };
  }

  /** Notes that an agent read a chunk, if usage counts. */
  async recordUse({ id, path }: { readonly id: string; readonly path: string }): Promise<void> {
    if ((this.options.ranking?.usage ?? 0) === 0) return;
    await recordUse(useFileOf(this.file), { chunk: id, path, at: Date.now() }).catch((error: unknown) => {
      // The answer matters more.
      this.log(`the use of a chunk cannot be noted: ${errorMessage(error)}`);
    });
  }

  async close(): Promise<void> {
    await this.refresher?.close();
    this.workers.dispose();
  }

  private async openNow(notices: readonly string[]): Promise<OpenedIndex> {
    const { opened } = this;
    // If the file cannot be read any more, the search itself reports that and uses the last readable state.
    opened?.view.refresh();
    if (opened && opened.view.model === opened.model) return opened;
    this.opening ??= this.open(notices).finally(() => {
      this.opening = undefined;
    });
    this.opened = await this.opening;
    return this.opened;
  }

  private async open(notices: readonly string[]): Promise<OpenedIndex> {
    const view = this.opened?.view ?? this.read(notices);
    const { model } = view;
    const embedder = this.options.embedder ?? (await loadBuiltInModel(model));
    return { view, searcher: new Searcher([view], embedder, this.rechunk), model };
  }

  private readonly rechunk: Rechunk = async (file, path, options) => {
    const reply = await this.workers.chunk({ path, file, options, isUrgent: true }, undefined, this.judgeOf(options));
    return reply.is === 'chunked' ? reply.file.chunks : [];
  };

  /** A server's model also judged topics when the index was made. */
  private judgeOf(options: Partial<ChunkOptions>): Embedder | undefined {
    return needsJudge(options) ? this.options.embedder : undefined;
  }

  private read(notices: readonly string[]): IndexView {
    const opened = IndexReader.open(this.file);
    if ('index' in opened) return new IndexView(opened.index, this.folder.path);
    throw new ToolProblem(this.problemText(opened.problem, notices));
  }

  private problemText({ reason, message }: IndexFileProblem, notices: readonly string[]): string {
    const { path } = this.folder;
    const command = `codegrain index ${path}${this.options.indexFile === undefined ? '' : ` --index ${this.file}`}`;
    const isMissing = reason === 'none' || reason === 'gone' || !existsSync(this.file);
    if (!isMissing) return [`${message}. Run \`${command}\` to rebuild it`, ...notices].join('; ');
    // What the refresher says is the next step: wait, or what keeps it from making the index.
    const next = notices.length > 0 ? notices.join('; ') : `run \`${command}\`, then ask again`;
    return `this folder is not indexed yet: ${next}. outline_file and get_chunk with a path and a line work without an index.`;
  }
}
