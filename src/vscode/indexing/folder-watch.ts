/**
 * Tells which files of a folder changed on disk, gathered into bursts, whoever changed them. A change of an ignore file, of what
 * git ignores, or of the branch that is checked out is about the whole folder: so much may have changed that events were lost.
 */
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { repositoryAround } from '../../workspace/repository';
import { submodulesOf } from '../../workspace/submodules';
import { ChangeBurst, type ChangedPaths } from './change-burst';
import { OneAtATime } from './one-at-a-time';
import { isGitHead, isIgnoreFile, isWatched, mayChangeRepositories, pathInFolder } from './watched-paths';

export class FolderWatch implements vscode.Disposable {
  private readonly burst: ChangeBurst;
  private readonly watchers: readonly vscode.Disposable[];
  /** By file, outside of what the folder's own watcher may see. */
  private readonly gitWatchers = new Map<string, vscode.Disposable>();
  private readonly gitLooks = new OneAtATime(() => this.watchGit());
  private isDisposed = false;

  constructor(
    private readonly folder: vscode.WorkspaceFolder,
    tell: (changed: ChangedPaths) => void,
  ) {
    this.burst = new ChangeBurst(tell);
    this.watchers = ['**', '.git'].map((pattern) =>
      // By itself too, since people let VS Code leave out what is in it.
      watcher(new vscode.RelativePattern(folder, pattern), (uri) => this.changed(uri)),
    );
    void this.gitLooks.run();
  }

  /** Something of the folder is another, by the disk or by the editor. */
  changed(uri: vscode.Uri): void {
    const path = uri.scheme === 'file' ? pathInFolder(this.folder.uri.fsPath, uri.fsPath) : undefined;
    if (path === undefined) return;
    if (mayChangeRepositories(path)) void this.gitLooks.run();
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

  /** In a worktree or a submodule `.git` is a file that leads to the real place, most often outside the folder. */
  private async watchGit(): Promise<void> {
    const files = await gitFiles(this.folder.uri.fsPath);
    if (this.isDisposed) return;
    for (const [file, old] of this.gitWatchers) {
      if (files.has(file)) continue;
      old.dispose();
      this.gitWatchers.delete(file);
    }
    for (const file of files) {
      if (this.gitWatchers.has(file)) continue;
      // Patterns without a folder, and a base that is the folder: so VS Code watches this folder and not all below it.
      const pattern = new vscode.RelativePattern(vscode.Uri.file(dirname(file)), basename(file));
      this.gitWatchers.set(
        file,
        watcher(pattern, () => {
          this.burst.addAll();
          // Another branch may have other submodules.
          void this.gitLooks.run();
        }),
      );
    }
  }
}

/** What says which branch is checked out, of the repository around a folder and of those in it, and what they ignore. */
async function gitFiles(folder: string): Promise<ReadonlySet<string>> {
  const around = await repositoryAround(folder);
  if (!around) return new Set();
  const submodules = await submodulesOf(around);
  const inside = submodules.filter(({ top }) => pathInFolder(folder, top) !== undefined);
  return new Set(
    [around, ...inside].flatMap(({ gitDir, commonDir }) => [join(gitDir, 'HEAD'), join(commonDir, 'info', 'exclude')]),
  );
}

function watcher(pattern: vscode.RelativePattern, changed: (uri: vscode.Uri) => void): vscode.Disposable {
  const made = vscode.workspace.createFileSystemWatcher(pattern);
  return vscode.Disposable.from(made, made.onDidCreate(changed), made.onDidChange(changed), made.onDidDelete(changed));
}
