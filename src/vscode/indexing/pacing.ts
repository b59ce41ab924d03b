/**
 * How much of the machine indexing may take. While someone types, and while a program is debugged, one core; else all. VS Code
 * has no interface that tells whether the machine runs on battery or saves power, so that is not looked at. A pause is the user's,
 * and kept with the workspace.
 */
import * as vscode from 'vscode';
import type { Pace } from '../../index-service/service-protocol';

/** After the last key. */
const typingMs = 3_000;

const pausedId = 'index.paused';

/** What people edit; logs and the like are written by programs. */
const editedSchemes = new Set(['file', 'untitled', 'vscode-notebook-cell']);

export class Pacing implements vscode.Disposable {
  private readonly disposables: readonly vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;
  private told: Pace | undefined;
  private lastEdit = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly workspaceState: vscode.Memento,
    private readonly tell: (pace: Pace) => void,
  ) {
    this.disposables = [
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length === 0 || !editedSchemes.has(document.uri.scheme)) return;
        // A replacement in many files is no typing.
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
    if (pace === this.told) return;
    this.told = pace;
    this.tell(pace);
  }
}
