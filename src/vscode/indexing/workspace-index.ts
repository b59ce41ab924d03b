/**
 * The indexes of the window's folders, as the features use them. Nothing starts before the user agrees, except for the estimate, which only reads file names.
 * After that the index service gets the folders and their changes, and reports its progress.
 *
 *     consent, settings, folders, trust, model ──► sync ──► index service: folders, refresh
 *     saves, file watcher, git ──► IndexedFolder ──► index service: update, refresh
 *     unsaved editors ──► UnsavedDrafts ──► index service: draft
 *     index service: status ──► state ──► status item, search view, report, context keys
 */
import * as vscode from 'vscode';
import { IndexServiceClient } from '../../engine/client/service-client';
import type { FolderStats } from '../../engine/indexer/folder-stats';
import type { FolderStatus, IndexEstimate, ServiceSearchOptions } from '../../engine/service-protocol';
import { indexFileOf } from '../../index/index-settings';
import { recordUse, useFileOf } from '../../index/logs/use-log';
import type { Hit } from '../../search/hits/hit';
import type { SearchAnswer } from '../../search/searcher';
import { errorMessage } from '../../shared/error-message';
import { withAbortSignal } from '../common/abort-signal';
import { placeInWorkspace, rootOf } from '../common/folder-root';
import type { Embedding } from '../embedding/embedding-model';
import { rankingSettings } from '../settings/settings';
import { UnsavedDrafts, watchWorkspace } from './editor-changes';
import {
  BaseFile,
  indexableFolders,
  notIndexedFoldersText,
  setupWithoutModel,
  unavailableReason,
  usesEmbeddingServer,
} from './folder-setup';
import { askIndexConsent, IndexConsent, sumEstimates } from './index-consent';
import type { IndexState } from './index-summary';
import type { MirrorOf } from './mirror/mirror';
import { OneAtATime } from './one-at-a-time';
import { Pacing } from './pacing';
import { emptyStatus, ServiceSync } from './service-sync';
import { UsesGraph } from './uses-graph';

interface Storage {
  readonly globalState: vscode.Memento;
  readonly workspaceState: vscode.Memento;
  /** Holds the indexes that are not stored in their folder. */
  readonly cache: vscode.Uri;
}

/** The minimum time between two change events: progress is reported far more often than listeners need it. */
const eventMs = 200;

export class WorkspaceIndex implements vscode.Disposable {
  private readonly consent: IndexConsent;
  private readonly pacing: Pacing;
  private readonly changed = new vscode.EventEmitter<IndexState>();
  private readonly syncs = new OneAtATime(() => this.openFolders());
  private readonly disposables: vscode.Disposable[];
  private readonly service: IndexServiceClient;
  private readonly folders: ServiceSync;
  private readonly drafts: UnsavedDrafts;
  private timer: NodeJS.Timeout | undefined;
  private opened: Promise<void> = Promise.resolve();
  private clearing: Promise<void> = Promise.resolve();
  private isOpening = false;
  private wasAsked = false;

  /** The state changed. Fires at most a few times a second. */
  readonly onDidChange = this.changed.event;
  readonly graph: UsesGraph;

  constructor(
    private readonly storage: Storage,
    private readonly embedding: Embedding,
    private readonly log: vscode.LogOutputChannel,
    /** The script of the index service. */
    script: string,
    mirrorOf?: MirrorOf,
  ) {
    this.service = new IndexServiceClient({
      script,
      embed: async (model, texts, side, signal) => {
        const embedder = this.folders.embedder(model);
        if (!embedder) throw new Error(`the settings no longer use the model ${model}`);
        return embedder.embed(texts, side, signal);
      },
    });
    this.graph = new UsesGraph(this.service, async (uri) => {
      await this.ready();
      if (uri) this.drafts.sendNow(uri);
    });
    this.folders = new ServiceSync(
      this.service,
      embedding,
      storage.cache,
      new BaseFile(storage.globalState, storage.cache, log),
      log,
      () => void this.sync(),
      () => this.fireChange(),
      mirrorOf,
    );
    this.drafts = new UnsavedDrafts((draft) => {
      for (const folder of this.folders.all) void folder.draft(draft);
    });
    this.consent = new IndexConsent(storage.workspaceState);
    this.pacing = new Pacing(storage.workspaceState, (pace) => {
      this.service.setPace(pace).catch((error) => this.log.warn(`pace: ${error}`));
    });
    const sync = (): void => void this.sync();
    this.disposables = [
      this.changed,
      this.consent,
      this.pacing,
      this.consent.onDidChange(sync),
      embedding.onDidChange(sync),
      this.service.onStatus((status) => {
        this.folders.setStatus(status);
        this.fireChange();
      }),
      this.service.onLog(({ level, message }) => this.log[level](message)),
      // The crash ended the running work; finished work is on disk.
      this.service.onRestart(() => {
        for (const mirror of this.folders.allMirrors) mirror.forget();
        for (const folder of this.folders.all) void folder.refresh();
      }),
      watchWorkspace(sync, (uri) => {
        for (const folder of this.folders.all) folder.fileChanged(uri);
      }),
    ];
    sync();
  }

