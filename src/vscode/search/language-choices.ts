/** The languages in the filter: those in the indexes, or all known languages if there is no index. */
import { languages } from '../../languages/registry';
import { proseFormatNames } from '../../prose/prose-format-names';
import type { IndexState } from '../indexing/index-summary';
import type { Choices } from './messages/search-messages';

export function languageChoices({ folders }: Pick<IndexState, 'folders'>): Choices {
  const ids = new Set(folders.flatMap((folder) => folder.languages));
  const names = new Map([...languages, ...proseFormatNames].map(({ id, name }) => [id, name]));
  const known = ids.size > 0 ? [...ids].filter((id) => names.has(id)) : [...names.keys()];
  return known
    .map((value) => ({ value, label: names.get(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label));
}
