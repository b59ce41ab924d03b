/** The texts about the state of the indexes: the same words in the status bar, its tooltip and the actions. */
import { basename } from 'node:path';
import { l10n, MarkdownString } from 'vscode';
import type { FolderStatus } from '../../engine/service-protocol';
import type { IndexDamage } from '../../index/file/index-error';
import { bytesLabel, chunkCount, fileCount, numberLabel, percentLabel, remainingLabel } from '../common/number-labels';
import type { IndexState, IndexSummary } from './index-summary';

/** Icon and text for the status bar. */
export function shortIndexStatus({ is, files, progress, searchable, damage }: IndexSummary): string {
  switch (is) {
    case 'unavailable':
    case 'unasked':
    case 'refused':
      return '$(layers) Codegrain';
    case 'ready':
      return `$(layers) ${l10n.t('{0} indexed', fileCount(files))}`;
    case 'indexing':
      return `$(sync~spin) ${progressText(progress)}`;
    case 'paused':
      return `$(debug-pause) ${l10n.t('Index paused')}`;
    case 'stale':
      if (damage) return `$(warning) ${l10n.t('Index damaged')}`;
      return `$(history) ${searchable ? l10n.t('Index not complete') : l10n.t('Index out of date')}`;
    case 'failed':
      return `$(error) ${l10n.t('Index failed')}`;
    case 'absent':
      return `$(circle-slash) ${l10n.t('Not indexed')}`;
  }
}

function progressText(progress: IndexSummary['progress']): string {
  if (!progress) return l10n.t('Indexing…');
  const { step, done, total } = progress;
  if (step === 'compacting') return l10n.t('Compacting the index…');
  if (step === 'reading') return l10n.t('Reading {0}/{1}', numberLabel(done), numberLabel(total));
  if (step === 'embedding') return l10n.t('Embedding {0}/{1}', numberLabel(done), numberLabel(total));
  return l10n.t('Indexing {0}/{1}', numberLabel(done), numberLabel(total));
}

/** One sentence, for all folders. */
export function longIndexStatus(summary: IndexSummary): string {
  const { is, files, chunks, bytes, remainingSeconds, problems } = summary;
  switch (is) {
    case 'unavailable':
      return l10n.t('Index unavailable');
    case 'unasked':
    case 'refused':
      return l10n.t('This workspace is not indexed');
    case 'absent':
      return l10n.t('Nothing is indexed yet');
    case 'indexing': {
      const text = progressText(summary.progress);
      const waiting = remainingSeconds === undefined ? text : `${text}, ${remainingLabel(remainingSeconds)}`;
      return summary.searchable ? `${waiting}. ${searchableText(summary.searchable)}` : waiting;
    }
    case 'failed':
      return l10n.t('Index failed: {0}', problems.join(' '));
    case 'paused':
      if (summary.searchable) return `${l10n.t('Index paused')}. ${searchableText(summary.searchable)}`;
      return l10n.t('Index paused: new changes are indexed when you resume');
    case 'stale':
      if (summary.damage) return `${l10n.t('The index is damaged.')} ${missingFilesText(summary.damage)}`;
      if (summary.searchable) return `${l10n.t('Index not complete')}. ${searchableText(summary.searchable)}`;
      return l10n.t('Index out of date: some changes are not indexed yet');
    case 'ready':
      return l10n.t('Index: {0}, {1}, {2}', fileCount(files), chunkCount(chunks), bytesLabel(bytes));
  }
}

/** `38.1 % of 78,622 files can be searched so far.` */
export function searchableText({ files, all }: NonNullable<IndexSummary['searchable']>): string {
  return l10n.t('{0} of {1} can be searched so far.', percentLabel(files, all), fileCount(all));
}

/** What is missing from the results while the index is damaged. */
export function missingFilesText({ lostFiles }: IndexDamage): string {
  if (lostFiles === undefined) return l10n.t('Files may be missing from the results.');
  if (lostFiles === 0) return l10n.t('No file is missing from the results.');
  return l10n.t('Files missing from the results: {0}.', numberLabel(lostFiles));
}

