/** Why a hit is where it is, in words. */
import { env, l10n } from 'vscode';
import type { RankSignal, SignalShare } from '../../search/rank/rank';
import type { RankReason } from './search-messages';

/** The largest first; what was taken away comes last. */
export function rankReasons(why: readonly SignalShare[]): RankReason[] {
  const largest = Math.max(...why.map(({ share }) => Math.abs(share)), Number.MIN_VALUE);
  return why
    .filter(({ share }) => Math.abs(share) >= 0.005)
    .sort((a, b) => b.share - a.share)
    .map(({ signal, share }) => ({ label: signalName(signal), value: signed(share), share: share / largest }));
}

function signed(share: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return `${share < 0 ? '−' : '+'}${Math.abs(share).toLocaleString(env.language, digits)}`;
}

function signalName(signal: RankSignal): string {
  switch (signal) {
    case 'words':
      return l10n.t('Has the words');
    case 'meaning':
      return l10n.t('Means the same');
    case 'defines':
      return l10n.t('Defines the name');
    case 'path':
      return l10n.t('Path has the words');
    case 'coherence':
      return l10n.t('More of the file fits');
    case 'recency':
      return l10n.t('Changed lately');
    case 'usage':
      return l10n.t('Used often');
    case 'test':
      return l10n.t('Is a test');
    case 'example':
      return l10n.t('Is an example');
    case 'document':
      return l10n.t('Is documentation');
    case 'data':
      return l10n.t('Is data or configuration');
    case 'legacy':
      return l10n.t('Is of an older version');
    case 'generated':
      return l10n.t('Is generated');
    case 'types':
      return l10n.t('Only declares types');
    case 'bare':
      return l10n.t('Only hands on: imports, licences');
    case 'repeat':
      return l10n.t('The file has a better result');
    default:
      // A new rule shows the name of its signal until it has a label here.
      return signal;
  }
}
