/**
 * Gives the graph of an index as it is now. A new state of the index needs a new graph, but as long as no file was added, removed or
 * renamed and the configuration of no project changed, what is known of the paths stays valid.
 */
import type { LoadedSegment } from '../file/loaded-segment';
import { IndexedPaths } from './indexed-paths';
import { configNames } from './modules/rules-by-language';
import { lastPart } from './modules/workspace-paths';
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
