/** What the search page gets when it starts. */
import type { SearchStart } from './messages/page-start';
import type { SearchMemory } from './search-memory';
import {
  areaChoices,
  hitActionButtons,
  keyHints,
  kindChoices,
  modeChoices,
  queryHints,
  searchStrings,
} from './search-strings';

/** @param hasChat hits can be sent to a chat. */
export function startMessage({ history, savedRequest }: SearchMemory, hasChat: boolean): SearchStart {
  return {
    is: 'start',
    strings: searchStrings(),
    kinds: kindChoices(),
    modes: modeChoices(),
    areas: areaChoices(),
    hints: queryHints(),
    keys: keyHints(),
    history,
    savedRequest,
    actions: hitActionButtons(hasChat),
  };
}
