/** Says in words which signals put a hit where it is in the ranking. */
import { l10n } from 'vscode';
import type { RankSignal, SignalShare } from '../../search/rank/rank';
import type { RankReason } from './messages/result-messages';

/** The largest share first; negative shares come last. */
export function rankReasons(why: readonly SignalShare[]): RankReason[] {
  const largest = Math.max(...why.map(({ share }) => Math.abs(share)), Number.MIN_VALUE);
  return why
    .filter(({ share }) => Math.abs(share) >= 0.005)
    .sort((a, b) => b.share - a.share)
    .map(({ signal, share }) => ({
      label: signalLabel(signal),
      value: strength(share / largest),
      share: share / largest,
    }));
}

/** Of a hit that was not ranked. @param frame its label; empty: filters list it. */
export function placedReason(frame: string): RankReason {
  return { label: frame === '' ? l10n.t('Matches the filters') : l10n.t('In the stack trace'), value: frame, share: 1 };
}

/** @param part of the largest share. */
function strength(part: number): string {
  if (part < 0) return l10n.t('ranks lower');
  if (part >= 2 / 3) return l10n.t('strong');
  return part >= 1 / 3 ? l10n.t('medium') : l10n.t('slight');
}

function signalLabel(signal: RankSignal): string {
  const labels: Partial<Record<RankSignal, string>> = {
    words: l10n.t('Matching words'),
    meaning: l10n.t('Close in meaning'),
    defines: l10n.t('Matches the name'),
    path: l10n.t('Matching words in the path'),
    mention: l10n.t('File mentioned in the text'),
    frame: l10n.t('In the stack trace'),
    line: l10n.t('At a mentioned line'),
    message: l10n.t('Contains the message'),
    coherence: l10n.t('Other matches in this file'),
    recency: l10n.t('Recently changed'),
    usage: l10n.t('Often used'),
    importance: l10n.t('Important file'),
    test: l10n.t('Test code'),
    example: l10n.t('Example code'),
    document: l10n.t('Documentation'),
    data: l10n.t('Data or configuration'),
    legacy: l10n.t('Older version'),
    generated: l10n.t('Generated code'),
    types: l10n.t('Only declares types'),
    bare: l10n.t('Only imports, re-exports or comments'),
    repeat: l10n.t('Better result in the same file'),
  };
  // A new rule shows the name of its signal until it has a label here.
  return labels[signal] ?? signal;
}
