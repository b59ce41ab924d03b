/** "Write Notes about Chunks…": a language model writes a note about every chunk of a folder; then the notes are indexed. */
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { WorkerPool } from '../../engine/workers/worker-pool';
import type { ChunkRequest } from '../../engine/workers/worker-protocol';
import { NoteLog, NoteLogWriter, removeNotes } from '../../index/logs/note-log';
import { errorMessage } from '../../shared/error-message';
import type { ChatModel } from '../../wings/models/chat-model';
import { ModelAsker, TokenBudget } from '../../wings/models/model-asker';
import { NoteMaker } from '../../wings/models/note-maker';
import { defaultNoteSettings } from '../../wings/models/note-prompt';
import { type RunReport, runPieces } from '../../wings/models/piece-runner';
import { type ShownProgress, undefinedIfAborted, withProgress } from '../common/abort-signal';
import { chunkCount, numberLabel } from '../common/number-labels';
import type { Embedding } from '../embedding/embedding-model';
import { indexableFolders, unavailableReason } from '../indexing/folder-setup';
import { enrichSettingsOf, settingsOf } from '../settings/settings';
import { changeKey, chooseChatModel } from './choose-chat-model';
import { checkTrust, confirmRequests, type Remedy, showOutcome } from './model-messages';
import type { NoteReader } from './note-reader';
import { requestsInFolder } from './run-scope';

interface NotesParts {
  readonly script: string;
  readonly embedding: Embedding;
  readonly notes: NoteReader;
  readonly log: vscode.LogOutputChannel;
  /** Updates the index after notes were written or deleted. */
  readonly index: () => void;
}

/** Everything that needs the user; tests replace it. */
export interface NotesDialogs {
  model(): Promise<ChatModel | undefined>;
  /** True if there is another key now. */
  changeKey(): Promise<boolean>;
  confirm: typeof confirmRequests;
}

export function registerNotes(parts: NotesParts): vscode.Disposable {
  const dialogs: NotesDialogs = {
    model: () => chooseChatModel(parts.embedding.keys, parts.log),
    changeKey: () => changeKey(parts.embedding.keys),
    confirm: confirmRequests,
  };
  const updateContext = (): void => {
    const hasNotes = indexableFolders().some((folder) => existsSync(parts.notes.fileOf(folder)));
    void vscode.commands.executeCommand('setContext', 'codegrain.hasNotes', hasNotes);
  };
  updateContext();
  const register = (name: string, run: () => Promise<unknown>): vscode.Disposable =>
    vscode.commands.registerCommand(`codegrain.${name}`, async (): Promise<void> => {
      try {
        await run();
      } catch (error) {
        const reason = errorMessage(error);
        parts.log.error(`notes: ${reason}`);
        void vscode.window.showErrorMessage(vscode.l10n.t('Notes were not written: {0}', reason));
      } finally {
        updateContext();
      }
    });
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeWorkspaceFolders(updateContext),
    register('writeNotes', () => writeNotes(parts, dialogs, false)),
    register('retryNotes', () => writeNotes(parts, dialogs, true)),
    register('clearNotes', () => clearNotes(parts)),
  );
}

/**
 * Resolves when the notes are written; the index is updated in the background.
 * @returns undefined if nothing was sent.
 */
export async function writeNotes(
  parts: Omit<NotesParts, 'embedding'>,
  dialogs: NotesDialogs,
  onlyFailed: boolean,
): Promise<RunReport | undefined> {
  if (!checkTrust()) return undefined;
  const folder = await pickFolder();
  const model = folder && (await dialogs.model());
  if (!folder || !model) return undefined;
  const pool = new WorkerPool({ jobs: 1, script: parts.script });
  const title = vscode.l10n.t('Codegrain: writing notes');
  try {
    const written = await withProgress(title, (signal, progress) =>
      write(parts, { folder, model, pool, dialogs, onlyFailed, progress, signal }),
    );
    if (written) void tellOutcome(parts, dialogs, written);
    return written?.report;
  } finally {
    pool.dispose();
  }
}

type WrittenNotes = { readonly requests: number; readonly report: RunReport };

interface NotesWork {
  readonly folder: vscode.WorkspaceFolder;
  readonly model: ChatModel;
  readonly pool: WorkerPool;
  readonly dialogs: NotesDialogs;
  readonly onlyFailed: boolean;
  readonly progress: ShownProgress;
  readonly signal: AbortSignal;
}

