/** The index commands: their ids, their titles, and which of them apply in each condition of the index. */
import { l10n } from 'vscode';
import type { IndexSummary } from './index-summary';

export const indexCommandIds = {
  index: 'codegrain.indexWorkspace',
  pause: 'codegrain.pauseIndexing',
  resume: 'codegrain.resumeIndexing',
  stop: 'codegrain.stopIndexing',
  rebuild: 'codegrain.rebuildIndex',
  compact: 'codegrain.compactIndex',
  clear: 'codegrain.clearIndex',
  report: 'codegrain.showIndexReport',
  cache: 'codegrain.keepIndexInCache',
} as const;

export type IndexAction = keyof typeof indexCommandIds;

/** The actions that apply, most likely first. The manifest has the same rules in `when` clauses on `codegrain.index`. */
export function indexActionsFor({ is, unwritable }: Pick<IndexSummary, 'is' | 'unwritable'>): readonly IndexAction[] {
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
    case 'failed':
      if (unwritable.length > 0) return ['cache', 'index', 'report'];
      return ['index', 'rebuild', 'report', 'clear'];
    case 'stale':
      return ['index', 'rebuild', 'report', 'clear'];
    case 'ready':
      return ['report', 'pause', 'rebuild', 'compact', 'clear'];
  }
}

export function indexActionTitle(action: IndexAction): string {
  const titles: Record<IndexAction, string> = {
    index: l10n.t('Index Workspace'),
    pause: l10n.t('Pause Indexing'),
    resume: l10n.t('Resume Indexing'),
    stop: l10n.t('Stop Indexing'),
    rebuild: l10n.t('Rebuild Index'),
    compact: l10n.t('Compact Index'),
    clear: l10n.t('Clear Index…'),
    report: l10n.t('Show Index Report'),
    cache: l10n.t('Keep Index in Cache'),
  };
  return titles[action];
}
