/** What the search page gets when it starts: its texts, choices and hints, none of which depend on the results. */
import { l10n } from 'vscode';
import type { ChunkKind } from '../../code/chunk';
import { type SearchArea, type SearchMode, searchAreas, searchModes } from '../../search/query/search-choices';
import { kindLabel } from '../common/chunk-labels';
import { localisedAll } from '../common/localised';
import type { HitAction } from './messages/result-messages';
import { type Choices, type SearchStart, searchTexts } from './messages/search-messages';
import { areaLabel } from './query-fault-text';
import type { SearchMemory } from './search-memory';

/** @param hasChat hits can be sent to a chat. */
export function searchStart(
  { history, savedRequest, layout }: Pick<SearchMemory, 'history' | 'savedRequest' | 'layout'>,
  hasChat: boolean,
): SearchStart {
  return {
    is: 'start',
    strings: localisedAll(searchTexts),
    kinds: filterKinds.map((value) => ({ value, label: kindLabel(value) })),
    modes: modeChoices(),
    areas: areaChoices(),
    hints: queryHints(),
    keys: keyHints(),
    history,
    savedRequest,
    layout,
    actions: hitActionButtons(hasChat),
  };
}

function modeChoices(): Choices {
  const names: Record<SearchMode, string> = {
    hybrid: l10n.t('words and meaning'),
    semantic: l10n.t('meaning'),
    keyword: l10n.t('words'),
  };
  return searchModes.map((value) => ({ value, label: names[value] }));
}

/** Buttons of the switch between the areas of a repository. */
function areaChoices(): SearchStart['areas'] {
  const titles: Record<SearchArea, string> = {
    code: l10n.t('Search only in code, without tests and docs'),
    tests: l10n.t('Search only in tests, fixtures and benchmarks'),
    docs: l10n.t('Search only in Markdown and other documentation'),
  };
  return searchAreas.map((area) => ({ area, label: areaLabel(area), title: titles[area] }));
}

/** The kinds that people search for; the query syntax accepts all kinds. */
const filterKinds: readonly ChunkKind[] = [
  ...(['function', 'method', 'class', 'interface', 'type', 'enum', 'constant', 'variable'] as const),
  ...(['module', 'macro', 'test', 'section', 'table', 'code-block', 'cell', 'imports', 'comment'] as const),
];

/** Examples of the query syntax, and what they do. */
function queryHints(): SearchStart['hints'] {
  return [
    { text: '"exact phrase"', meaning: l10n.t('contains this exact phrase') },
    { text: 'path:src', meaning: l10n.t('in this path, or a glob like *.py') },
    { text: 'lang:python', meaning: l10n.t('in this language') },
    { text: 'kind:function', meaning: l10n.t('of this kind') },
    { text: 'name:parse*', meaning: l10n.t('defines this name') },
    { text: '/regex/', meaning: l10n.t('matches this regular expression') },
    { text: '-word', meaning: l10n.t('without this word') },
  ];
}

function keyHints(): SearchStart['keys'] {
  return [
    { keys: l10n.t('Enter'), meaning: l10n.t('go to the results; there, open one') },
    { keys: 'Alt+↓', mac: '⌥↓', meaning: l10n.t('go through the lines of a result') },
    { keys: l10n.t('Space'), meaning: l10n.t('select a result to copy or send it') },
    { keys: l10n.t('Delete'), mac: '⌘⌫', meaning: l10n.t('exclude the file of a result') },
    { keys: l10n.t('Shift+Delete'), mac: '⇧⌘⌫', meaning: l10n.t('exclude its folder') },
    { keys: l10n.t('Backspace'), mac: '⌫', meaning: l10n.t('at the start of the box: remove the last filter') },
    { keys: '←', meaning: l10n.t('at the start of the box: choose a filter to remove') },
  ];
}

function hitActionButtons(hasChat: boolean): SearchStart['actions'] {
  const names: Record<HitAction, readonly [icon: string, label: string]> = {
    side: ['split-horizontal', l10n.t('Open to the Side')],
    parent: ['list-tree', l10n.t('Show Parent')],
    copy: ['copy', l10n.t('Copy with Context')],
    similar: ['search-fuzzy', l10n.t('Find Similar Code')],
    chat: ['comment-discussion', l10n.t('Add to Chat')],
  };
  const actions: HitAction[] = ['side', 'similar', 'copy', 'parent', ...(hasChat ? (['chat'] as const) : [])];
  return actions.map((action) => ({ action, icon: names[action][0], label: names[action][1] }));
}
