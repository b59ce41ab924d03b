/**
 * What the files of one run use, without an index. All files are read once before the first answer. Parse workers make them into
 * segments of an index, of which only what the graph needs stays in memory, without texts, words and vectors. Definitions are
 * looked up among these files, and in an index below them only if the caller has one: an export has none, so that the same folder
 * gives the same bytes whatever is indexed.
 */
import type { ChunkedFile } from '../../code/chunk';
import { type ChunkingPool, encodeKnownVectors } from '../../engine/workers/chunking-pool';
import type { FileToIndex, SegmentReply } from '../../engine/workers/worker-protocol';
import { LoadedSegment } from '../../index/file/loaded-segment';
import type { SectionName } from '../../index/format/log-record';
import { inMemory } from '../../index/format/section-source';
import { attachDependencies } from '../../index/graph/attach-dependencies';
import type { GraphEntry } from '../../index/graph/graph-entry';
import { IndexedPaths } from '../../index/graph/graph-keeper';
import { WorkspaceGraph } from '../../index/graph/workspace-graph';
import type { ChunkOptions } from '../../options/chunk-options';
import type { IndexView } from '../../search/view/index-view';
import { attempt } from '../../shared/attempt';
import { inGroups, inOrder } from '../../shared/in-order';
import { maxSourceBytes, readPlainFile } from '../../shared/plain-file';
import { counterOrApproximate } from '../../tokens/token-counter';
import { decodeText } from '../../workspace/decode-text';
import { unsettled } from '../../workspace/folder-changes';
import type { ReadLimits } from '../../workspace/read-file';

/** The path is as in the records. */
type RunFile = Omit<FileToIndex, 'size' | 'mtimeMs'>;

/** An index that knows other files, with paths that may begin at another folder than those of the records. */
export interface RunIndex {
  readonly view: IndexView;
  pathInIndex(path: string): string;
  pathInRecords(path: string): string;
}

interface RunOptions {
  readonly chunk: ChunkOptions;
  readonly limits: ReadLimits;
  readonly jobs: number;
  readonly pool: Pick<ChunkingPool, 'segments'>;
  readonly index?: RunIndex | undefined;
  readonly signal?: AbortSignal | undefined;
}

type FilePlace = { readonly segment: number; readonly file: number };

/** Files of one request to a worker. */
const batchFiles = 32;

/** Sections that the graph does not read. */
const unused: ReadonlySet<SectionName> = new Set([
  'lengths',
  'terms',
  'postings',
  'vectors',
  'scales',
  'missing',
  'notes',
]);

/** Files after which the graph forgets what it decoded. */
const filesPerGraph = 1000;

export class RunGraph {
  private readonly segments: LoadedSegment[] = [];
  private readonly places = new Map<string, FilePlace>();
  private readonly sources = new Map<string, RunFile>();
  private readonly workspace: IndexedPaths;
  private readonly count: (text: string) => number;
  private graph: WorkspaceGraph | undefined;
  private asked = 0;

  private constructor(
    files: readonly RunFile[],
    replies: readonly SegmentReply[],
    private readonly options: ChunkOptions,
    private readonly index: RunIndex | undefined,
  ) {
    for (const file of files) this.sources.set(file.path, file);
    this.segments = [...(index?.view.segments ?? [])];
    for (const reply of replies) {
      const segment = new LoadedSegment(this.segments.length + 1, 0, inMemory(reply.sections));
      for (const [file, path] of segment.paths.entries())
        this.places.set(path, { segment: this.segments.length, file });
      this.segments.push(segment);
    }
    const paths = [...this.sources.keys(), ...(index?.view.paths() ?? [])];
    this.workspace = new IndexedPaths(paths, (path) => this.textOf(path));
    // If there is no such counter, chunking says so.
    const counter = counterOrApproximate(options.counter, () => {});
    this.count = (text) => counter.count(text);
  }

  static async read(files: AsyncIterable<RunFile> | Iterable<RunFile>, options: RunOptions): Promise<RunGraph> {
    const { chunk, limits, jobs, pool, index, signal } = options;
    const request = { options: chunk, limits, rowBytes: 0 };
    const all: RunFile[] = [];
    const replies: SegmentReply[] = [];
    const noVectors = (hashes: Uint8Array) => encodeKnownVectors(hashes, 0, () => undefined);
    for await (const made of inOrder(
      inGroups(files, ({ length }) => length === batchFiles),
      jobs * 2,
      (group) => {
        const batch = group.map((file) => (index ? { ...file, path: index.pathInIndex(file.path) } : file));
        all.push(...batch);
        // The segments are not stored, so sizes and times do not matter.
        const toIndex = batch.map((file) => ({ ...file, size: 0, mtimeMs: unsettled }));
        return pool.segments({ ...request, files: toIndex }, noVectors, signal);
      },
    ))
      for (const reply of made) replies.push(withoutUnused(reply));
    return new RunGraph(all, replies, chunk, index);
  }

  /** The file with the dependencies of its chunks. */
  attach(file: ChunkedFile): ChunkedFile {
    if (++this.asked % filesPerGraph === 0) this.graph = undefined;
    const path = this.index?.pathInIndex(file.path) ?? file.path;
    const chunks = file.chunks.map((chunk) =>
      attachDependencies(chunk, this.uses(path, chunk.startLine, chunk.endLine), this.options, this.count),
    );
    return { ...file, chunks };
  }

  private uses(path: string, from: number, to: number): GraphEntry[] {
    this.graph ??= this.newGraph();
    const subject = this.graph.subjectOfLines(path, from, to);
    const entries = subject ? this.graph.entries(subject, 'uses') : [];
    const { index } = this;
    return index ? entries.map((entry) => ({ ...entry, path: index.pathInRecords(entry.path) })) : entries;
  }

  private newGraph(): WorkspaceGraph {
    const { segments, workspace, index } = this;
    const place = (path: string): FilePlace | undefined => this.places.get(path) ?? index?.view.place(path);
    return new WorkspaceGraph({ segments, place, textOf: (path) => this.textOf(path) }, workspace);
  }

  private textOf(path: string): string | undefined {
    const source = this.sources.get(path);
    if (!source) return this.index?.view.textOf(path);
    if (source.text !== undefined) return source.text;
    return attempt(() => decodeText(readPlainFile(source.file, maxSourceBytes))?.text);
  }
}

function withoutUnused(reply: SegmentReply): SegmentReply {
  // Copied, so that the message that they came in can be freed.
  const kept = reply.sections.filter(([name]) => !unused.has(name));
  return { ...reply, sections: kept.map(([name, bytes]) => [name, new Uint8Array(bytes)] as const) };
}
