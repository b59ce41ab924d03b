/** The names of states and reasons in the report. */
import { l10n } from 'vscode';
import type { Fallback } from '../../chunking/chunk';
import type { FolderStatus } from '../../index-service/service-protocol';
import type { SkipReason } from '../../workspace/skip-reasons';
import { fallbackLabel } from '../common/chunk-labels';

export function folderStateLabel({ is, isStale, isReader, damage }: FolderStatus): string {
  const names: Record<FolderStatus['is'], string> = {
    absent: l10n.t('not indexed'),
    ready: l10n.t('ready'),
    indexing: l10n.t('indexing'),
    paused: l10n.t('paused'),
    failed: l10n.t('failed'),
  };
  return [
    names[is],
    ...(isStale && is === 'ready' ? [l10n.t('out of date')] : []),
    ...(damage ? [l10n.t('damaged')] : []),
    ...(isReader ? [l10n.t('shared')] : []),
  ].join(', ');
}

export function skipReasonLabel(reason: SkipReason): string {
  const titles: Record<SkipReason, string> = {
    ignored: l10n.t('Ignored by git or .codegrainignore'),
    excluded: l10n.t('Excluded by the settings'),
    'symbolic-link': l10n.t('Symbolic links'),
    'not-a-file': l10n.t('Not regular files'),
    'bad-name': l10n.t('Unreadable names'),
    unreadable: l10n.t('Unreadable'),
    'too-large': l10n.t('Too large'),
    binary: l10n.t('Binary'),
    media: l10n.t('Images, fonts, audio, documents'),
    secret: l10n.t('May contain secrets'),
    lock: l10n.t('Lock files'),
    'source-map': l10n.t('Source maps'),
    generated: l10n.t('Generated'),
    minified: l10n.t('Minified'),
    failed: l10n.t('Could not be chunked'),
  };
  return titles[reason];
}

const fallbacks: readonly Fallback[] = [
  'lines',
  'syntax-error',
  'grammar-failed',
  'grammar-timeout',
  'grammar-crashed',
];

/** The index of a later version may have other fallbacks. */
export function knownFallbackLabel(fallback: string): string {
  const known = fallbacks.find((each) => each === fallback);
  return known ? fallbackLabel(known) : fallback;
}
