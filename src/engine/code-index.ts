/**
 * The index of a folder, or those of all folders of a window, as every surface and benchmark asks it: search, similar code, packs, the
 * graph, facts about a place, example questions. It owns what an answer needs besides the file: the model, the workers that chunk a
 * changed file again, and the next attempt if the index was replaced, or turned out to be damaged, while it was read.
 */
import type { Embedder } from '../embedding/embedder';
import type { IndexFileProblem } from '../index/file/index-error';
import { IndexReader } from '../index/file/index-reader';
import { againIfChanged } from '../index/format/record-file';
import {
  type AskedPlace,
  askGraph,
  type GraphAnswer,
  type GraphQuestion,
  type PlaceFacts,
  placeFacts,
} from '../search/graph-questions';
import {
  type FindEmbedder,
  type RankedAnswer,
  type SearchAnswer,
  Searcher,
  type SearchOptions,
} from '../search/searcher';
import { IndexView } from '../search/view/index-view';
import { refusedFileNotices } from '../search/view/searched-views';
import type { Rechunk } from '../search/view/source-texts';
import { workspaceExamples } from '../search/workspace-examples';
import { loadBuiltInModel } from './answers/kept-model';
import type { Pack, PackForOptions } from './answers/pack/pack';
import { packFor } from './answers/pack/pack-for';
import { type ChunkingPool, needsJudge } from './workers/chunking-pool';
import { WorkerPool } from './workers/worker-pool';

interface OpenOptions {
  /** The model of a server that made the index, and judged topics for it; left out: the built-in model. */
  readonly embedder?: Embedder | undefined;
  /** Left out: a parse worker starts when one is needed, and ends with the index. */
  readonly pool?: (() => Pick<ChunkingPool, 'chunk'>) | undefined;
}

export class CodeIndex {
  private readonly searcher: Searcher;
  private readonly opened: { dispose(): void }[] = [];

  /** @param embedder a model, or a function that finds one; it is called only if an answer needs the model. */
  constructor(
    readonly views: readonly IndexView[],
    embedder: Embedder | FindEmbedder | undefined,
    rechunk: Rechunk,
  ) {
    this.searcher = new Searcher(views, embedder, rechunk);
  }

  /** Opens the index of one folder to read it; it follows the file as others write it. */
  static open(
    root: string,
    file: string,
    { embedder, pool }: OpenOptions = {},
  ): { readonly index: CodeIndex; readonly view: IndexView } | { readonly problem: IndexFileProblem } {
    const found = IndexReader.open(file);
    if ('problem' in found) return found;
    const view = new IndexView(found.index, root);
    const worker = new OwnWorker();
    const rechunk = rechunkWith(pool ?? (() => worker.get()), embedder);
    // The model is found for each question: a rebuilt index may have another one.
    const index = new CodeIndex([view], embedder ?? loadBuiltInModel, rechunk);
    index.opened.push(found.index, worker);
    return { index, view };
  }

  search(query: string, options?: SearchOptions): Promise<SearchAnswer> {
    return againIfChanged(() => this.searcher.search(query, options));
  }

  /** The order of chunks, without their texts; phrases are not checked. */
  rank(query: string, options?: SearchOptions): Promise<RankedAnswer> {
    return againIfChanged(() => this.searcher.rank(query, options));
  }

  /**
   * Chunks similar to the one at this line; undefined: there is no chunk there.
   * @param root the folder that the path is in; default: the first that has it.
   */
  similar(path: string, line: number, options?: SearchOptions, root?: string): Promise<SearchAnswer | undefined> {
    return againIfChanged(() => this.searcher.similar(path, line, options, root));
  }

  /** The code to open for a task, as one text within a token budget. */
  pack(task: string, options: PackForOptions): Promise<Pack> {
    return packFor(this, task, options);
  }

  /** One answer for each definition that is meant; none if the graph does not know the place or the name. */
  graph(question: GraphQuestion): Promise<GraphAnswer[]> {
    return this.ask(() => askGraph(this.views, question));
  }

  /** Undefined if the graph does not know the place. */
  facts(place: AskedPlace): Promise<PlaceFacts | undefined> {
    return this.ask(() => placeFacts(this.views, place));
  }

  /** A few questions about the code, for a search that is empty. */
  examples(): Promise<string[]> {
    return this.ask(() => workspaceExamples(this.views));
  }

  /** Any other question to the views: they are as the files are now, and it is asked again if one changes meanwhile. */
  ask<T>(question: () => T | Promise<T>): Promise<T> {
    return againIfChanged(async () => {
      this.refresh();
      return question();
    });
  }

  /** Returns the first problem with a file that cannot be read any more; its view stays as it was. */
  refresh(): IndexFileProblem | undefined {
    let problem: IndexFileProblem | undefined;
    for (const view of this.views) problem ??= view.refresh();
    return problem;
  }

  /** What is wrong with the files, as far as they were read, and which files of the folder are not read for answers. */
  get notices(): string[] {
    return [...this.views.flatMap(({ problem }) => problem?.message ?? []), ...refusedFileNotices(this.views)];
  }

  /** Closes what `open` opened. */
  dispose(): void {
    for (const each of this.opened.splice(0)) each.dispose();
  }
}

/** Chunks a text as it was chunked for the index. @param judge the model by which `semantic` judged topics then. */
export function rechunkWith(pool: () => Pick<ChunkingPool, 'chunk'>, judge?: Embedder): Rechunk {
  return async (path, options, { text, languageHint }) => {
    const hint = languageHint === undefined ? {} : { languageHint };
    const request = { path, text, options, ...hint, isUrgent: true };
    const reply = await pool().chunk(request, undefined, needsJudge(options) ? judge : undefined);
    return reply.is === 'chunked' ? reply.file.chunks : [];
  };
}

/** Most questions need no worker. */
class OwnWorker {
  private pool: WorkerPool | undefined;

  get(): WorkerPool {
    this.pool ??= new WorkerPool({ jobs: 1 });
    return this.pool;
  }

  dispose(): void {
    this.pool?.dispose();
  }
}
