/** Says in the user's language which part of a query could not be used. */
import { l10n } from 'vscode';
import type { QueryFault } from '../../search/query/query-problem';
import type { SearchArea } from '../../search/query/search-choices';
import { numberLabel } from '../common/number-labels';
import type { ShownProblem } from './messages/result-messages';

/** A name that does not exist has names beside it that can be searched for. */
export function shownProblem(fault: QueryFault): ShownProblem {
  if (fault.is !== 'no-definition' || fault.near.length === 0) return { text: sentenceOf(fault), names: [] };
  return { text: l10n.t('No definition named {0}. Nearest:', fault.value), names: fault.near };
}

export function queryFaultText(fault: QueryFault): string {
  const { text, names } = shownProblem(fault);
  return names.length === 0 ? text : `${text} ${names.join(', ')}`;
}

function sentenceOf(fault: QueryFault): string {
  switch (fault.is) {
    case 'too-long':
      return l10n.t('Only the first {0} characters of the query are used.', numberLabel(fault.max));
    case 'no-words':
      return l10n.t('The query has no words to search for.');
    case 'excludes-nothing':
      return l10n.t('“{0}” has no word to exclude.', fault.value);
    case 'no-language':
      return fault.near === undefined
        ? l10n.t('Unknown language “{0}”.', fault.value)
        : l10n.t('Unknown language “{0}”. Did you mean {1}?', fault.value, fault.near);
    case 'no-kind':
      return fault.near === undefined
        ? l10n.t('Unknown kind “{0}”.', fault.value)
        : l10n.t('Unknown kind “{0}”. Did you mean {1}?', fault.value, fault.near);
    case 'no-filter':
      return l10n.t('“{0}:” is not a filter and is searched as text. Did you mean {1}:?', fault.value, fault.near);
    case 'long-pattern':
      return l10n.t('A path pattern can have at most {0} characters.', numberLabel(fault.max));
    case 'many-wildcards':
      return l10n.t('“{0}” has too many wildcards.', fault.value);
    case 'no-pattern':
      return l10n.t('“{0}” is not a valid path pattern.', fault.value);
    case 'dropped-operators':
      return fault.only.length === 0
        ? l10n.t('Nothing passes {0}, so the query was searched as plain text.', fault.value)
        : l10n.t(
            'Nothing in {0} passes {1}, so the query was searched as plain text.',
            fault.only.map(areaLabel).join(' / '),
            fault.value,
          );
    case 'bad-regex':
      return fault.at === undefined
        ? l10n.t('{0} is not a regular expression: {1}.', fault.value, fault.reason)
        : l10n.t('{0} is not a regular expression: {1} at character {2}.', fault.value, fault.reason, fault.at);
    case 'regex-cut-off':
      return l10n.t(
        'The regular expression was searched in {0} of {1} files that can match. A longer word in it, or a filter, leaves fewer.',
        numberLabel(fault.read),
        numberLabel(fault.files),
      );
    case 'slow-regex':
      return fault.more === 0
        ? l10n.t('The regular expression took too long in {0}, so it was stopped there.', fault.path)
        : l10n.t(
            'The regular expression took too long in {0} and {1} more, so it was stopped there.',
            fault.path,
            numberLabel(fault.more),
          );
    case 'regex-not-stored':
      return l10n.t('A database is not searched for regular expressions, so they were left out.');
    case 'list-not-stored':
      return l10n.t('A database lists nothing for filters alone. Add words to search for.');
    case 'no-definition':
      return fault.isUsed
        ? l10n.t('{0} is used, but not defined here.', fault.value)
        : l10n.t('No definition named {0}.', fault.value);
    case 'read-as':
      return fault.words
        .map(({ typed, read }) => l10n.t('“{0}” was read as “{1}”.', typed, read.join(' / ')))
        .join(' ');
  }
}

export function areaLabel(area: SearchArea): string {
  return { code: l10n.t('Code'), tests: l10n.t('Tests'), docs: l10n.t('Docs') }[area];
}
