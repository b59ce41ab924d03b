/**
 * One workspace folder. Sends its changes to the index service: whole comparisons one at a time, changed files at once without
 * waiting for a comparison.
 */
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { IndexServiceClient } from '../../engine/client/service-client';
import type { IndexReport } from '../../engine/indexer/index-result';
import { errorMessage } from '../../shared/error-message';
import { pathInside } from '../../shared/inside-folder';
import type { WatchLimit } from '../../workspace/watch-limit';
import { isWebHost, rootOf } from '../common/folder-root';
import { numberLabel } from '../common/number-labels';
import type { UnsavedDraft } from './editor-changes';
import type { Mirror, MirrorProgress } from './mirror/mirror';
import { OneAtATime } from './one-at-a-time';
import { ChangePolling } from './watching/change-polling';
import { FileWatch } from './watching/file-watch';

const instructions = vscode.Uri.parse(
  'https://code.visualstudio.com/docs/setup/linux#_visual-studio-code-is-unable-to-watch-for-file-changes-in-this-large-workspace-error-enospc',
);

let wasShown = false;

/** Tells the user, once per window, that the system cannot watch more folders, and what to do about it. */
async function showWatchLimit({ setting, value }: WatchLimit): Promise<void> {
  if (wasShown) return;
  wasShown = true;
  const show = vscode.l10n.t('Show Instructions');
  const text =
    value === undefined
      ? vscode.l10n.t(
          'The system cannot watch more folders. Codegrain looks for changed files every few seconds instead. To see changes at once, raise {0}.',
          setting,
        )
      : vscode.l10n.t(
          'The system cannot watch more folders. Codegrain looks for changed files every few seconds instead. To see changes at once, raise {0}, which is {1}.',
          setting,
          numberLabel(value),
        );
  if ((await vscode.window.showWarningMessage(text, show)) === show) await vscode.env.openExternal(instructions);
}

/** While the index is busy for longer, the service searches the saved file itself, which may change again. */
const savedDraftMs = 1000;

export class IndexedFolder implements vscode.Disposable {
  readonly root: string;
  private readonly watch: FileWatch;
  private readonly polling: ChangePolling | undefined;
  private readonly focus: vscode.Disposable;
  private readonly refreshes: OneAtATime<IndexReport | undefined>;
  /** The number of drafts sent for each path, so that the late end of one draft does not end the next. */
  private readonly drafts = new Map<string, number>();
  /** A comparison was asked for after the last stop. */
  private isWanted = false;
  private isDisposed = false;

  constructor(
    folder: vscode.WorkspaceFolder,
    private readonly service: IndexServiceClient,
    private readonly log: vscode.LogOutputChannel,
    private readonly mirror: Mirror | undefined,
    /** Undefined: the mirror is done, or was stopped. */
    private readonly onMirrorProgress: (progress: MirrorProgress | undefined) => void,
  ) {
    this.root = rootOf(folder.uri);
    this.polling = isWebHost ? undefined : this.newPolling();
    this.focus = vscode.window.onDidChangeWindowState(({ focused }) => this.polling?.focusChanged(focused));
    this.polling?.focusChanged(vscode.window.state.focused);
    this.watch = new FileWatch(folder, (changed) => {
      this.polling?.changeReported();
      void (changed === 'all' ? this.refresh() : this.update(changed));
    });
    this.refreshes = new OneAtATime(() =>
      this.logErrors(async () => {
        if (!this.isWanted) return undefined;
        const report = await this.mirrored(() => service.refresh(this.root, false, this.openPaths()));
        this.polling?.compared(report);
        return this.tellRepair(report);
      }),
    );
  }

  private newPolling(): ChangePolling {
    return new ChangePolling({
      root: this.root,
      compare: () => this.refresh(),
      onPolling: (reason) => {
        if (reason !== 'missed') void showWatchLimit(reason);
        const why = reason === 'missed' ? 'VS Code did not report some changes' : `${reason.setting} is reached`;
        this.log.warn(`${this.root}: ${why}; changes are looked for every few seconds from now on`);
      },
    });
  }

  /** Of the files in tabs: they are indexed first. */
  private openPaths(): string[] {
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    return tabs.flatMap(({ input }) => {
      const path = input instanceof vscode.TabInputText ? pathInside(this.root, rootOf(input.uri)) : undefined;
      return path ?? [];
    });
  }

  /** Never rejects: errors are in the folder's status and in the log. */
  refresh(): Promise<IndexReport | undefined> {
    this.isWanted = true;
    return this.refreshes.run();
  }

  /** Resolves when no comparison is running or queued. */
  settled(): Promise<void> {
    return this.refreshes.settled();
  }

  /** Ends what is running and what waits for it: a comparison in the queue would continue the work at once. */
  stop(): Promise<void> {
    this.isWanted = false;
    this.mirror?.stop();
    return this.service.stop(this.root);
  }

  rebuild(): Promise<IndexReport | undefined> {
    return this.logErrors(() => this.mirrored(() => this.service.refresh(this.root, true)));
  }

  update(paths: readonly string[]): Promise<IndexReport | undefined> {
    return this.logErrors(async () => {
      await this.mirror?.update(paths);
      const report = await this.service.update(this.root, paths);
      this.mirror?.saveIndex();
      return report;
    });
  }

  async draft({ uri, text, isSaved }: UnsavedDraft): Promise<void> {
    const { root } = this;
    const path = pathInside(root, rootOf(uri));
    if (path === undefined) return;
    const turn = (this.drafts.get(path) ?? 0) + 1;
    this.drafts.set(path, turn);
    // Search uses the draft, which has the same text, until the saved file is indexed.
    if (isSaved) await Promise.race([this.update([path]), sleep(savedDraftMs)]);
    if (this.drafts.get(path) !== turn) return;
    await this.logErrors(() => this.service.setDraft(root, path, text));
  }

  /** The editor changed a file; the file watcher may report it too. */
  fileChanged(uri: vscode.Uri): void {
    this.watch.fileChanged(uri);
  }

  dispose(): void {
    this.isDisposed = true;
    this.watch.dispose();
    this.focus.dispose();
    this.polling?.dispose();
  }

  /** Tells the user about a repair, because results were incomplete before it. */
  private tellRepair(report: IndexReport): IndexReport {
    const { repaired, cancelled } = report;
    if (repaired === undefined || cancelled || this.isDisposed) return report;
    this.log.warn(`${this.root}: ${repaired}`);
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The index of {0} was damaged and has been repaired.', basename(this.root)),
    );
    return report;
  }

  private async mirrored(refresh: () => Promise<IndexReport>): Promise<IndexReport> {
    await this.mirror?.sync(this.onMirrorProgress).finally(() => this.onMirrorProgress(undefined));
    const report = await refresh();
    this.mirror?.saveIndex();
    return report;
  }

  private async logErrors<T>(request: () => Promise<T>): Promise<T | undefined> {
    try {
      return await request();
    } catch (error) {
      if (!this.isDisposed) this.log.error(`${this.root}: ${errorMessage(error)}`);
      return undefined;
    }
  }
}
