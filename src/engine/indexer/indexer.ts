/**
 * Keeps the index of a folder up to date: walks the folder, compares it with the index, lets the parse workers read, chunk, embed and
 * encode new and changed files, and appends the results batch by batch. Each batch is safely on disk before the next one counts, so a
 * run that was cancelled or killed continues where it stopped: indexed files are not read again.
 */
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { describeBuiltIn } from '../../embedding/built-in/built-in-embedder';
import type { Embedder } from '../../embedding/embedder';
import { withFewerDimensions } from '../../embedding/vector-math';
import { DamagedSectionError } from '../../index/damaged-section';
import { damageText } from '../../index/file/index-error';
import { type IndexGlobs, saveIndexGlobs } from '../../index/file/index-globs';
import { IndexReader } from '../../index/file/index-reader';
import { writePortable } from '../../index/file/portable-index';
import type { IndexSettings } from '../../index/format/header';
import { indexFileOf, indexSettings } from '../../index/index-settings';
import { mergeLexical } from '../../index/lexical/merge-segments';
import { noteFileOf } from '../../index/logs/note-log';
import { IndexWriter } from '../../index/write/index-writer';
import { type ChunkOptions, defaultChunkOptions } from '../../options/chunk-options';
import { PhaseTimes } from '../../shared/phase-times';
import { type DiscoverOptions, discoverLists, walkFolder } from '../../workspace/discover';
import { detectChanges, type FolderChanges } from '../../workspace/folder-changes';
import { defaultLimits, type ReadLimits } from '../../workspace/read-file';
import { WalkCounter } from '../../workspace/walk-statistics';
import { type ChunkingPool, needsJudge, withJudge } from '../workers/chunking-pool';
import { WorkerPool } from '../workers/worker-pool';
import { appendChanges, noChanges } from './append-changes';
import type { AskedWords } from './file-batches';
import { IndexProblem, succeeded } from './index-problem';
import { ProgressMeter } from './index-progress';
import { countFiles, type IndexProgress, type IndexReport, type WorkTime } from './index-result';
import { compactIndex, type IndexTally, type IndexWork } from './index-work';
import { knownFiles } from './known-files';
import { makeLateVectors } from './late-vectors';
import { announceIndex, siblingIndexes } from './sibling-indexes';

const differences = {
  model: 'with another embedding model',
  dimensions: 'with vectors of other dimensions',
  chunker: 'with other chunk settings, or by another version',
  version: 'by another version',
} as const;

/** Why an index does not continue the one that the user named. */
function unusedBaseText(base: string, settings: IndexSettings): string {
  const opened = IndexReader.open(base);
  if ('problem' in opened) return `${opened.problem.message}, so it is not used`;
  const { index } = opened;
  const mismatch = index.mismatch(settings);
  const { problem } = index;
  index.dispose();
  if (mismatch) return `${base} was made ${differences[mismatch]}, so it is not used`;
  return problem
    ? `${problem.message}, so it is not used`
    : `${base} has no files or not all vectors, so it is not used`;
}

