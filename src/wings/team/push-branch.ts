/**
 * Pushes a folder into a branch of the database: the same chunks, contexts and vectors as in its index file. The folder is walked and
 * compared with the branch's list of files, by content. New and changed files are chunked by the parse workers and sent in batches, one
 * transaction each, while the workers prepare the next batch. What was sent stays: after a kill, the next push finds it in the list and
 * continues. Content that another branch of the repository already has is only listed, not chunked or sent again.
 */

import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Embedder } from '../../embedding/embedder';
import { needsJudge, withJudge } from '../../engine/workers/chunking-pool';
import { WorkerPool } from '../../engine/workers/worker-pool';
import type { IndexReader } from '../../index/file/index-reader';
import { indexFileOf, indexSettings } from '../../index/index-settings';
import { noteFileOf } from '../../index/logs/note-log';
import { type ChunkOptions, defaultChunkOptions } from '../../options/chunk-options';
import { inGroups, inOrder } from '../../shared/in-order';
import { walkFolder } from '../../workspace/discover';
import { detectChanges, type KnownFile, KnownList, type SeenFile, unsettled } from '../../workspace/folder-changes';
import { defaultLimits, type ReadLimits } from '../../workspace/read-file';
import type { Skipped } from '../../workspace/skip-reasons';
import { WalkCounter } from '../../workspace/walk-statistics';
import { type Branch, ensureBranch } from './branch';
import type { Database, Queries } from './database';
import { ensureModelIndex, PushedVectors, type VectorTally } from './database-vectors';
import {
  type KnownContent,
  type LeftOut,
  type Prepared,
  type PreparedFile,
  PushedNotes,
  prepareFile,
} from './prepare-file';
import { migrateSchema } from './schema/migrations';
import { WordVectors } from './word-vector';
import { dropUnusedWords, removeFiles, removeOrphans, writeBatch } from './write-batch';

/** What a push finds in the database: the contents that the repository has, and the list of files of its branch. */
class StoredContents {
  private constructor(
    /** By content and path: identifies the notes that the content is to have, and says whether it has them. */
    private readonly contents: ReadonlyMap<string, { readonly notesHash: string; readonly isStored: boolean }>,
  ) {}

  /** Every content that the repository has with the settings of the branch, in any branch. */
  static async load(queries: Queries, branch: Branch, notes: PushedNotes): Promise<StoredContents> {
    const hashes = notes.isEmpty
      ? `'{}'::text[]`
      : `array(select coalesce(c.plain_hash, c.hash) from codegrain.chunks c where c.file_id = f.id and c.chunk_type <> 'parent')`;
    const rows = await queries.rows<{ key: string; notes: string; hashes: string[] }>(
      `select f.content_hash || ' ' || f.path as key, f.notes_hash as notes, ${hashes} as hashes
         from codegrain.files f where f.repository_id = $1 and f.settings_id = $2`,
      [branch.repositoryId, branch.settingsId],
    );
    const contents = new Map<string, { readonly notesHash: string; readonly isStored: boolean }>();
    for (const { key, notes: stored, hashes } of rows) {
      const notesHash = contents.get(key)?.notesHash ?? notes.hashOf(hashes);
      contents.set(key, { notesHash, isStored: stored === notesHash || (contents.get(key)?.isStored ?? false) });
    }
    return new StoredContents(contents);
  }

  /** The hash of the notes of this content; undefined if it is not stored, or not with the notes that it is to have. */
  notesHashOf(path: string, contentHash: string): string | undefined {
    const content = this.contents.get(`${contentHash} ${path}`);
    return content?.isStored ? content.notesHash : undefined;
  }

  /** The files of the branch, to compare a walk with: by content, because times of this machine mean nothing in the database. */
  async listedFiles(queries: Queries, branch: Branch): Promise<KnownFile[]> {
    const rows = await queries.rows<{ path: string; size: string; hash: string; notes: string; current: boolean }>(
      `select b.path, f.size, f.content_hash as hash, f.notes_hash as notes, f.settings_id = $2 as current
         from codegrain.branch_files b join codegrain.files f on f.id = b.file_id where b.branch_id = $1`,
      [branch.id, branch.settingsId],
    );
    return rows.map(({ path, size, hash, notes, current }) => ({
      path,
      size: Number(size),
      mtimeMs: unsettled,
      // Chunked with other settings or another model, or with other notes: treated as changed.
      contentHash: current && this.notesHashOf(path, hash) === notes ? hash : '',
    }));
  }
}

