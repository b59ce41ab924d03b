/** A folder at one commit after the other, each indexed: the first from zero, the others by what changed. */
import { CodeIndex } from '../../engine/code-index';
import type { IndexProgress } from '../../engine/indexer/index-result';
import { Indexer } from '../../engine/indexer/indexer';
import { counterOrApproximate } from '../../tokens/token-counter';
import type { ToolState } from './agent-loop/agent-tools';
import { FileTree } from './file-tree';
import { definitionsIn } from './read-state';
import { ExportedTree } from './tasks/exported-tree';
import type { GitHistory } from './tasks/git-history';

interface StateOptions {
  readonly onMessage: (message: string) => void;
  readonly onProgress: (progress: IndexProgress) => void;
}

export class FolderStates {
  private readonly exported: ExportedTree;
  private indexer: Indexer | undefined;
  private last: { readonly at: string; readonly state: ToolState } | undefined;

  /** @param history needed for commits. */
  constructor(
    private readonly folder: string,
    history: GitHistory | undefined,
    private readonly options: StateOptions,
  ) {
    this.exported = new ExportedTree(history);
  }

  /** Files that could not be had. */
  get missing(): number {
    return this.exported.missing;
  }

  /** @param commit undefined: the folder as it is now. */
  async at(commit: string | undefined): Promise<ToolState> {
    const at = commit ?? 'now';
    if (this.last?.at === at) return this.last.state;
    this.last?.state.index.dispose();
    this.last = undefined;
    if (commit !== undefined) await this.exported.moveTo(commit);
    const root = commit === undefined ? this.folder : this.exported.folder;
    const { index, view } = await this.indexed(root);
    const counter = counterOrApproximate('o200k_base', this.options.onMessage);
    const state = {
      index,
      tree: await FileTree.read(root),
      count: (text: string) => counter.count(text),
      definitionsOf: definitionsIn(view),
    };
    this.last = { at, state };
    return state;
  }

  async close(): Promise<void> {
    this.last?.state.index.dispose();
    await this.indexer?.close();
    this.exported.dispose();
  }

  private async indexed(root: string) {
    // One index for all commits, in which files that stay the same are not indexed again; another for the folder as it is now.
    const indexFile = root === this.folder ? `${this.exported.indexFile}.now` : this.exported.indexFile;
    if (this.indexer?.index.path !== indexFile) {
      await this.indexer?.close();
      this.indexer = await Indexer.open(root, { indexFile, ...this.options });
    }
    await this.indexer.refresh();
    const opened = CodeIndex.open(root, indexFile);
    if ('problem' in opened) throw new Error(opened.problem.message);
    return opened;
  }
}