  /** The team's database. It needs neither folders nor an index. */
  get stored(): Pick<IndexServiceClient, 'setDatabase' | 'ask'> {
    return this.service;
  }

  get state(): IndexState {
    const unavailable = unavailableReason();
    if (unavailable !== undefined) return { consent: 'unavailable', reason: unavailable, folders: [], isPaused: false };
    const { consent, isForbidden } = this.consent;
    const text = notIndexedFoldersText() ?? this.folders.leftOutText();
    const leftOut = text === undefined ? {} : { leftOut: text };
    if (consent !== 'given') {
      const reason = isForbidden
        ? vscode.l10n.t('The setting {0} turns off indexing.', 'codegrain.index.consent')
        : undefined;
      return { consent, ...(reason !== undefined && { reason }), ...leftOut, folders: [], isPaused: false };
    }
    const folders = indexableFolders().map(({ uri }): FolderStatus => {
      const is = this.isOpening ? 'indexing' : 'absent';
      return this.folders.status(rootOf(uri)) ?? { ...emptyStatus, root: rootOf(uri), is };
    });
    return { consent, ...leftOut, folders, isPaused: this.pacing.isPaused };
  }

  /** How much indexing this workspace would read. */
  async estimate(token?: vscode.CancellationToken): Promise<IndexEstimate> {
    const estimates: IndexEstimate[] = [];
    for (const folder of indexableFolders()) {
      // The estimate does not depend on the model, and no server is contacted before the user agrees.
      const setup = { ...setupWithoutModel(folder.uri, this.storage.cache), model: { is: 'built-in' } as const };
      const mirror = this.folders.mirrorOf(folder);
      const estimate = await withAbortSignal(token, (signal) =>
        mirror ? mirror.estimate(signal) : this.service.ask('estimate', setup, signal),
      );
      estimates.push(estimate);
    }
    return sumEstimates(estimates);
  }

  /** The user agrees to have this workspace indexed, now and from now on. */
  async agree(): Promise<void> {
    const { reason } = this.state;
    if (reason !== undefined) throw new Error(reason);
    // An index that is made now must not be deleted by an earlier request.
    await this.clearing.catch(() => undefined);
    // The change event of the consent opens the folders.
    await this.consent.answer('given');
    await this.opened;
  }

  /** The user does not agree. An existing index stays, but is not used. */
  async refuse(): Promise<void> {
    await this.consent.answer('refused');
    await this.opened;
  }

  /** Asks in a notification, unless the user has answered before. @returns true if the workspace may be indexed. */
  async ask(): Promise<boolean> {
    if (this.state.consent !== 'unasked' || this.wasAsked) return this.state.consent === 'given';
    this.wasAsked = true;
    const answer = await askIndexConsent(await this.estimate(), indexableFolders().some(usesEmbeddingServer));
    if (answer === 'given') await this.agree();
    else if (answer === 'refused') await this.refuse();
    return answer === 'given';
  }

  /** Compares all folders with their indexes; resolves when they are up to date or were stopped. */
  async refresh({ rebuild = false } = {}): Promise<void> {
    await this.ready();
    if (this.state.folders.some(({ is }) => is === 'failed')) {
      // The user wants another try, also with a server they refused before.
      this.embedding.reset();
      await this.sync();
    }
    await Promise.all(this.folders.all.map((folder) => (rebuild ? folder.rebuild() : folder.refresh())));
  }

