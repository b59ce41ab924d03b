/** What the page says about the index: nothing where it is ready, else what is the matter and what can be done. */
import { l10n } from 'vscode';
import type { IndexEstimate } from '../../index-service/service-protocol';
import { bytesLabel, fileCount, numberLabel, secondsLabel, toSentence } from '../common/number-labels';
import { roundUpSeconds } from '../common/round-up-seconds';
import { indexActionTitle } from '../indexing/index-actions';
import { summarizeIndexes } from '../indexing/index-summary';
import type { IndexState } from '../indexing/workspace-index';
import type { IndexNotice, NoticeAction } from './search-messages';

interface NoticeFacts {
  readonly hasFolder: boolean;
  /** Undefined: not known yet. */
  readonly estimate: IndexEstimate | undefined;
  /** Texts are embedded by a server that the user has set, not on this machine. */
  readonly isServed: boolean;
  /** The user said "not now". */
  readonly isPutOff: boolean;
}

/** The index is about so large, measured in the size of its source: 0.45 where that is code, 0.6 where much of it is prose. */
const indexShare = 0.5;

export function indexNoticeFor(state: IndexState, facts: NoticeFacts): IndexNotice | undefined {
  const { is, chunks, progress, remainingSeconds, problems } = summarizeIndexes(state);
  switch (is) {
    case 'unavailable':
      return unavailable(facts, state.reason);
    case 'unasked':
      return facts.isPutOff ? notIndexed('') : welcome(facts, state.leftOut);
    case 'refused':
      return notIndexed(state.reason ?? '');
    case 'absent':
      return {
        ...plain('info', 'database', l10n.t('There is no index yet.'), ''),
        buttons: [button('index', indexActionTitle('index'), true)],
        isAlone: true,
      };
    case 'indexing': {
      const share = progress && progress.total > 0 ? progress.done / progress.total : undefined;
      const counts =
        progress && progress.total > 0
          ? l10n.t('Indexing {0} of {1}', numberLabel(progress.done), numberLabel(progress.total))
          : l10n.t('Looking for changes…');
      const wait = remainingSeconds === undefined ? '' : l10n.t('{0} left', secondsLabel(remainingSeconds));
      const text = chunks === 0 ? l10n.t('Results appear as soon as there are any.') : '';
      return { ...plain('progress', 'sync', [counts, wait].filter(Boolean).join(' · '), text), share };
    }
    case 'paused':
      return {
        ...plain('info', 'debug-pause', l10n.t('Indexing is paused.'), l10n.t('Newer changes may not be found.')),
        buttons: [button('resume', indexActionTitle('resume'), false)],
      };
    case 'stale':
      return {
        ...plain('warning', 'warning', l10n.t('The index is not up to date.'), l10n.t('Newer changes are not found.')),
        buttons: [button('index', l10n.t('Update Index'), false)],
      };
    case 'failed':
      return {
        ...plain('error', 'error', l10n.t('Indexing failed.'), problems.map(toSentence).join(' ')),
        buttons: [button('rebuild', indexActionTitle('rebuild'), false), button('log', l10n.t('Show Log'), false)],
      };
    case 'ready':
      if (chunks > 0) return undefined;
      return {
        ...plain(
          'info',
          'database',
          l10n.t('The index is empty.'),
          l10n.t('No file of this workspace can be indexed.'),
        ),
        buttons: [button('log', l10n.t('Show Log'), false)],
        isAlone: true,
      };
  }
}

function unavailable({ hasFolder }: NoticeFacts, reason: string | undefined): IndexNotice {
  const text = l10n.t('Open a folder to search it by words and meaning.');
  const shown = hasFolder
    ? plain('welcome', 'folder-opened', l10n.t('This workspace cannot be indexed'), reason ?? '')
    : plain('welcome', 'folder-opened', l10n.t('Search code by what it does'), text);
  return { ...shown, buttons: hasFolder ? [] : [button('folder', l10n.t('Open Folder'), true)], isAlone: true };
}

function welcome(facts: NoticeFacts, leftOut = ''): IndexNotice {
  const text = [cost(facts), leftOut].filter(Boolean).join(' ');
  return {
    ...plain('welcome', 'database', l10n.t('Search code by what it does'), text),
    buttons: [button('agree', indexActionTitle('index'), true), button('later', l10n.t('Not Now'), false)],
    isAlone: true,
  };
}

function cost({ estimate, isServed }: NoticeFacts): string {
  const where = isServed
    ? l10n.t('The index is kept on this machine; code is sent to the embedding server of your settings.')
    : l10n.t('The index is made and kept on this machine; nothing is sent anywhere.');
  if (!estimate) return `${l10n.t('Counting files…')} ${where}`;
  const { files, bytes, seconds } = estimate;
  if (files === 0) return l10n.t('No file of this workspace can be indexed.');
  const read = `${fileCount(files)} (${bytesLabel(bytes)})`;
  const taken = bytesLabel(bytes * indexShare);
  const counted = isServed
    ? l10n.t(
        '{0} are read once, as quickly as the server answers; after that only what changes. The index takes about {1} on the disk.',
        read,
        taken,
      )
    : l10n.t(
        '{0} are read once, in about {1}; after that only what changes. The index takes about {2} on the disk.',
        read,
        secondsLabel(roundUpSeconds(seconds)),
        taken,
      );
  return `${counted} ${where}`;
}

/** @param reason a setting that stands against it. */
function notIndexed(reason: string): IndexNotice {
  return {
    ...plain('welcome', 'database', l10n.t('This workspace is not indexed'), reason),
    buttons: [button('agree', indexActionTitle('index'), true)],
    isAlone: true,
  };
}

function plain(level: IndexNotice['level'], icon: string, title: string, text: string): IndexNotice {
  return { level, icon, title, text, buttons: [], isAlone: false };
}

function button(action: NoticeAction, label: string, isPrimary: boolean): IndexNotice['buttons'][number] {
  return { action, label, isPrimary };
}
