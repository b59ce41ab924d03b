/** The notice about the index: none if it is ready, otherwise what is wrong and what to do about it. */
import { l10n } from 'vscode';
import type { IndexEstimate } from '../../engine/service-protocol';
import { isWebHost } from '../common/folder-root';
import { bytesLabel, fileCount, numberLabel, remainingLabel, secondsLabel, toSentence } from '../common/number-labels';
import { roundUpSeconds } from '../common/round-up-seconds';
import { limitText } from '../indexing/index-consent';
import { indexActionTitle, missingFilesText, searchableText } from '../indexing/index-status-text';
import { type IndexState, summarizeIndexes } from '../indexing/index-summary';
import type { NoticeAction, SearchNotice } from './messages/search-messages';

interface NoticeFacts {
  readonly hasFolder: boolean;
  /** Undefined if it is not known yet. */
  readonly estimate: IndexEstimate | undefined;
  /** Texts are embedded by a server from the user's settings, not on this machine. */
  readonly usesServer: boolean;
  /** The user clicked "Not Now". */
  readonly isPostponed: boolean;
}

export function indexNoticeFor(state: IndexState, facts: NoticeFacts): SearchNotice | undefined {
  const { is, chunks, progress, searchable, remainingSeconds, problems, unwritable, overruns, damage } =
    summarizeIndexes(state);
  const soFar = searchable && searchableText(searchable);
  const showLog = button('log', l10n.t('Show Log'));
  switch (is) {
    case 'unavailable':
      return unavailable(facts, state.reason);
    case 'unasked':
      return facts.isPostponed ? notIndexed(facts, state.leftOut) : welcome(facts, state.leftOut);
    case 'refused':
      return notIndexed(facts, state.reason);
    case 'absent': {
      const buttons = [button('index', indexActionTitle('index'), true)];
      return { ...notice('info', 'database', l10n.t('There is no index yet.'), '', buttons), replaces: 'results' };
    }
    case 'indexing': {
      if (progress?.step === 'compacting') return notice('progress', 'sync', l10n.t('Compacting the index…'), '');
      const isCounted = progress !== undefined && progress.total > 0;
      const counts = isCounted
        ? l10n.t('Indexing {0} of {1}', numberLabel(progress.done), numberLabel(progress.total))
        : l10n.t('Checking for changes…');
      const wait = remainingSeconds === undefined ? '' : remainingLabel(remainingSeconds);
      const text = chunks === 0 ? l10n.t('Results appear as files are indexed.') : (soFar ?? '');
      const share = isCounted ? progress.done / progress.total : undefined;
      return { ...notice('progress', 'sync', [counts, wait].filter(Boolean).join(' · '), text), share };
    }
    case 'paused': {
      const text = soFar ?? l10n.t('Recent changes may be missing from the results.');
      const buttons = [button('resume', indexActionTitle('resume'))];
      return notice('info', 'debug-pause', l10n.t('Indexing is paused.'), text, buttons);
    }
    case 'stale': {
      const [title, text, repair] = damage
        ? [l10n.t('The index is damaged.'), missingFilesText(damage), l10n.t('Repair Index')]
        : soFar
          ? [l10n.t('The index is not complete.'), soFar, l10n.t('Continue Indexing')]
          : [l10n.t('The index is out of date.'), l10n.t('Some changes are not indexed yet.'), l10n.t('Update Index')];
      return notice('warning', 'warning', title, text, [button('index', repair)]);
    }
    case 'failed': {
      if (overruns[0]) {
        const { limit, files, expected } = overruns[0].overrun;
        const text = l10n.t(
          'What is in it can be searched. With the other {0} it would have about {1}.',
          fileCount(files),
          bytesLabel(expected),
        );
        const title = l10n.t('The index is at its limit of {0}.', bytesLabel(limit));
        return notice('warning', 'warning', title, text, [button('size', l10n.t('Make It Fit…'), true), showLog]);
      }
      const help =
        unwritable.length > 0
          ? [button('cache', indexActionTitle('cache'), true), button('index', l10n.t('Try Again'))]
          : [button('rebuild', indexActionTitle('rebuild'))];
      const text = problems.map(toSentence).join(' ');
      return notice('error', 'error', l10n.t('Indexing failed.'), text, [...help, showLog]);
    }
    case 'ready': {
      if (chunks > 0) return undefined;
      const text = l10n.t('No file in this workspace can be indexed.');
      return { ...notice('info', 'database', l10n.t('The index is empty.'), text, [showLog]), replaces: 'search' };
    }
  }
}

