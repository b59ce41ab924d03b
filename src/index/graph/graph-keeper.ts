/**
 * Gives the graph of an index as it is now. A new state of the index needs a new graph, but as long as no file was added, removed or
 * renamed and the configuration of no project changed, what is known of the paths stays valid.
 */
import type { LoadedSegment } from '../file/loaded-segment';
import type { WorkspaceFiles } from './modules/module-rules';
import { configNames } from './modules/rules-by-language';
import { folderOfPath, lastPart } from './modules/workspace-paths';
import { type GraphIndex, WorkspaceGraph } from './workspace-graph';

interface KeptIndex extends GraphIndex {
  /** Of files and drafts; each path once. */
  paths(): Iterable<string>;
  readonly pathCount: number;
}

export class GraphKeeper {
  private graph: WorkspaceGraph | undefined;
  private workspace: IndexedPaths | undefined;
  private known = new WeakSet<LoadedSegment>();

  constructor(
    private readonly index: KeptIndex,
    private readonly readText: (path: string) => string | undefined,
  ) {}

  /** The index has changed. */
  reset(): void {
    this.graph = undefined;
  }

  /** Frees what a graph has read, if that is much. Call it between two questions: what one graph gives belongs together. */
  trim(): void {
    if (this.graph?.isFull) this.reset();
  }

  get(): WorkspaceGraph {
    this.graph ??= new WorkspaceGraph(this.index, this.currentWorkspace());
    return this.graph;
  }

  private currentWorkspace(): IndexedPaths {
    const { index } = this;
    if (!this.workspace || this.workspace.size !== index.pathCount || !this.hasSamePaths(this.workspace)) {
      this.workspace = new IndexedPaths(index.paths(), this.readText);
      this.known = new WeakSet(index.segments);
    }
    return this.workspace;
  }

  private hasSamePaths(workspace: IndexedPaths): boolean {
    for (const segment of this.index.segments) {
      if (this.known.has(segment)) continue;
      for (const path of segment.changedPaths)
        if (!workspace.has(path) || configNames.has(lastPart(path))) return false;
      this.known.add(segment);
    }
    return true;
  }
}

// The files of an index as the rules of modules see them.

const none: readonly string[] = [];

export class IndexedPaths implements WorkspaceFiles {
  private readonly paths = new Set<string>();
  /** Made when it is first needed: few languages ask for folders. */
  private byFolder: Map<string, string[]> | undefined;
  private readonly byName = new Map<string, string[]>();
  private readonly texts = new Map<string, string | undefined>();

  /** @param readText the text of a file of the workspace; undefined if it cannot be read. */
  constructor(
    paths: Iterable<string>,
    private readonly readText: (path: string) => string | undefined,
  ) {
    for (const path of paths) {
      if (this.paths.has(path)) continue;
      this.paths.add(path);
      add(this.byName, lastPart(path), path);
    }
  }

  get size(): number {
    return this.paths.size;
  }

  has(path: string): boolean {
    return this.paths.has(path);
  }

  inFolder(folder: string): readonly string[] {
    if (!this.byFolder) {
      this.byFolder = new Map();
      for (const path of this.paths) add(this.byFolder, folderOfPath(path), path);
    }
    return this.byFolder.get(folder) ?? none;
  }

  named(name: string): readonly string[] {
    return this.byName.get(name) ?? none;
  }

  read(path: string): string | undefined {
    if (!this.texts.has(path)) this.texts.set(path, this.paths.has(path) ? this.readText(path) : undefined);
    return this.texts.get(path);
  }
}

function add(lists: Map<string, string[]>, key: string, path: string): void {
  const list = lists.get(key);
  if (list) list.push(path);
  else lists.set(key, [path]);
}