/** The tooltip: the state, each folder if there are several, and links to the actions. */
export function indexTooltip(summary: IndexSummary, { folders, reason, leftOut }: IndexState): MarkdownString {
  const text = new MarkdownString('', true);
  text.isTrusted = { enabledCommands: [...Object.values(indexCommandIds), chunkFileCommand] };
  text.appendMarkdown(escapeMarkdown(longIndexStatus(summary)));
  if (summary.is !== 'ready' && summary.files > 0)
    text.appendMarkdown(`\n\n${escapeMarkdown(longIndexStatus({ ...summary, is: 'ready' }))}`);
  if (folders.length > 1) {
    for (const folder of folders) text.appendMarkdown(`\n- ${escapeMarkdown(folderLine(folder))}`);
  }
  const shared = l10n.t('Shared: another window or program writes the index, and this window reads it.');
  for (const more of [summary.isShared ? shared : undefined, reason, leftOut])
    if (more !== undefined) text.appendMarkdown(`\n\n${escapeMarkdown(more)}`);
  const links = indexActionsFor(summary).map(
    (action) => `[${indexActionTitle(action)}](command:${indexCommandIds[action]})`,
  );
  if (links.length > 0) text.appendMarkdown(`\n\n${links.join(' · ')}`);
  return text;
}

/** Escapes plain text for Markdown. VS Code's `appendText` makes every space non-breaking, so lines would break inside words. */
export function escapeMarkdown(plain: string): string {
  return new MarkdownString('', true).appendText(plain).value.replaceAll('&nbsp;', ' ');
}

function folderLine({ root, is, files, bytes, problem, damage, isReader }: FolderStatus): string {
  const size = `${fileCount(files)}, ${bytesLabel(bytes)}`;
  const shared = `${damage ? `, ${l10n.t('damaged')}` : ''}${isReader ? `, ${l10n.t('shared')}` : ''}`;
  return `${basename(root)}: ${is === 'failed' && problem ? problem.message : size + shared}`;
}

export const chunkFileCommand = 'codegrain.chunkCurrentFile';

// The index commands: their ids, their titles, and which of them apply in each condition of the index.

export const indexCommandIds = {
  index: 'codegrain.indexWorkspace',
  pause: 'codegrain.pauseIndexing',
  resume: 'codegrain.resumeIndexing',
  stop: 'codegrain.stopIndexing',
  rebuild: 'codegrain.rebuildIndex',
  clear: 'codegrain.clearIndex',
  report: 'codegrain.showIndexReport',
  cache: 'codegrain.keepIndexInCache',
} as const;

export type IndexAction = keyof typeof indexCommandIds;

/** The actions that apply, most likely first. The manifest has the same rules in `when` clauses on `codegrain.index`. */
export function indexActionsFor({ is, unwritable }: Pick<IndexSummary, 'is' | 'unwritable'>): readonly IndexAction[] {
  return is === 'failed' && unwritable.length > 0 ? ['cache', 'index', 'report'] : actionsIn[is];
}

const actionsIn: Readonly<Record<IndexSummary['is'], readonly IndexAction[]>> = {
  unavailable: [],
  unasked: ['index'],
  refused: ['index'],
  absent: ['index'],
  indexing: ['pause', 'stop', 'report'],
  paused: ['resume', 'report', 'clear'],
  failed: ['index', 'rebuild', 'report', 'clear'],
  stale: ['index', 'rebuild', 'report', 'clear'],
  ready: ['report', 'pause', 'rebuild', 'clear'],
};

export function indexActionTitle(action: IndexAction): string {
  const titles: Record<IndexAction, string> = {
    index: l10n.t('Index Workspace'),
    pause: l10n.t('Pause Indexing'),
    resume: l10n.t('Resume Indexing'),
    stop: l10n.t('Stop Indexing'),
    rebuild: l10n.t('Rebuild Index'),
    clear: l10n.t('Clear Index…'),
    report: l10n.t('Show Index Report'),
    cache: l10n.t('Keep Index in Cache'),
  };
  return titles[action];
}
