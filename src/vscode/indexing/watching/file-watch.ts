/**
 * Reports which files of a folder changed on disk, in bursts. A change to an ignore file, to git's exclude file or to the checked-out
 * branch is reported as a change of the whole folder: so much may have changed that events were lost.
 */
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { pathInside } from '../../../shared/inside-folder';
import { repositoryAround, submodulesOf } from '../../../workspace/repository';
import { isIndexable, rootOf } from '../../common/folder-root';
import { OneAtATime } from '../one-at-a-time';
import {
  ChangeBurst,
  type ChangedPaths,
  isGitHead,
  isIgnoreFile,
  isWatched,
  mayChangeRepositories,
} from './changed-paths';

export class FileWatch implements vscode.Disposable {
  private readonly burst: ChangeBurst;
  private readonly watchers: readonly vscode.Disposable[];
  /** By file. These files may be outside the folder, where its own watcher does not see them. */
  private readonly gitWatchers = new Map<string, vscode.Disposable>();
  private readonly gitUpdates = new OneAtATime(() => this.watchGit());
  private isDisposed = false;

  constructor(
    private readonly folder: vscode.WorkspaceFolder,
    onChange: (changed: ChangedPaths) => void,
  ) {
    this.burst = new ChangeBurst(onChange);
    this.watchers = ['**', '.git'].map((pattern) =>
      // `.git` needs its own watcher: users often exclude its contents from file watching.
      watcher(new vscode.RelativePattern(folder, pattern), (uri) => this.fileChanged(uri)),
    );
    void this.gitUpdates.run();
  }

  /** Something in the folder changed, on disk or in the editor. */
  fileChanged(uri: vscode.Uri): void {
    const path = isIndexable(uri) ? pathInside(rootOf(this.folder.uri), rootOf(uri)) : undefined;
    if (!path) return;
    if (mayChangeRepositories(path)) void this.gitUpdates.run();
    if (isGitHead(path)) this.burst.addAll();
    if (!isWatched(path)) return;
    if (isIgnoreFile(path)) this.burst.addAll();
    else this.burst.add(path);
  }

  dispose(): void {
    this.isDisposed = true;
    this.burst.dispose();
    for (const each of [...this.watchers, ...this.gitWatchers.values()]) each.dispose();
  }

  /** In a worktree or a submodule `.git` is a file that points to the real directory, usually outside the folder. */
  private async watchGit(): Promise<void> {
    const files = await gitFiles(rootOf(this.folder.uri));
    if (this.isDisposed) return;
    for (const [file, old] of this.gitWatchers) {
      if (files.has(file)) continue;
      old.dispose();
      this.gitWatchers.delete(file);
    }
    for (const file of files) {
      if (this.gitWatchers.has(file)) continue;
      // With the parent as base and a pattern without slashes VS Code watches only that directory, not everything below it.
      const pattern = new vscode.RelativePattern(vscode.Uri.file(dirname(file)), basename(file));
      this.gitWatchers.set(
        file,
        watcher(pattern, () => {
          this.burst.addAll();
          // The new branch may have different submodules.
          void this.gitUpdates.run();
        }),
      );
    }
  }
}

/** `HEAD` and `info/exclude` of the repository around a folder and of the submodules in it. */
async function gitFiles(folder: string): Promise<ReadonlySet<string>> {
  const around = repositoryAround(folder);
  if (!around) return new Set();
  const submodules = await submodulesOf(around);
  const inside = submodules.filter(({ top }) => pathInside(folder, top) !== undefined);
  return new Set(
    [around, ...inside].flatMap(({ gitDir, commonDir }) => [join(gitDir, 'HEAD'), join(commonDir, 'info', 'exclude')]),
  );
}

function watcher(pattern: vscode.RelativePattern, changed: (uri: vscode.Uri) => void): vscode.Disposable {
  const made = vscode.workspace.createFileSystemWatcher(pattern);
  return vscode.Disposable.from(made, made.onDidCreate(changed), made.onDidChange(changed), made.onDidDelete(changed));
}
