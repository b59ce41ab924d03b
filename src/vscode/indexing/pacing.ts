/**
 * How many cores indexing may use: one while the user types or debugs, otherwise all. VS Code has no API for battery or power saving,
 * so those are not considered. Only the user pauses indexing; the pause is stored with the workspace.
 */
import * as vscode from 'vscode';
import type { Pace } from '../../engine/service-protocol';
import { isWebHost } from '../common/folder-root';

/** How long the user counts as typing after the last edit. */
const typingMs = 3_000;

const pausedId = 'index.paused';

const editedSchemes = new Set(['file', 'untitled', 'vscode-notebook-cell']);

/** Documents that people edit. Others, such as logs, are written by programs. */
function isEdited(uri: vscode.Uri): boolean {
  return editedSchemes.has(uri.scheme) || (isWebHost && vscode.workspace.getWorkspaceFolder(uri) !== undefined);
}

export class Pacing implements vscode.Disposable {
  private readonly disposables: readonly vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;
  private reported: Pace | undefined;
  private lastEdit = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly workspaceState: vscode.Memento,
    private readonly onChange: (pace: Pace) => void,
  ) {
    this.disposables = [
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length === 0 || !isEdited(document.uri)) return;
        // Replacing in many files is not typing.
        if (document !== vscode.window.activeTextEditor?.document) return;
        this.lastEdit = Date.now();
        this.update();
      }),
      vscode.debug.onDidStartDebugSession(() => this.update()),
      vscode.debug.onDidTerminateDebugSession(() => this.update()),
    ];
    this.update();
  }

  get pace(): Pace {
    if (this.isPaused) return 'paused';
    return Date.now() - this.lastEdit < typingMs || vscode.debug.activeDebugSession ? 'gentle' : 'full';
  }

  get isPaused(): boolean {
    return this.workspaceState.get<boolean>(pausedId, false);
  }

  async pause(isPaused: boolean): Promise<void> {
    await this.workspaceState.update(pausedId, isPaused);
    this.update();
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const each of this.disposables) each.dispose();
  }

  private update(): void {
    const { pace } = this;
    clearTimeout(this.timer);
    const left = this.lastEdit + typingMs - Date.now();
    if (left > 0) this.timer = setTimeout(() => this.update(), left);
    if (pace === this.reported) return;
    this.reported = pace;
    this.onChange(pace);
  }
}