const maxBytes = 400_000;
const maxFiles = 64;

/** Few round trips for small files, and little to repeat if the connection breaks. */
function isBatch(files: readonly SeenFile[]): boolean {
  return files.length >= maxFiles || files.reduce((sum, { size }) => sum + size, 0) >= maxBytes;
}

interface PushOptions {
  readonly repository: string;
  readonly branch: string;
  readonly commit?: string | undefined;
  readonly embedder: Embedder;
  /** Vectors are taken from it if it was made with the same model. */
  readonly index?: IndexReader | undefined;
  readonly indexFile?: string | undefined;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly chunk?: Partial<ChunkOptions>;
  readonly limits?: Partial<ReadLimits>;
  /** False: chunks are stored without the notes of language models. Default: true. */
  readonly notes?: boolean;
  readonly jobs?: number;
  /** The model is on a server: it also judges where topics change. */
  readonly isServerModel?: boolean;
  /** The custom strategy that the user named with this run. */
  readonly allowedStrategy?: string | undefined;
  readonly onProgress?: (progress: PushProgress) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface PushProgress {
  readonly done: number;
  readonly total: number;
  readonly chunks: number;
}

export interface PushReport {
  readonly repository: string;
  readonly branch: string;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
  /** Files that could not be read; they stay as they were. */
  readonly kept: number;
  /** Of the added and changed files: contents that were sent, and contents that the repository already had. */
  readonly sent: number;
  readonly shared: number;
  /** Chunks that were sent, including parents. */
  readonly chunks: number;
  readonly vectors: VectorTally;
  readonly leftOut: readonly { readonly path: string; readonly skipped: Skipped }[];
  /** The branch after the push. */
  readonly total: {
    readonly files: number;
    readonly chunks: number;
    readonly searched: number;
    /** Chunks with a note. */
    readonly noted: number;
  };
  readonly reconnects: number;
  readonly seconds: number;
}

/** @throws `DatabaseProblem` */
export async function pushBranch(folder: string, database: Database, options: PushOptions): Promise<PushReport> {
  const started = performance.now();
  const { embedder, signal, include = [], exclude = [], jobs = availableParallelism() } = options;
  const root = resolve(folder);
  const chunk = { ...defaultChunkOptions, ...options.chunk };
  const limits = { ...defaultLimits, ...options.limits };
  await migrateSchema(database);
  const { chunker } = indexSettings(embedder, chunk, limits);
  const branch = await database.transaction((queries) =>
    ensureBranch(queries, { repository: options.repository, branch: options.branch, model: embedder, chunker }),
  );
  const indexFile = resolve(options.indexFile ?? indexFileOf(root));
  const walking = { include, exclude, force: limits.force, ...(signal && { signal }) };
  const walk = walkFolder(root, indexFile, walking, new WalkCounter());
  const notes =
    options.notes === false ? PushedNotes.none : await PushedNotes.load(database, branch, noteFileOf(indexFile));
  const contents = await StoredContents.load(database, branch, notes);
  const changes = await detectChanges(root, new KnownList(await contents.listedFiles(database, branch)), walk);
  if (changes.removed.length > 0)
    await database.transaction((queries) => removeFiles(queries, branch, changes.removed));
  const index = options.index?.contents.about?.model === embedder.id ? options.index : undefined;
  const vectors = new PushedVectors(branch.modelId, embedder, index, !options.isServerModel);
  const pool = new WorkerPool({ jobs, allowedStrategy: options.allowedStrategy });
  const judging = options.isServerModel && needsJudge(chunk) ? withJudge(pool, embedder) : pool;
  const tally: PushTally = { sent: 0, shared: 0, chunks: 0, leftOut: [] };
  try {
    const preparing = {
      ...{ root, pool: judging, chunk, limits, words: new WordVectors(), notes, signal },
      knownNotes: (path: string, hash: string) => contents.notesHashOf(path, hash),
    };
    const files = [...changes.added, ...changes.changed];
    // The next batch is prepared while one is sent.
    const prepared = inOrder(inGroups(files, isBatch), 2, (batch) =>
      Promise.all(batch.map((file) => prepareFile(file, preparing))),
    );
    let done = 0;
    for await (const batch of prepared) {
      signal?.throwIfAborted();
      const gone = await send(batch, database, branch, vectors, signal);
      count(batch, tally);
      if (gone.size > 0) {
        const again = files.filter(({ path }) => gone.has(path));
        const unshared = { ...preparing, knownNotes: () => undefined };
        const made = await Promise.all(again.map((file) => prepareFile(file, unshared)));
        await send(made, database, branch, vectors, signal);
        count(made, tally);
        tally.shared -= gone.size;
      }
      done += batch.length;
      options.onProgress?.({ done, total: files.length, chunks: tally.chunks });
    }
  } finally {
    pool.dispose();
  }
  await finish(database, branch, options.commit, tally.chunks);
  return {
    repository: branch.repository,
    branch: branch.name,
    added: changes.added.length,
    changed: changes.changed.length,
    removed: changes.removed.length,
    unchanged: changes.unchanged + changes.touched.length,
    kept: changes.kept.length,
    ...tally,
    vectors: vectors.tally,
    total: await totalOf(database, branch),
    reconnects: database.reconnects,
    seconds: (performance.now() - started) / 1000,
  };
}

/** Returns the paths whose content was expected in the database and is no longer stored. */
async function send(
  batch: readonly Prepared[],
  database: Database,
  branch: Branch,
  vectors: PushedVectors,
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<string>> {
  const files = batch.filter((one): one is PreparedFile => one.is === 'prepared');
  const known = batch.filter((one): one is KnownContent => one.is === 'known');
  // A file that can no longer be chunked is removed; one that cannot be read stays as it was.
  const failed = batch.filter((one): one is LeftOut => one.is === 'left-out' && one.skipped.reason !== 'unreadable');
  const texts = new Map(files.flatMap((file) => [...file.texts]));
  const missing = await vectors.missing(database, texts, signal);
  return database.transaction(async (queries) => {
    const gone = await writeBatch(queries, branch, files, known, missing);
    const paths = failed.map(({ path }) => path);
    if (paths.length > 0) await removeFiles(queries, branch, paths);
    return new Set(gone.map(({ path }) => path));
  });
}

interface PushTally {
  sent: number;
  shared: number;
  chunks: number;
  readonly leftOut: { readonly path: string; readonly skipped: Skipped }[];
}

function count(batch: readonly Prepared[], tally: PushTally): void {
  for (const one of batch) {
    if (one.is === 'known') tally.shared++;
    else if (one.is === 'left-out') tally.leftOut.push({ path: one.path, skipped: one.skipped });
    else {
      tally.sent++;
      tally.chunks += one.rows.length;
      if (one.skipped) tally.leftOut.push({ path: one.path, skipped: one.skipped });
    }
  }
}

async function finish(database: Database, branch: Branch, commit: string | undefined, chunks: number): Promise<void> {
  await database.transaction(async (queries) => {
    await removeOrphans(queries, branch);
    await dropUnusedWords(queries, branch.id);
    await queries.rows('update codegrain.branches set pushed_at = now(), commit_hash = $2 where id = $1', [
      branch.id,
      commit ?? null,
    ]);
  });
  await ensureModelIndex(database, branch);
  // Otherwise the first searches are planned for empty tables.
  if (chunks >= 500)
    await database.rows('analyze codegrain.chunks, codegrain.embeddings, codegrain.branch_files, codegrain.files');
}

async function totalOf(database: Database, { id }: Branch): Promise<PushReport['total']> {
  const [row] = await database.rows<PushReport['total'] & Record<string, unknown>>(
    `select count(*) filter (where f.skipped is null)::integer as files, coalesce(sum(f.chunk_count), 0)::integer as chunks,
       coalesce(sum(f.searched_count), 0)::integer as searched, coalesce(sum(f.noted_count), 0)::integer as noted
     from codegrain.branch_files b join codegrain.files f on f.id = b.file_id where b.branch_id = $1`,
    [id],
  );
  return row ?? { files: 0, chunks: 0, searched: 0, noted: 0 };
}
