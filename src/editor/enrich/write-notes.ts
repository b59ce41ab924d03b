/** "Write Notes about Chunks…": a language model writes a note about every chunk of a folder, and the index takes them in. */
import * as vscode from 'vscode';
import { EnginePool } from '../../engine/pool';
import type { ChunkRequest } from '../../engine/protocol';
import { Asker } from '../../enrich/asker';
import { Budget } from '../../enrich/budget';
import type { ChatModel } from '../../enrich/chat';
import { NoteMaker } from '../../enrich/note-maker';
import { defaultNotes } from '../../enrich/note-prompt';
import { type RunReport, runOver } from '../../enrich/run';
import { NoteLog, NoteLogWriter, removeNotes } from '../../index/notes/note-log';
import type { Embedding } from '../embedding';
import { indexableFolders, whyUnavailable } from '../indexing/folder-setup';
import { enrichSettingsOf, settingsOf } from '../settings';
import { withSignal } from '../signals';
import { chunkCount, number } from '../words';
import { agree, isTrusted } from './agree';
import { chooseModel } from './choose-model';
import type { FolderNotes } from './folder-notes';
import { filesIn } from './run-files';

export interface NotesParts {
  readonly script: string;
  readonly embedding: Embedding;
  readonly notes: FolderNotes;
  readonly log: vscode.LogOutputChannel;
  /** Has the index take notes in, or leave them out. */
  readonly index: () => void;
}

/** What needs the user; tests put something else in its place. */
export interface NotesGuard {
  model(): Promise<ChatModel | undefined>;
  agree: typeof agree;
}

export function registerNotes(parts: NotesParts): vscode.Disposable {
  const guard: NotesGuard = { model: () => chooseModel(parts.embedding.keys, parts.log), agree };
  const guarded = (run: () => Promise<void>) => async (): Promise<void> => {
    try {
      await run();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      parts.log.error(`notes: ${reason}`);
      void vscode.window.showErrorMessage(vscode.l10n.t('Notes were not written: {0}', reason));
    }
  };
  const { registerCommand } = vscode.commands;
  return vscode.Disposable.from(
    registerCommand(
      'codegrain.writeNotes',
      guarded(() => writeNotes(parts, guard, false)),
    ),
    registerCommand(
      'codegrain.retryNotes',
      guarded(() => writeNotes(parts, guard, true)),
    ),
    registerCommand(
      'codegrain.clearNotes',
      guarded(() => clearNotes(parts)),
    ),
  );
}

/** Ends when the notes are written and their number is shown; the index takes them in by itself. */
export async function writeNotes(
  parts: Omit<NotesParts, 'embedding'>,
  guard: NotesGuard,
  onlyFailed: boolean,
): Promise<void> {
  if (!isTrusted()) return;
  const folder = await pickFolder();
  const model = folder && (await guard.model());
  if (!folder || !model) return;
  const pool = new EnginePool({ jobs: 1, script: parts.script });
  const title = vscode.l10n.t('Codegrain: writing notes');
  try {
    const written = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      (progress, token) =>
        withSignal(token, (signal) => write(parts, { folder, model, pool, guard, onlyFailed, progress, signal })),
    );
    if (written) void tell(written, parts.log);
  } finally {
    pool.dispose();
  }
}

interface Written {
  readonly requests: number;
  readonly report: RunReport;
}

interface Work {
  readonly folder: vscode.WorkspaceFolder;
  readonly model: ChatModel;
  readonly pool: EnginePool;
  readonly guard: NotesGuard;
  readonly onlyFailed: boolean;
  readonly progress: vscode.Progress<{ message?: string; increment?: number }>;
  readonly signal: AbortSignal;
}

/** @returns undefined where nothing was asked. */
async function write(
  { notes, log, index }: Omit<NotesParts, 'embedding'>,
  { folder, model, pool, guard, onlyFailed, progress, signal }: Work,
): Promise<Written | undefined> {
  const { l10n, window } = vscode;
  const { parallel, budget: limit, template, prefix, documentLimit, keywords, questions } = enrichSettingsOf(folder);
  const settings = {
    template: template === '' ? defaultNotes.template : template,
    prefix,
    documentLimit,
    keywords,
    questions,
  };
  const file = notes.fileOf(folder);
  const known = new NoteLog(file);
  known.refresh();
  // Cut as the index cuts.
  const { options } = settingsOf(folder);
  const files = (await filesIn(folder)).map((request) => ({ ...request, options }));
  const source = { files, chunk: (request: ChunkRequest, stop: AbortSignal) => pool.chunk(request, stop) };
  const maker = new NoteMaker(source, model, settings, known, onlyFailed);
  const plan = await maker.plan(signal).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
  if (!plan) return undefined;
  const { requests, inputTokens } = plan;
  if (requests === 0) {
    void window.showInformationMessage(l10n.t('Every chunk that was to have a note has one.'));
    return undefined;
  }
  if (!(await guard.agree(model, { requests, inputTokens, maxTokens: maker.maxTokens }))) return undefined;
  const writer = await NoteLogWriter.open(file);
  let done = 0;
  const work = maker.work(new Asker(model, new Budget(limit)), writer, ({ path, startLine }, asked) => {
    if (asked.is === 'failed') log.warn(`notes: ${path}:${startLine}: ${asked.error}`);
    const message = l10n.t('{0} of {1}', number(++done), chunkCount(requests));
    progress.report({ message, increment: 100 / requests });
  });
  const report = await runOver(maker.pieces(signal), work, { parallel, onError: 'continue', signal }).finally(() =>
    writer.close(),
  );
  notes.refresh();
  if (report.answered > 0) index();
  return { requests, report };
}

/** Not while the progress is shown: a message stays until the user answers. */
async function tell({ requests, report }: Written, log: vscode.LogOutputChannel): Promise<void> {
  const { l10n, window } = vscode;
  const left = requests - report.answered - report.failed;
  const counts = [number(report.answered), number(report.failed), number(left)];
  const text = l10n.t('Notes: {0} written, {1} failed, {2} left.', ...counts);
  const retry = l10n.t('Ask Again for Those That Failed');
  const show = l10n.t('Show Log');
  const picked = await window.showInformationMessage(text, ...(report.failed > 0 ? [retry, show] : []));
  if (picked === retry) void vscode.commands.executeCommand('codegrain.retryNotes');
  if (picked === show) log.show();
}

export async function clearNotes({ notes, index }: Pick<NotesParts, 'notes' | 'index'>): Promise<void> {
  const { l10n, window } = vscode;
  const folder = await pickFolder();
  if (!folder) return;
  const removed = removeNotes(notes.fileOf(folder));
  notes.refresh();
  if (removed) index();
  void window.showInformationMessage(removed ? l10n.t('The notes are gone.') : l10n.t('There are no notes.'));
}

async function pickFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const folders = indexableFolders();
  const [first, ...others] = folders;
  if (!first) throw new Error(whyUnavailable());
  if (others.length === 0) return first;
  const items = folders.map((folder) => ({ label: folder.name, folder }));
  const title = vscode.l10n.t('Notes about which folder?');
  return (await vscode.window.showQuickPick(items, { title }))?.folder;
}
