/** What of a query could not be used, in the user's language. */
import { l10n } from 'vscode';
import type { QueryFault } from '../../search/query/query-problem';
import { numberLabel } from '../common/number-labels';

export function queryFaultText(fault: QueryFault): string {
  switch (fault.is) {
    case 'too-long':
      return l10n.t('Only the first {0} characters of the query are used.', numberLabel(fault.most));
    case 'no-words':
      return l10n.t('There are no words to look for.');
    case 'excludes-nothing':
      return l10n.t('“{0}” has no word that could be left out.', fault.value);
    case 'no-language':
      return fault.near === undefined
        ? l10n.t('There is no language “{0}”.', fault.value)
        : l10n.t('There is no language “{0}”; did you mean {1}?', fault.value, fault.near);
    case 'no-kind':
      return fault.near === undefined
        ? l10n.t('There is no kind “{0}”.', fault.value)
        : l10n.t('There is no kind “{0}”; did you mean {1}?', fault.value, fault.near);
    case 'no-filter':
      return l10n.t('“{0}:” is no filter, it is looked for as text; did you mean {1}:?', fault.value, fault.near);
    case 'long-pattern':
      return l10n.t('A path pattern has at most {0} characters.', numberLabel(fault.most));
    case 'many-wildcards':
      return l10n.t('“{0}” has too many wildcards.', fault.value);
    case 'no-pattern':
      return l10n.t('“{0}” is no path pattern.', fault.value);
  }
}