export interface IndexOptions {
  /** Left out: `.codegrain/index.cgx` in the folder. */
  readonly indexFile?: string | undefined;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly chunk?: Partial<ChunkOptions>;
  readonly limits?: Partial<ReadLimits>;
  /** Left out: the built-in model, which runs in the parse workers. */
  readonly embedder?: Embedder | undefined;
  /** Of the built-in model; left out: all of its dimensions. */
  readonly dimensions?: number | undefined;
  /** Number of parse workers; left out: one per core. */
  readonly jobs?: number;
  /** The custom strategy that the user named with this run; a given pool has its own. */
  readonly allowedStrategy?: string | undefined;
  /** A pool with `jobs` workers. The caller disposes it. */
  readonly pool?: ChunkingPool;
  /** An index file that a new index continues, if it fits. Otherwise one of another copy of the repository is looked for. */
  readonly base?: string | undefined;
  /** Git is not started, and no index of another copy of the repository is continued: for folders that are not trusted. */
  readonly isAlone?: boolean;
  /** Size that the index must not exceed, in bytes; left out: none. */
  readonly maxIndexBytes?: number | undefined;
  /** Discard the current index first. */
  readonly rebuild?: boolean;
  /** What is asked meanwhile decides which files come first. */
  readonly asked?: AskedWords | undefined;
  readonly onProgress?: (progress: IndexProgress) => void;
  /** Messages for the user, such as why an index is rebuilt. */
  readonly onMessage?: (message: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Brings the index of a folder up to date. @throws `IndexProblem` if that is not possible */
export async function indexFolder(root: string, options: IndexOptions = {}): Promise<IndexReport> {
  const indexer = await Indexer.open(root, options);
  try {
    return await indexer.refresh(options.signal);
  } finally {
    await indexer.close();
  }
}

export class Indexer {
  private constructor(
    private readonly work: IndexWork,
    private readonly indexFile: string,
    private readonly options: IndexOptions,
    private readonly ownPool: WorkerPool | undefined,
    /** Told with the next report. */
    private repaired: string | undefined,
  ) {}

  /** Holds the lock of the index until `close`. */
  static async open(folder: string, options: IndexOptions = {}): Promise<Indexer> {
    const root = resolve(folder);
    if (!statSync(root, { throwIfNoEntry: false })?.isDirectory())
      throw new IndexProblem({ reason: 'gone', message: `there is no folder ${root}` });
    const { onMessage, onProgress, embedder } = options;
    const chunk = { ...defaultChunkOptions, ...options.chunk };
    const limits = { ...defaultLimits, ...options.limits };
    const model = embedder ?? (await describeModel(options.dimensions));
    const settings = indexSettings(model, chunk, limits);
    const indexFile = resolve(options.indexFile ?? indexFileOf(root));
    const { base, rebuild, isAlone } = options;
    const candidates = async (): Promise<string[]> => [
      ...(base === undefined ? [] : [resolve(base)]),
      ...(rebuild || isAlone ? [] : await siblingIndexes(root, indexFile)),
    ];
    const opened = await IndexWriter.open(indexFile, settings, { mergeLexical, candidates });
    if ('problem' in opened) throw new IndexProblem(opened.problem);
    const { writer } = opened;
    const repaired = repairText(writer);
    if (repaired !== undefined) onMessage?.(repaired);
    if (options.rebuild) {
      const { problem } = await writer.clear();
      if (problem) {
        await writer.close();
        throw new IndexProblem(problem);
      }
    } else if (writer.rebuilding) onMessage?.(writer.rebuilding.message);
    if (writer.continued !== undefined) onMessage?.(`begins with the index ${writer.continued}`);
    if (base !== undefined && writer.isNew && writer.continued !== resolve(base))
      onMessage?.(unusedBaseText(base, settings));
    const jobs = options.jobs ?? availableParallelism();
    let { pool } = options;
    let ownPool: WorkerPool | undefined;
    if (!pool) {
      ownPool = new WorkerPool({ jobs, allowedStrategy: options.allowedStrategy });
      pool = ownPool;
    }
    // The model of the index also judges where topics change.
    if (embedder && needsJudge(chunk)) pool = withJudge(pool, embedder);
    const work: IndexWork = {
      root,
      writer,
      pool,
      jobs,
      chunk,
      limits,
      rowBytes: settings.dimensions,
      isAlone,
      notes: noteFileOf(indexFile),
      model: embedder ? { is: 'other', embedder } : { is: 'built-in', dimensions: model.dimensions },
      asked: options.asked,
      onProgress,
    };
    return new Indexer(work, indexFile, options, ownPool, repaired);
  }

  private get globs(): IndexGlobs {
    const { include = [], exclude = [] } = this.options;
    return { include, exclude };
  }

  private get discoverOptions(): DiscoverOptions {
    return { ...this.globs, force: this.work.limits.force };
  }

  /** The index as written so far. It can be searched, also after `close`. */
  get index(): IndexReader {
    return this.work.writer.index;
  }

  /** The index to search now: during a rebuild, the one that will be replaced. */
  get searched(): IndexReader {
    return this.work.writer.previous ?? this.index;
  }

  /** Compares the whole folder with the index, and updates the index: the files in `first` before others, if there are many. */
  async refresh(signal?: AbortSignal, first: readonly string[] = []): Promise<IndexReport> {
    try {
      return await this.refreshOnce(signal, first);
    } catch (error) {
      if (!(error instanceof DamagedSectionError)) throw error;
      // Its checksums are right and its content is not: nothing of it can be trusted.
      this.repaired = 'the index was damaged and is rebuilt';
      this.options.onMessage?.(this.repaired);
      await this.clear();
      return this.refreshOnce(signal, first);
    }
  }

  private async refreshOnce(signal: AbortSignal | undefined, first: readonly string[]): Promise<IndexReport> {
    const counter = new WalkCounter();
    const { root } = this.work;
    const walk = walkFolder(root, this.indexFile, { ...this.discoverOptions, ...(signal && { signal }) }, counter);
    return this.applyChanges(() => detectChanges(root, knownFiles(this.index), walk), counter, signal, first);
  }

  /** The same for some files, which may be new, changed, or deleted, and for folders. Paths are relative, with `/`. */
  async update(paths: readonly string[], signal?: AbortSignal): Promise<IndexReport> {
    const { root } = this.work;
    const walk = discoverLists(root, { ...this.discoverOptions, only: paths, ...(signal && { signal }) });
    return this.applyChanges(() => detectChanges(root, knownFiles(this.index, paths), walk), undefined, signal);
  }

  /** Empties the index. */
  async clear(): Promise<void> {
    succeeded(await this.work.writer.clear());
  }

  /** Writes an index for others to continue. Its bytes depend on the files and the settings alone. */
  async pack(file: string): Promise<{ readonly tree: string; readonly files: number }> {
    const { contents, header } = this.index;
    const { model = '', chunker = '' } = contents.about ?? {};
    const settings = { model, chunker, dimensions: header.dimensions };
    return writePortable(resolve(file), contents, settings);
  }

  async compact(): Promise<void> {
    await compactIndex(this.work, newTally(), { keepsOlder: false });
  }

  async close(): Promise<void> {
    this.ownPool?.dispose();
    await this.work.writer.close();
  }

  private async applyChanges(
    findChanges: () => Promise<FolderChanges>,
    counter: WalkCounter | undefined,
    signal: AbortSignal | undefined,
    first: readonly string[] = [],
  ): Promise<IndexReport> {
    const { work } = this;
    const { writer, model } = work;
    const time = startTiming();
    const tally = newTally();
    const rebuilt = writer.rebuilding?.message;
    const { repaired } = this;
    const counts = noChanges();
    let compaction: WorkTime | undefined;
    const phases = new PhaseTimes();
    let cancelled = false;
    try {
      const { maxIndexBytes: maxBytes, onMessage } = this.options;
      const timed = (): Promise<FolderChanges> => findChanges().finally(() => phases.end('walking'));
      const update = { findChanges: timed, isWhole: counter !== undefined, first, maxBytes, onMessage };
      await appendChanges(update, work, tally, counts, signal);
      phases.end('chunking');
      if (model.is === 'other') {
        await makeLateVectors(work, model.embedder, tally, signal);
        phases.end('embedding');
      }
      // Updates must be quick, so only a refresh compacts. What came after the last compaction of a giant folder is merged, too.
      if (counter && (writer.isWorthCompacting || tally.compactions > 0)) {
        new ProgressMeter({ step: 'compacting', total: 1 }, work.onProgress).add(0, 0, 0);
        const timeCompaction = startTiming();
        const before = tally.cpuMs;
        await compactIndex(work, tally, { keepsOlder: true });
        const { seconds, cpuSeconds } = timeCompaction();
        compaction = { seconds, cpuSeconds: cpuSeconds + (tally.cpuMs - before) / 1000 };
        phases.end('compacting');
      }
      // After an update of some files a rebuilt index is not complete, so it cannot replace the old one yet.
      if (counter) {
        succeeded(await writer.finish());
        await saveIndexGlobs(this.indexFile, this.globs);
        if (!work.isAlone) await announceIndex(work.root, this.indexFile);
      }
    } catch (error) {
      if (!signal?.aborted) throw error;
      cancelled = true;
    }
    // A run that was cancelled has not added all missing files.
    if (!cancelled && counter) this.repaired = undefined;
    const { noted, revived, ...found } = counts;
    const { seconds, cpuSeconds } = time();
    return {
      ...found,
      ...(noted > 0 && { noted }),
      ...(revived > 0 && { revived }),
      chunks: tally.chunks,
      embedded: tally.embedded,
      bytes: tally.bytes,
      seconds,
      cpuSeconds: cpuSeconds + tally.cpuMs / 1000,
      ...(compaction && { compaction }),
      phases: phases.seconds,
      ...(counter && { folder: countFiles(counter, this.index) }),
      rebuilt,
      ...(repaired !== undefined && { repaired }),
      cancelled,
      warnings: [...tally.warnings],
      ...(tally.encodings.size > 0 && { encodings: Object.fromEntries(tally.encodings) }),
    };
  }
}

function newTally(): IndexTally {
  return { chunks: 0, embedded: 0, bytes: 0, cpuMs: 0, compactions: 0, warnings: new Set(), encodings: new Map() };
}

/** Undefined: the index was whole. */
function repairText({ damage, damaged }: IndexWriter): string | undefined {
  const kept = damaged === undefined ? '' : `; the damaged file is kept as ${damaged}`;
  if (damage) return `the index was damaged (${damageText(damage)}) and is being repaired${kept}`;
  return damaged === undefined ? undefined : `the index was damaged and is rebuilt${kept}`;
}

/** Returns what tells the time of this process since then. */
function startTiming(): () => WorkTime {
  const started = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return { seconds: (performance.now() - started) / 1000, cpuSeconds: (user + system) / 1e6 };
  };
}

/** @throws if the model cannot be shortened to these dimensions */
async function describeModel(dimensions: number | undefined): Promise<Pick<Embedder, 'id' | 'dimensions'>> {
  const whole = await describeBuiltIn();
  if (dimensions === undefined) return whole;
  return withFewerDimensions({ ...whole, limits: { tokens: 0, batch: 0 }, embed: async () => [] }, dimensions);
}