  /** Resolves when the running comparisons are done, including the first one after consent. */
  async settled(): Promise<void> {
    await this.ready();
    await Promise.all(this.folders.all.map((folder) => folder.settled()));
  }

  /** Stops indexing until `resume`, also in the next session. The existing index can be searched. */
  async pause(): Promise<void> {
    await this.pacing.pause(true);
    this.fireChange();
  }

  async resume(): Promise<void> {
    await this.pacing.pause(false);
    this.fireChange();
  }

  /** Ends the running work; the next change or refresh continues it. */
  async stop(): Promise<void> {
    await this.ready();
    await Promise.all(this.folders.all.map((folder) => folder.stop()));
  }

  /** Withdraws the consent and deletes the indexes. If that fails, the workspace stays indexed. @throws with the reason */
  clear(): Promise<void> {
    this.clearing = this.closeAndDelete();
    return this.clearing;
  }

  async search(query: string, options: ServiceSearchOptions, token?: vscode.CancellationToken): Promise<SearchAnswer> {
    await this.ready();
    return withAbortSignal(token, (signal) =>
      this.service.ask('search', { query, options: { ranking: rankingSettings(), ...options } }, signal),
    );
  }

  /** @param line 1-based. @returns undefined if that line is not in an index. */
  async similar(
    uri: vscode.Uri,
    line: number,
    options: ServiceSearchOptions,
    token?: vscode.CancellationToken,
  ): Promise<SearchAnswer | undefined> {
    await this.ready();
    const place = placeInWorkspace(uri);
    if (!place) return undefined;
    const { root, path } = place;
    const asked = { root, path, line, options: { ranking: rankingSettings(), ...options } };
    return withAbortSignal(token, (signal) => this.service.ask('similar', asked, signal));
  }

  /** A few questions about the code of this workspace; none if nothing is indexed. */
  async examples(): Promise<readonly string[]> {
    await this.ready();
    return this.service.ask('examples', {});
  }

  /** Notes that the user or a model opened a hit, if the settings rank by usage. Never fails. */
  async recordUse({ root, path, id }: Pick<Hit, 'root' | 'path' | 'id'>): Promise<void> {
    const folder = indexableFolders().find(({ uri }) => rootOf(uri) === root);
    if (!folder || rankingSettings().usage === 0) return;
    try {
      const { indexFile = indexFileOf(root) } = setupWithoutModel(folder.uri, this.storage.cache);
      await recordUse(useFileOf(indexFile), { chunk: id, path, at: Date.now() });
    } catch (error) {
      this.log.warn(`uses: ${errorMessage(error)}`);
    }
  }

  async stats(root: string): Promise<FolderStats> {
    await this.ready();
    return this.service.ask('stats', { root });
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const each of [...this.disposables, this.drafts, this.folders, this.service]) each.dispose();
  }

  /** @throws with the reason, if nothing is indexed. */
  private async ready(): Promise<void> {
    await this.opened;
    const { consent, reason } = this.state;
    if (consent !== 'given') throw new Error(reason ?? vscode.l10n.t('This workspace is not indexed.'));
  }

  /**
   * The consent ends first, which closes the folders: a change of a file or a setting would otherwise create an index again that was just
   * deleted. If one cannot be deleted, the workspace stays indexed, so that the user can try again.
   */
  private async closeAndDelete(): Promise<void> {
    await this.ready();
    const { lastAnswer } = this.consent;
    await this.refuse();
    try {
      await this.folders.clear();
    } catch (error) {
      await this.consent.answer(lastAnswer);
      await this.opened;
      throw error;
    }
  }

  private sync(): Promise<void> {
    this.opened = this.syncs.run().catch((error) => {
      this.log.error(`index: ${errorMessage(error)}`);
    });
    this.fireChange();
    return this.opened;
  }

  private async openFolders(): Promise<void> {
    const folders = this.state.consent === 'given' ? indexableFolders() : [];
    this.isOpening = true;
    const outdated = await this.folders.open(folders).finally(() => {
      this.isOpening = false;
      this.fireChange();
    });
    if (outdated.length > 0) this.drafts.sendAll();
    for (const folder of outdated) void folder.refresh();
  }

  private fireChange(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.changed.fire(this.state);
    }, eventMs);
  }
}
