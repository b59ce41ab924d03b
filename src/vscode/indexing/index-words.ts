/** What the user reads about the indexes of the window: the same words in the status item, its tooltip and the actions. */
import { basename } from 'node:path';
import { l10n, MarkdownString } from 'vscode';
import type { FolderStatus } from '../../index-service/service-protocol';
import { chunkCount, fileCount, number } from '../common/editor-words';
import { bytesText, secondsText } from '../common/size-text';
import type { Condition, Summary } from './index-summary';
import type { IndexState } from './workspace-index';

/** Icon and words for the status bar; undefined where there is nothing to tell there: all is well, or nobody agreed. */
export function shortStatus({ is, progress }: Summary): string | undefined {
  switch (is) {
    case 'indexing':
      return `$(sync~spin) ${progressText(progress)}`;
    case 'paused':
      return `$(debug-pause) ${l10n.t('Index paused')}`;
    case 'stale':
      return `$(history) ${l10n.t('Index out of date')}`;
    case 'failed':
      return `$(error) ${l10n.t('Index failed')}`;
    case 'absent':
      return `$(circle-slash) ${l10n.t('Not indexed')}`;
    default:
      return undefined;
  }
}

function progressText(progress: Summary['progress']): string {
  if (!progress) return l10n.t('Indexing…');
  const { step, done, total } = progress;
  if (step === 'compacting') return l10n.t('Compacting the index…');
  if (step === 'embedding') return l10n.t('Embedding {0}/{1}', number(done), number(total));
  return l10n.t('Indexing {0}/{1}', number(done), number(total));
}

/** One sentence, for all folders. */
export function longStatus(summary: Summary): string {
  const { is, files, chunks, bytes, remainingSeconds, problems } = summary;
  switch (is) {
    case 'unavailable':
      return l10n.t('Index: none');
    case 'unasked':
    case 'refused':
      return l10n.t('Index: this workspace is not indexed');
    case 'absent':
      return l10n.t('Index: nothing is indexed yet');
    case 'indexing': {
      const text = progressText(summary.progress);
      return remainingSeconds === undefined ? text : l10n.t('{0}, {1} left', text, secondsText(remainingSeconds));
    }
    case 'failed':
      return l10n.t('Index failed: {0}', problems.join(' '));
    case 'paused':
      return l10n.t('Index paused: what changes now is found later');
    case 'stale':
      return l10n.t('Index out of date: something changed that is not in it');
    case 'ready':
      return l10n.t('Index: {0}, {1}, {2}', fileCount(files), chunkCount(chunks), bytesText(bytes));
  }
}

/** Below the line about the file: the state, each folder where there are several, and what can be done about it. */
export function indexTooltip(summary: Summary, { folders, reason, leftOut }: IndexState): MarkdownString {
  const text = new MarkdownString('', true);
  text.isTrusted = { enabledCommands: Object.values(commandIds) };
  text.appendMarkdown(escaped(longStatus(summary)));
  if (summary.is !== 'ready' && summary.files > 0) {
    text.appendMarkdown(`\n\n${escaped(longStatus({ ...summary, is: 'ready' }))}`);
  }
  if (folders.length > 1) {
    for (const folder of folders) text.appendMarkdown(`\n- ${escaped(folderLine(folder))}`);
  }
  const shared = l10n.t('Shared: another window or program writes the index, this one reads it.');
  for (const more of [summary.isShared ? shared : undefined, reason, leftOut]) {
    if (more !== undefined) text.appendMarkdown(`\n\n${escaped(more)}`);
  }
  const links = actionsFor(summary.is).map((action) => `[${actionTitle(action)}](command:${commandIds[action]})`);
  if (links.length > 0) text.appendMarkdown(`\n\n${links.join(' · ')}`);
  return text;
}

/** Plain text in Markdown. VS Code's own way makes every space one that does not break, so that lines break within words. */
export function escaped(plain: string): string {
  return new MarkdownString('', true).appendText(plain).value.replaceAll('&nbsp;', ' ');
}

function folderLine({ root, is, files, bytes, problem, isReader }: FolderStatus): string {
  const size = `${fileCount(files)}, ${bytesText(bytes)}`;
  const shared = isReader ? `, ${l10n.t('shared')}` : '';
  return `${basename(root)}: ${is === 'failed' && problem ? problem.message : size + shared}`;
}

export const commandIds = {
  index: 'codegrain.indexWorkspace',
  pause: 'codegrain.pauseIndexing',
  resume: 'codegrain.resumeIndexing',
  stop: 'codegrain.stopIndexing',
  rebuild: 'codegrain.rebuildIndex',
  compact: 'codegrain.compactIndex',
  clear: 'codegrain.clearIndex',
  report: 'codegrain.showIndexReport',
} as const;

export type IndexAction = keyof typeof commandIds;

/** What makes sense now, the likeliest first; the manifest says the same by `codegrain.index`. */
export function actionsFor(is: Condition): readonly IndexAction[] {
  switch (is) {
    case 'unavailable':
      return [];
    case 'unasked':
    case 'refused':
    case 'absent':
      return ['index'];
    case 'indexing':
      return ['pause', 'stop', 'report'];
    case 'paused':
      return ['resume', 'report', 'clear'];
    case 'stale':
    case 'failed':
      return ['index', 'rebuild', 'report', 'clear'];
    case 'ready':
      return ['report', 'pause', 'rebuild', 'compact', 'clear'];
  }
}

export function actionTitle(action: IndexAction): string {
  const titles: Record<IndexAction, string> = {
    index: l10n.t('Index Workspace'),
    pause: l10n.t('Pause Indexing'),
    resume: l10n.t('Resume Indexing'),
    stop: l10n.t('Stop Indexing'),
    rebuild: l10n.t('Rebuild Index'),
    compact: l10n.t('Compact Index'),
    clear: l10n.t('Clear Index…'),
    report: l10n.t('Show Index Report'),
  };
  return titles[action];
}
