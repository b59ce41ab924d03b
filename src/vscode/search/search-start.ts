/** What the search page gets when it starts: its texts, choices and hints, none of which depend on the results. */
import { l10n } from 'vscode';
import type { ChunkKind } from '../../code/chunk';
import { type SearchArea, type SearchMode, searchAreas, searchModes } from '../../search/query/search-choices';
import { kindLabel } from '../common/kind-labels';
import type { HitAction } from './messages/result-messages';
import type { SearchMemory } from './search-memory';

export type Choices = readonly { readonly value: string; readonly label: string }[];

export type SearchStart = ReturnType<typeof searchStart>;

/** @param hasChat hits can be sent to a chat. */
export function searchStart(
  { history, savedRequest }: Pick<SearchMemory, 'history' | 'savedRequest'>,
  hasChat: boolean,
) {
  return {
    is: 'start',
    strings: searchStrings(),
    kinds: filterKinds.map((value) => ({ value, label: kindLabel(value) })),
    modes: modeChoices(),
    areas: areaChoices(),
    hints: queryHints(),
    keys: keyHints(),
    history,
    savedRequest,
    actions: hitActionButtons(hasChat),
  } as const;
}

function searchStrings() {
  return {
    search: l10n.t('Search by words or meaning'),
    placeholder: l10n.t('What does the code do?'),
    results: l10n.t('Search results'),
    clear: l10n.t('Clear Search'),
    filters: l10n.t('Toggle Filters'),
    help: l10n.t('Query Syntax'),
    hints: l10n.t('Query syntax'),
    keys: l10n.t('Keys'),
    intro: l10n.t('Ask what the code does, paste an error message, or type a name.'),
    examples: l10n.t('Examples from this workspace'),
    language: l10n.t('Language'),
    kind: l10n.t('Kind'),
    path: l10n.t('Path'),
    pathPlaceholder: l10n.t('e.g. src or *.py'),
    mode: l10n.t('Search by'),
    areas: l10n.t('Search only in'),
    all: l10n.t('all'),
    remove: l10n.t('Remove'),
    chips: l10n.t('Active filters'),
    recent: l10n.t('Recent'),
    more: l10n.t('Show More Results'),
    ...sectionLabels(),
    why: l10n.t('Why This Result?'),
    actions: l10n.t('Actions'),
    leaveSimilar: l10n.t('Close Similar Code'),
    backToQuestion: l10n.t('Back to the question'),
    selection: l10n.t('Selected results'),
    withContext: l10n.t('With imports and globals'),
    copySelection: l10n.t('Copy'),
    sendSelection: l10n.t('Add to Chat'),
    clearSelection: l10n.t('Clear Selection'),
    doesNotFit: l10n.t('Does not fit the token budget'),
    searching: l10n.t('Searching…'),
  };
}

/** Headings of the results. */
export function sectionLabels() {
  return { exact: l10n.t('Exact name'), related: l10n.t('Related') };
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
function areaChoices() {
  const names: Record<SearchArea, readonly [label: string, title: string]> = {
    code: [l10n.t('Code'), l10n.t('Search only in code, without tests and docs')],
    tests: [l10n.t('Tests'), l10n.t('Search only in tests, fixtures and benchmarks')],
    docs: [l10n.t('Docs'), l10n.t('Search only in Markdown and other documentation')],
  };
  return searchAreas.map((area) => ({ area, label: names[area][0], title: names[area][1] }));
}

/** The kinds that people search for; the query syntax accepts all kinds. */
const filterKinds: readonly ChunkKind[] = [
  'function',
  'method',
  'class',
  'interface',
  'type',
  'enum',
  'constant',
  'variable',
  'module',
  'macro',
  'test',
  'section',
  'table',
  'code-block',
  'cell',
  'imports',
  'comment',
];

/** Examples of the query syntax, and what they do. */
function queryHints() {
  return [
    { text: '"exact phrase"', meaning: l10n.t('contains this exact phrase') },
    { text: 'path:src', meaning: l10n.t('in this path, or a glob like *.py') },
    { text: 'lang:python', meaning: l10n.t('in this language') },
    { text: 'kind:function', meaning: l10n.t('of this kind') },
    { text: 'name:parse*', meaning: l10n.t('defines this name') },
    { text: '-word', meaning: l10n.t('without this word') },
  ];
}

/** What keys do; `mac` has those of macOS, if others. */
function keyHints(): { readonly keys: string; readonly mac?: string; readonly meaning: string }[] {
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

function hitActionButtons(hasChat: boolean) {
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
