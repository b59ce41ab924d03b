/**
 * The index of the served folder. It is read without a lock and followed as it grows, so that several servers and a writer can share it.
 * It need not exist when the server starts: each request looks for it until it is there.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ChunkedFile } from '../../code/chunk';
import type { Embedder } from '../../embedding/embedder';
import type { FileInside } from '../../engine/answers/tool-input';
import { RootFolder, ToolProblem } from '../../engine/answers/tool-input';
import { CodeIndex } from '../../engine/code-index';
import { needsJudge } from '../../engine/workers/chunking-pool';
import { WorkerPool } from '../../engine/workers/worker-pool';
import type { IndexFileProblem } from '../../index/file/index-error';
import { type IndexGlobs, indexGlobs } from '../../index/file/index-globs';
import type { StoredFile } from '../../index/format/segment-contents';
import { indexFileOf, stampedOptions } from '../../index/index-settings';
import { recordUse, useFileOf } from '../../index/logs/use-log';
import type { PersonalRanking } from '../../search/order-rows';
import type { IndexView } from '../../search/view/index-view';
import { errorMessage } from '../../shared/error-message';
import { counterOrApproximate } from '../../tokens/token-counter';
import { defaultLimits, walkLimits } from '../../workspace/read-file';
import { IndexRefresher } from './index-refresher';
import type { DatabaseToServe } from './served-database';

/** Most models count tokens about like this one. */
export const countedWith = 'o200k_base';

const idleMs = 120_000;
/** The same rules as for indexing: secret, generated and minified files are skipped with a reason. */
const limits = walkLimits(defaultLimits);

interface OpenedIndex {
  readonly index: CodeIndex;
  readonly view: IndexView;
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
  /** Why the index, which exists, could not be read the last time. */
  private unreadable: IndexFileProblem | undefined;

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
    const opened = this.now;
    // Requests go first.
    await new Promise((done) => setImmediate(done));
    counterOrApproximate(countedWith, this.log);
    await new Promise((done) => setImmediate(done));
    // Making the graph reads the names of the index.
    opened?.view.graph.definedNames();
  }

  /** The index in its current state. @throws `ToolProblem` if there is no readable index */
  async current(signal?: AbortSignal): Promise<CurrentIndex> {
    const notice = await this.refresher?.waitForRefresh(signal);
    const notices = notice === undefined ? [] : [notice];
    return { ...this.openNow(notices), notices };
  }

  /** The index as it is, without waiting for an update; undefined if there is none that can be read. */
  get now(): OpenedIndex | undefined {
    try {
      return this.openNow([]);
    } catch (error) {
      if (error instanceof ToolProblem) return undefined;
      throw error;
    }
  }

  /** What is wrong with the index, as far as it was read: answers may be incomplete. A missing index is no problem. */
  get problem(): IndexFileProblem | undefined {
    return this.unreadable ?? this.opened?.view.problem;
  }

  /**
   * Chunks the current content of a file with the options of the index, or the defaults if there is no index.
   * @throws `ToolProblem` with the reason if the file is skipped
   */
  async chunksOf({ file, path }: FileInside, signal?: AbortSignal): Promise<ChunkedFile> {
    const options = stampedOptions(this.opened?.view.chunker ?? '');
    // A server's model also judged topics when the index was made.
    const judge = needsJudge(options) ? this.options.embedder : undefined;
    const reply = await this.workers.chunk({ path, file, options, limits }, signal, judge);
    if (reply.is === 'chunked') return reply.file;
    throw new ToolProblem(`${path} ${reply.is === 'skipped' ? reply.skipped.message : 'could not be chunked'}`);
  }

  /** The globs that the index was made with. */
  globs(): IndexGlobs {
    const { include, exclude } = this.options;
    return include.length + exclude.length > 0 ? { include, exclude } : indexGlobs(this.file);
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

  private openNow(notices: readonly string[]): OpenedIndex {
    // If the file cannot be read any more, the last readable state is used.
    this.unreadable = this.opened?.index.refresh();
    this.opened ??= this.open(notices);
    return this.opened;
  }

  private open(notices: readonly string[]): OpenedIndex {
    const { embedder } = this.options;
    const opened = CodeIndex.open(this.folder.path, this.file, { embedder, pool: () => this.workers });
    if ('index' in opened) return opened;
    const { problem } = opened;
    if (!this.isMissing(problem)) this.unreadable = { ...problem, message: this.problemText(problem, []) };
    throw new ToolProblem(this.problemText(problem, notices));
  }

  private isMissing({ reason }: IndexFileProblem): boolean {
    return reason === 'none' || reason === 'gone' || !existsSync(this.file);
  }

  private problemText(problem: IndexFileProblem, notices: readonly string[]): string {
    const { path } = this.folder;
    const command = `codegrain index ${path}${this.options.indexFile === undefined ? '' : ` --index ${this.file}`}`;
    if (!this.isMissing(problem))
      return [`${problem.message}. Run \`${command}\` to rebuild it`, ...notices].join('; ');
    // What the refresher says is the next step: wait, or what keeps it from making the index.
    const next = notices.length > 0 ? notices.join('; ') : `run \`${command}\`, then ask again`;
    return `this folder is not indexed yet: ${next}. outline_file and get_chunk with a path and a line work without an index.`;
  }
}

export interface ServeOptions {
  /** The only folder that the server reads; left out: only a database is served. */
  readonly root?: string | undefined;
  readonly database?: DatabaseToServe | undefined;
  /** Left out: `.codegrain/index.cgx` in the folder. */
  readonly indexFile?: string | undefined;
  /** Left out, both: the globs that the folder was indexed with. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** The model on a server that the index was made with; left out: the built-in model. */
  readonly embedder?: Embedder | undefined;
  /** Refresh the index at the start, and before an answer if the last refresh is older than this. Left out: never write. */
  readonly refreshSeconds?: number | undefined;
  /** Max size of the index in bytes; left out: no limit. */
  readonly maxIndexBytes?: number | undefined;
  /** Recency, usage and importance; left out: none of them counts. With usage, the chunks that `get_chunk` returns are noted. */
  readonly ranking?: PersonalRanking | undefined;
  /** Answers have their data beside the text, and tools a schema of it. Default false: many clients show models the data alone. */
  readonly structured?: boolean | undefined;
}

type FolderOptions = ServeOptions & { readonly root: string };

/** @throws `ToolProblem` with the reason if the index does not have the file. */
export function requireIndexed({ folder }: ServedIndex, view: IndexView, path: string): StoredFile {
  const known = view.reader.file(path);
  if (!known)
    throw new ToolProblem(
      `${path} is not in the index: it is new or was skipped. Run \`codegrain index ${folder.path}\` if it is new.`,
    );
  if (known.skipped) throw new ToolProblem(`${path} was skipped when the folder was indexed: ${known.skipped.message}`);
  return known;
}
