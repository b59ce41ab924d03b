/** A folder at one commit after the other, each indexed: the first from zero, the others by what changed. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CodeIndex } from '../../engine/code-index';
import type { IndexProgress } from '../../engine/indexer/index-result';
import { Indexer } from '../../engine/indexer/indexer';
import { counterOrApproximate } from '../../tokens/token-counter';
import { defaultLimits } from '../../workspace/read-file';
import type { ToolState } from './agent-loop/agent-tools';
import { definitionsIn, FileTree } from './file-tree';
import type { CommittedFile, GitHistory } from './tasks/git-history';

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

// The files of a commit in a temporary folder, moved from commit to commit: only what differs is written. The user's folder and
// repository are not touched. The folder is removed at the end, also when the process is told to stop.

export class ExportedTree {
  private readonly temporary = realpathSync(mkdtempSync(join(tmpdir(), 'codegrain-measure-')));
  readonly folder = join(this.temporary, 'files');
  readonly indexFile = join(this.temporary, 'index.cgx');
  private readonly remove = (): void => rmSync(this.temporary, { recursive: true, force: true, maxRetries: 3 });
  private commit: string | undefined;
  private moves = 0;
  /** Contents that the clone does not have, and files that could not be written. */
  missing = 0;

  /** @param history undefined: the folder stays empty, and only the place for the index is used. */
  constructor(private readonly history: GitHistory | undefined) {
    mkdirSync(this.folder);
    // Signals end the process with `process.exit`, which leaves no time for more than this.
    process.once('exit', this.remove);
  }

  async moveTo(commit: string): Promise<void> {
    if (!this.history || commit === this.commit) return;
    const files = await this.history.files(commit);
    const from = this.commit;
    this.commit = commit;
    this.moves++;
    if (from === undefined) return this.write(files);
    const changes = await this.history.changes(from, commit, false);
    for (const { path } of changes) rmSync(join(this.folder, path), { recursive: true, force: true });
    const paths = new Set(changes.map(({ path }) => path));
    await this.write(files.filter(({ path }) => paths.has(path)));
  }

  dispose(): void {
    process.off('exit', this.remove);
    this.remove();
  }

  private async write(files: readonly CommittedFile[]): Promise<void> {
    // Larger files are not indexed.
    const wanted = files.filter(({ bytes }) => bytes <= defaultLimits.maxBytes);
    if (!this.history) return;
    for await (const [{ path }, content] of this.history.contents(wanted))
      if (!content || !this.writeFile(path, content)) this.missing++;
  }

  /** False if this system does not allow such a name. */
  private writeFile(path: string, content: Buffer): boolean {
    const file = join(this.folder, path);
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      // A file of the same size that changes within the precision of the file system would count as unchanged.
      const time = Date.now() / 1000 + this.moves * 10;
      utimesSync(file, time, time);
      return true;
    } catch {
      return false;
    }
  }
}
