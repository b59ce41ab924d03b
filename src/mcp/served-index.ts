/**
 * The index of the served folder: read without a lock and followed as it grows, so that several servers and a writer get along.
 * There may be none when the server starts; it is looked for at each request until it is there.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Problem } from '../index/file/index-error';
import { IndexReader } from '../index/file/index-reader';
import { indexFileOf, stampedOptions } from '../index/index-settings';
import { scanSpace } from '../index/vectors/scan-space';
import { WorkerPool } from '../parse-worker/worker-pool';
import type { ChunkReply } from '../parse-worker/worker-protocol';
import type { Hit } from '../search/hits/hit';
import type { Rechunk } from '../search/hits/source-texts';
import { type Answer, Searcher } from '../search/searcher';
import { IndexView } from '../search/view/index-view';
import { builtInModel } from '../tools/load-built-in';
import { type FileInside, RootFolder } from '../tools/root-folder';
import { ToolProblem } from '../tools/tool-problem';
import { defaultLimits } from '../workspace/read-file';
import { Refresher } from './refresher';
import type { ServeOptions } from './serve-options';

const idleMs = 120_000;
/** The rules of the index: secret, generated and minified files are left out, with the reason. */
const limits = { ...defaultLimits, isFound: true };

interface Opened {
  readonly view: IndexView;
  readonly searcher: Searcher;
  /** Of the index when it was opened: a rebuilt one may have another. */
  readonly model: string;
}

interface FreshIndex extends Opened {
  /** What an answer should tell. */
  readonly notices: readonly string[];
}

export class ServedIndex {
  readonly folder: RootFolder;
  readonly file: string;
  /** Starts when it is first needed, and ends when nobody asked for a while. */
  private readonly workers = new WorkerPool({ jobs: 1, idleMs });
  private readonly refresher: Refresher | undefined;
  private opened: Opened | undefined;
  private opening: Promise<Opened> | undefined;

  constructor(
    readonly options: ServeOptions,
    log: (message: string) => void,
  ) {
    this.folder = new RootFolder(options.root);
    this.file = resolve(options.indexFile ?? indexFileOf(this.folder.path));
    const { refreshSeconds } = options;
    if (refreshSeconds !== undefined)
      this.refresher = new Refresher({ ...options, root: this.folder.path, indexFile: this.file }, refreshSeconds, log);
  }

  /** As it is now. @throws `ToolProblem` where there is none that can be read. */
  async fresh(signal?: AbortSignal): Promise<FreshIndex> {
    const notice = await this.refresher?.fresh(signal);
    const notices = notice === undefined ? [] : [notice];
    const { opened } = this;
    // What cannot be read any more is told by the search itself, which goes on with what it knows.
    opened?.view.refresh();
    if (opened && opened.view.model === opened.model) return { ...opened, notices };
    this.opening ??= this.open(notices).finally(() => {
      this.opening = undefined;
    });
    const now = await this.opening;
    this.opened = now;
    return { ...now, notices };
  }

  /** The chunks of a file as it is now, cut as the index is; there need be no index. */
  async chunk({ file, path }: FileInside, signal?: AbortSignal): Promise<ChunkReply> {
    const options = stampedOptions(this.opened?.view.chunker ?? '');
    return this.workers.chunk({ path, file, options, limits }, signal);
  }

  /** Without hits whose file is not in the folder: a file may have become a link, and an index may be anyone's. */
  inside(answer: Answer): Answer {
    const isInside = ({ path }: Hit): boolean => this.folder.contains(path);
    const hits = answer.hits.filter(isInside);
    const left = answer.hits.length - hits.length;
    if (left === 0) return answer;
    return {
      ...answer,
      hits,
      notices: [...answer.notices, `${left} hits are left out: their files are not in the folder`],
    };
  }

  async close(): Promise<void> {
    await this.refresher?.close();
    this.workers.dispose();
  }

  private async open(notices: readonly string[]): Promise<Opened> {
    const view = this.opened?.view ?? this.read(notices);
    const { model } = view;
    const embedder = this.options.embedder ?? (await builtInModel(model));
    return { view, searcher: new Searcher([view], embedder, this.rechunk), model };
  }

  private readonly rechunk: Rechunk = async (file, path, options) => {
    const reply = await this.workers.chunk({ path, file, options });
    return reply.is === 'chunked' ? reply.file.chunks : [];
  };

  private read(notices: readonly string[]): IndexView {
    const opened = IndexReader.open(this.file, { vectorSpace: scanSpace });
    if ('index' in opened) return new IndexView(opened.index, this.folder.path);
    throw new ToolProblem([this.problemText(opened.problem), ...notices].join('; '));
  }

  private problemText({ reason, message }: Problem): string {
    const { path } = this.folder;
    const command = `codegrain index ${path}${this.options.indexFile === undefined ? '' : ` --index ${this.file}`}`;
    const isMissing = reason === 'none' || reason === 'gone' || !existsSync(this.file);
    return isMissing
      ? `this folder is not indexed yet: run \`${command}\`, then ask again. outline_file and get_chunk with a path and a line work without an index.`
      : `${message}. Run \`${command}\` to make it anew.`;
  }
}