function unavailable({ hasFolder }: NoticeFacts, reason: string | undefined): SearchNotice {
  const text = l10n.t('Open a folder to search it by words and meaning.');
  const open = button('folder', l10n.t('Open Folder'), true);
  const shown = hasFolder
    ? notice('welcome', 'folder-opened', l10n.t('This workspace cannot be indexed'), reason ?? '')
    : notice('welcome', 'folder-opened', l10n.t('Search code by what it does'), text, [open]);
  return { ...shown, replaces: 'search' };
}

function welcome(facts: NoticeFacts, leftOut = ''): SearchNotice {
  const text = [cost(facts), leftOut].filter(Boolean).join(' ');
  const buttons = [button('agree', indexActionTitle('index'), true), button('later', l10n.t('Not Now'))];
  const title = l10n.t('Search code by what it does');
  return { ...notice('welcome', 'database', title, text, buttons), replaces: 'results' };
}

function localStorageText(): string {
  return isWebHost
    ? l10n.t('The index is built and stored in this browser. Nothing is sent anywhere.')
    : l10n.t('The index is built and stored on this machine. Nothing is sent anywhere.');
}

function cost({ estimate, usesServer }: NoticeFacts): string {
  const where = usesServer
    ? l10n.t('The index stays on this machine. Code is sent to the embedding server in your settings.')
    : localStorageText();
  if (!estimate) return `${l10n.t('Counting files…')} ${where}`;
  const { files, bytes, indexed, indexBytes } = estimate;
  if (files === 0) return l10n.t('No file in this workspace can be indexed.');
  if (indexed.files > 0 && !usesServer)
    return [costOfRest(estimate), limitText(estimate), where].filter(Boolean).join(' ');
  const read = `${fileCount(files)} (${bytesLabel(bytes)})`;
  const indexSize = bytesLabel(indexBytes);
  const counted = usesServer
    ? l10n.t(
        'Codegrain reads {0} once, as fast as the server responds, and after that only what changes. The index takes about {1} of disk space.',
        read,
        indexSize,
      )
    : l10n.t(
        'Codegrain reads {0} once, in about {1}, and after that only what changes. The index takes about {2} of disk space.',
        read,
        secondsLabel(roundUpSeconds(estimate.seconds)),
        indexSize,
      );
  return [counted, limitText(estimate), where].filter(Boolean).join(' ');
}

/** Of a folder with an index, made by the command line or another window. */
function costOfRest({ files, indexed, seconds }: IndexEstimate): string {
  if (indexed.files === files)
    return l10n.t('An index with all {0} is there already. Codegrain reads only what changes.', fileCount(files));
  return l10n.t(
    'An index with {0} of {1} is there already. Codegrain reads the others once, in about {2}, and after that only what changes.',
    numberLabel(indexed.files),
    fileCount(files),
    secondsLabel(roundUpSeconds(seconds)),
  );
}

/** @param reason names the setting that turns off indexing, or the folders that cannot be indexed. */
function notIndexed(facts: NoticeFacts, reason = ''): SearchNotice {
  const text = [reason, cost(facts)].filter(Boolean).join(' ');
  const buttons = [button('agree', indexActionTitle('index'), true)];
  const title = l10n.t('This workspace is not indexed');
  return { ...notice('welcome', 'database', title, text, buttons), replaces: 'results' };
}

function notice(
  level: SearchNotice['level'],
  icon: string,
  title: string,
  text: string,
  buttons: SearchNotice['buttons'] = [],
): SearchNotice {
  return { level, icon, title, text, buttons, replaces: 'nothing' };
}

function button(action: NoticeAction, label: string, isPrimary = false): SearchNotice['buttons'][number] {
  return { action, label, isPrimary };
}
