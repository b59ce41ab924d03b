/**
 * Tells which files of a folder changed on disk, gathered into bursts, whoever changed them. A change of an ignore file, of what
 * git ignores, or of the branch that is checked out is about the whole folder: so much may have changed that events were lost.
 */
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { repositoryAround } from '../../workspace/repository';
import { Burst, type Changed } from './burst';
import { decidesAboutOthers, isWatched, pathIn } from './watched-paths';

export class FolderWatch implements vscode.Disposable {
  private readonly burst: Burst;
  private readonly watchers: vscode.Disposable[] = [];
  private gitWatchers: readonly vscode.Disposable[] = [];
  private isDisposed = false;

  constructor(
    private readonly folder: vscode.WorkspaceFolder,
    tell: (changed: Changed) => void,
  ) {
    this.burst = new Burst(tell);
    this.watch(new vscode.RelativePattern(folder, '**'), (uri) => this.changed(uri));
    // `git init`, and a worktree that was moved.
    this.watch(new vscode.RelativePattern(folder, '.git'), () => void this.watchGit());
    void this.watchGit();
  }

  /** Something of the folder is another, by the disk or by the editor. */
  changed(uri: vscode.Uri): void {
    const path = uri.scheme === 'file' ? pathIn(this.folder.uri.fsPath, uri.fsPath) : undefined;
    if (path === undefined || !isWatched(path)) return;
    if (decidesAboutOthers(path)) this.burst.addAll();
    else this.burst.add(path);
  }

  dispose(): void {
    this.isDisposed = true;
    this.burst.dispose();
    for (const each of [...this.watchers, ...this.gitWatchers]) each.dispose();
  }

  /** In a worktree or a submodule `.git` is a file that leads to the real place, outside the folder. */
  private async watchGit(): Promise<void> {
    const repository = await repositoryAround(this.folder.uri.fsPath);
    if (this.isDisposed) return;
    for (const each of this.gitWatchers) each.dispose();
    if (!repository) return;
    const { gitDir, commonDir } = repository;
    // Patterns without a folder, and a base that is the folder: so VS Code watches this folder and not all below it.
    const files = [`${gitDir}/HEAD`, `${commonDir}/info/exclude`];
    this.gitWatchers = files.map((file) => {
      const pattern = new vscode.RelativePattern(vscode.Uri.file(dirname(file)), basename(file));
      return watcher(pattern, () => this.burst.addAll());
    });
  }

  private watch(pattern: vscode.RelativePattern, changed: (uri: vscode.Uri) => void): void {
    this.watchers.push(watcher(pattern, changed));
  }
}

function watcher(pattern: vscode.RelativePattern, changed: (uri: vscode.Uri) => void): vscode.Disposable {
  const made = vscode.workspace.createFileSystemWatcher(pattern);
  return vscode.Disposable.from(made, made.onDidCreate(changed), made.onDidChange(changed), made.onDidDelete(changed));
}
