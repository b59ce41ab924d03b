/**
 * The messages between the search page and the extension. Both import this file, so it uses neither `vscode` nor the DOM. All texts
 * are sent localised and ready to show: the page has none of its own.
 */
import type { SearchArea } from '../../../search/query/search-choices';
import type { ScopeButton, StoredAction } from '../../team/search-scope';
import type { CodeColours } from '../code-tokens';
import type {
  FileIconsMessage,
  HitAction,
  ResultsLayout,
  RowAction,
  SearchResults,
  SelectionAction,
  SelectionState,
} from './result-messages';
import type { SearchFilters, SearchRequest, SimilarPlace } from './search-request';

export type SearchToExtension =
  | { readonly is: 'ready' }
  | { readonly is: 'search'; readonly request: SearchRequest; readonly limit: number }
  /** `hit` is the key of a hit; `duplicate` the index of one of its copies; `line` a line of its snippet. */
  | {
      readonly is: 'open';
      readonly hit: string;
      readonly how: 'preview' | 'open' | 'side';
      readonly duplicate?: number;
      readonly line?: number;
    }
  | { readonly is: 'act'; readonly hit: string; readonly action: RowAction }
  /** The selection changed. */
  | { readonly is: 'select'; readonly hits: readonly string[]; readonly withContext: boolean }
  | { readonly is: 'act-on-selection'; readonly action: SelectionAction }
  | { readonly is: 'notice'; readonly action: NoticeAction }
  | { readonly is: 'stored'; readonly action: StoredAction }
  /** Choose what is searched. */
  | { readonly is: 'choose-scope' }
  /** All files in the results are folded, or not. */
  | { readonly is: 'folded'; readonly isAll: boolean }
  /** The focus goes to the editor. */
  | { readonly is: 'leave' }
  /** The user opened a result or pressed Enter: the query goes into the history. */
  | { readonly is: 'remember'; readonly query: string };

export type SearchToPage =
  | SearchStart
  | SearchResults
  | NoticeMessage
  | SetQuery
  | SelectionState
  | FileIconsMessage
  /** Leave out this file, or this folder if it ends with `/`. */
  | { readonly is: 'exclude'; readonly path: string }
  /** Select the row with this key, or drop it. */
  | { readonly is: 'pick'; readonly key: string }
  | { readonly is: 'languages'; readonly languages: Choices }
  /** Undefined: there is nothing to choose. */
  | { readonly is: 'scope'; readonly button: ScopeButton | undefined }
  /** Put the focus into the query box. */
  | { readonly is: 'focus' }
  | { readonly is: 'layout'; readonly layout: ResultsLayout }
  | { readonly is: 'code-colours'; readonly colours: CodeColours }
  /** Fold or unfold all files. */
  | { readonly is: 'fold'; readonly isFolded: boolean }
  /** Questions about the code of this workspace, for the empty view. */
  | { readonly is: 'examples'; readonly questions: readonly string[] }
  | { readonly is: 'history'; readonly entries: readonly string[] }
  /** The view was shown or hidden. */
  | { readonly is: 'visible'; readonly isVisible: boolean }
  /** The user came to or left the window. */
  | { readonly is: 'window'; readonly isFocused: boolean };

export type Choices = readonly { readonly value: string; readonly label: string }[];

/** What the page gets when it starts: its texts, choices and hints, none of which depend on the results. */
export interface SearchStart {
  readonly is: 'start';
  readonly strings: Readonly<Record<keyof typeof searchTexts, string>>;
  readonly kinds: Choices;
  readonly modes: Choices;
  readonly areas: readonly { readonly area: SearchArea; readonly label: string; readonly title: string }[];
  /** Examples of the query syntax. */
  readonly hints: readonly { readonly text: string; readonly meaning: string }[];
  /** What keys do; `mac` has those of macOS, if others. */
  readonly keys: readonly { readonly keys: string; readonly mac?: string; readonly meaning: string }[];
  readonly history: readonly string[];
  readonly savedRequest: SearchRequest | undefined;
  readonly layout: ResultsLayout;
  readonly actions: readonly { readonly action: HitAction; readonly icon: string; readonly label: string }[];
}

/** In English; the page gets them in the user's language. */
export const searchTexts = {
  search: 'Search by words or meaning',
  placeholder: 'What does the code do?',
  results: 'Search results',
  clear: 'Clear Search',
  filters: 'Toggle Filters',
  help: 'Query Syntax',
  hints: 'Query syntax',
  keys: 'Keys',
  intro: 'Ask what the code does, paste an error message, or type a name.',
  examples: 'Examples from this workspace',
  language: 'Language',
  kind: 'Kind',
  path: 'Path',
  pathPlaceholder: 'e.g. src or *.py',
  mode: 'Search by',
  areas: 'Search only in',
  all: 'all',
  remove: 'Remove',
  chips: 'Active filters',
  recent: 'Recent',
  more: 'Show More Results',
  exact: 'Exact name',
  related: 'Related',
  why: 'Why This Result?',
  actions: 'Actions',
  leaveSimilar: 'Close Similar Code',
  backToQuestion: 'Back to the question',
  selection: 'Selected results',
  withContext: 'With imports and globals',
  copySelection: 'Copy',
  sendSelection: 'Add to Chat',
  clearSelection: 'Clear Selection',
  doesNotFit: 'Does not fit the token budget',
  searching: 'Searching…',
};

/** A query from elsewhere: the quick pick, "Find Similar Code", history and saved searches. What is left out stays as it is. */
export interface SetQuery {
  readonly is: 'set-query';
  readonly query?: string | undefined;
  readonly filters?: SearchFilters | undefined;
  readonly similar?: SimilarPlace | undefined;
}

/** What a button of a notice does. */
export type NoticeAction = 'agree' | 'later' | 'index' | 'resume' | 'rebuild' | 'cache' | 'size' | 'log' | 'folder';

/** A message about the condition of the index. */
export interface SearchNotice {
  readonly level: 'welcome' | 'progress' | 'info' | 'warning' | 'error';
  readonly icon: string;
  readonly title: string;
  readonly text: string;
  /** 0 to 1; undefined if unknown. Only for `progress`. */
  readonly share?: number | undefined;
  readonly buttons: readonly { readonly action: NoticeAction; readonly label: string; readonly isPrimary: boolean }[];
  /** Nothing can be searched: the notice is shown instead of the results, or of the box too if there is nothing to wait for. */
  readonly replaces: 'nothing' | 'results' | 'search';
}

export type NoticeMessage = { readonly is: 'notice'; readonly notice: SearchNotice | undefined };
