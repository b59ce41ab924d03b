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

/** @param part of the largest share. */
function strength(part: number): string {
  if (part < 0) return l10n.t('ranks lower');
  if (part >= 2 / 3) return l10n.t('strong');
  return part >= 1 / 3 ? l10n.t('medium') : l10n.t('slight');
}

function signalLabel(signal: RankSignal): string {
  switch (signal) {
    case 'words':
      return l10n.t('Matching words');
    case 'meaning':
      return l10n.t('Close in meaning');
    case 'defines':
      return l10n.t('Matches the name');
    case 'path':
      return l10n.t('Matching words in the path');
    case 'mention':
      return l10n.t('File mentioned in the text');
    case 'frame':
      return l10n.t('In the stack trace');
    case 'line':
      return l10n.t('At a mentioned line');
    case 'message':
      return l10n.t('Contains the message');
    case 'coherence':
      return l10n.t('Other matches in this file');
    case 'recency':
      return l10n.t('Recently changed');
    case 'usage':
      return l10n.t('Often used');
    case 'importance':
      return l10n.t('Important file');
    case 'test':
      return l10n.t('Test code');
    case 'example':
      return l10n.t('Example code');
    case 'document':
      return l10n.t('Documentation');
    case 'data':
      return l10n.t('Data or configuration');
    case 'legacy':
      return l10n.t('Older version');
    case 'generated':
      return l10n.t('Generated code');
    case 'types':
      return l10n.t('Only declares types');
    case 'bare':
      return l10n.t('Only imports, re-exports or comments');
    case 'repeat':
      return l10n.t('Better result in the same file');
    default:
      // A new rule shows the name of its signal until it has a label here.
      return signal;
  }
}