/** @returns undefined if nothing was sent. */
async function write(
  { notes, log, index }: Omit<NotesParts, 'embedding'>,
  { folder, model, pool, dialogs, onlyFailed, progress, signal }: NotesWork,
): Promise<WrittenNotes | undefined> {
  const { l10n, window } = vscode;
  const { parallel, budget: limit, include, exclude, ...rest } = enrichSettingsOf(folder);
  const { template, prefix, documentLimit, keywords, questions } = rest;
  const settings = {
    template: template === '' ? defaultNoteSettings.template : template,
    prefix,
    documentLimit,
    keywords,
    questions,
  };
  const file = notes.fileOf(folder);
  const known = new NoteLog(file);
  known.refresh();
  // Chunked as in the index.
  const { options } = settingsOf(folder);
  const files = (await requestsInFolder(folder, { include, exclude })).map((request) => ({ ...request, options }));
  const source = { files, chunk: (request: ChunkRequest, stop: AbortSignal) => pool.chunk(request, stop) };
  const maker = new NoteMaker(source, model, settings, known, onlyFailed);
  const plan = await undefinedIfAborted(maker.plan(signal), signal);
  if (!plan) return undefined;
  const { requests, inputTokens } = plan;
  for (const { path, message } of plan.skipped) log.info(`notes: ${path}: skipped: ${message}`);
  if (requests === 0) {
    void window.showInformationMessage(l10n.t('Every chunk already has its note.'));
    return undefined;
  }
  if (!(await dialogs.confirm(model, { requests, inputTokens, maxTokens: maker.maxTokens }))) return undefined;
  const writer = await NoteLogWriter.open(file);
  let done = 0;
  const work = maker.work(new ModelAsker(model, new TokenBudget(limit)), writer, ({ path, startLine }, asked) => {
    if (asked.is === 'failed') log.warn(`notes: ${path}:${startLine}: ${asked.error}`);
    const message = l10n.t('{0} of {1}', numberLabel(++done), chunkCount(requests));
    progress.report({ message, increment: 100 / requests });
  });
  const report = await runPieces(maker.pieces(signal), work, {
    parallel,
    onError: 'continue-on-error',
    signal,
  }).finally(() => writer.close());
  notes.refresh();
  if (report.answered > 0) index();
  return { requests, report };
}

function tellOutcome(
  { log }: Omit<NotesParts, 'embedding'>,
  { changeKey }: NotesDialogs,
  { requests, report }: WrittenNotes,
): Promise<void> {
  const { l10n, commands } = vscode;
  const { answered, failed } = report;
  const left = requests - answered - failed;
  const retry: Remedy = {
    title: l10n.t('Retry Failed Notes'),
    run: () => commands.executeCommand('codegrain.retryNotes'),
  };
  const resume: Remedy = { title: l10n.t('Continue'), run: () => commands.executeCommand('codegrain.writeNotes') };
  const show: Remedy = { title: l10n.t('Show Log'), run: () => log.show() };
  return showOutcome(report, {
    ...{ log, name: 'notes', resume, changeKey },
    next: [...(left > 0 ? [resume] : failed > 0 ? [retry] : []), ...(failed > 0 ? [show] : [])],
    counts: l10n.t('Notes: {0} written, {1} failed, {2} left.', ...[answered, failed, left].map(numberLabel)),
    failed: (reason) => l10n.t('Notes were not written: {0}', reason),
  });
}

export async function clearNotes({ notes, index }: Pick<NotesParts, 'notes' | 'index'>): Promise<void> {
  const { l10n, window } = vscode;
  const folder = await pickFolder();
  if (!folder) return;
  const removed = removeNotes(notes.fileOf(folder));
  notes.refresh();
  if (removed) index();
  void window.showInformationMessage(removed ? l10n.t('The notes are deleted.') : l10n.t('There are no notes.'));
}

async function pickFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const folders = indexableFolders();
  const [first, ...others] = folders;
  if (!first) throw new Error(unavailableReason());
  if (others.length === 0) return first;
  const items = folders.map((folder) => ({ label: folder.name, folder }));
  const title = vscode.l10n.t('Notes about which folder?');
  return (await vscode.window.showQuickPick(items, { title }))?.folder;
}
