/**
 * The messages between the search page and the extension. Both import this file, so it uses neither `vscode` nor the DOM. All texts
 * are sent localised and ready to show: the page has none of its own.
 */

import type { SnippetLine } from '../../search/hits/snippet';
import type { ReadOperator } from '../../search/query/query-operator';
import type { SearchArea } from '../../search/query/search-area';
import type { SearchMode } from '../../search/query/search-mode';
import type { SearchScope } from '../team/search-scope';
import type { ScopeButton, StoredAction, StoredMark, StoredNotice } from '../team/stored-notice';

export interface SearchFilters {
  /** Here and in `kind` and `path`: empty means all. */
  readonly language: string;
  readonly kind: string;
  readonly path: string;
  readonly mode: SearchMode;
  /** Empty means all. */
  readonly only: readonly SearchArea[];
  /** Paths of files, and of folders with `/` at the end, that are left out. */
  readonly without?: readonly string[] | undefined;
}

export const noFilters: SearchFilters = { language: '', kind: '', path: '', mode: 'hybrid', only: [] };

/** A location to find similar code for. */
export interface SimilarPlace {
  readonly uri: string;
  /** 1-based. */
  readonly line: number;
  /** `Similar to parse` */
  readonly label: string;
  /** File and lines, if the label does not say them. */
  readonly detail?: string;
}

/** What to search for: a query, or code similar to a location. If both are set, `similar` wins. */
export interface SearchRequest {
  readonly query: string;
  readonly filters: SearchFilters;
  readonly similar?: SimilarPlace | undefined;
  /** Left out: the scope that is chosen now. The page does not know it. */
  readonly scope?: SearchScope | undefined;
  /** When the request was made. The page and the workspace both save the last request, and VS Code may lose the latest save of one. */
  readonly at: number;
}

/** Nothing is searched: there is neither a question nor a location. */
export function isEmptyRequest({ query, similar }: Pick<SearchRequest, 'query' | 'similar'>): boolean {
  return similar === undefined && query.trim() === '';
}

/** What the page saves with `setState`. */
export interface SearchPageState extends SearchRequest {
  readonly areFiltersOpen: boolean;
  /** Keys of the collapsed file groups. */
  readonly folded: readonly string[];
  /** Key of the selected row. */
  readonly selected?: string | undefined;
  readonly scroll: number;
  /** Keys of the hits selected to copy or send. */
  readonly picked?: readonly string[] | undefined;
  /** Copy and send them with their imports and globals. */
  readonly withContext?: boolean | undefined;
}

/** An icon of the user's file icon theme. */
export type FileIcon =
  | { readonly is: 'image'; readonly address: string; readonly usesCurrentColor: boolean }
  | {
      readonly is: 'glyph';
      readonly character: string;
      /** Here and in `size`: CSS; empty for that of the row. */
      readonly colour: string;
      readonly size: string;
      readonly font: string;
    };

/** The icons of the files in the results that follow. */
export interface FileIconsMessage {
  readonly is: 'file-icons';
  /** By the key of a file. */
  readonly icons: Readonly<Record<string, FileIcon>>;
  readonly fonts: readonly {
    readonly id: string;
    readonly address: string;
    readonly weight: string;
    readonly style: string;
  }[];
}

/** What is done with the selected hits. */
export type SelectionAction = 'copy' | 'chat';

/** The selected hits as they would be copied. */
export interface SelectionState {
  readonly is: 'selection';
  /** "7 places · 1,840 of 4,000 tokens". */
  readonly label: string;
  /** How many do not fit the budget; empty if all do. */
  readonly problem: string;
  /** Of the budget: 0 to 1. */
  readonly share: number;
  /** Keys of the hits that do not fit. */
  readonly leftOut: readonly string[];
}

export const hitActions = ['side', 'parent', 'copy', 'similar', 'chat'] as const;
export type HitAction = (typeof hitActions)[number];
/** `path` copies the path; it has a key and no button. */
export type RowAction = HitAction | 'path';

/** What a button of a notice does. */
export type NoticeAction = 'agree' | 'later' | 'index' | 'resume' | 'rebuild' | 'cache' | 'size' | 'log' | 'folder';

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
  /** Fold or unfold all files. */
  | { readonly is: 'fold'; readonly isFolded: boolean }
  /** Questions about the code of this workspace, for the empty view. */
  | { readonly is: 'examples'; readonly questions: readonly string[] }
  | { readonly is: 'history'; readonly entries: readonly string[] }
  /** The view was shown or hidden. */
  | { readonly is: 'visible'; readonly isVisible: boolean }
  /** The user came to or left the window. */
  | { readonly is: 'window'; readonly isFocused: boolean };

/** A query from elsewhere: the quick pick, "Find Similar Code", history and saved searches. What is left out stays as it is. */
export interface SetQuery {
  readonly is: 'set-query';
  readonly query?: string | undefined;
  readonly filters?: SearchFilters | undefined;
  readonly similar?: SimilarPlace | undefined;
}

export type Choices = readonly { readonly value: string; readonly label: string }[];

export interface SearchStart {
  readonly is: 'start';
  readonly strings: SearchStrings;
  readonly kinds: Choices;
  readonly modes: Choices;
  readonly areas: readonly AreaChoice[];
  readonly hints: readonly QueryHint[];
  readonly keys: readonly KeyHint[];
  /** Latest first. */
  readonly history: readonly string[];
  /** The last request of this workspace, if the page has no newer state of its own. */
  readonly savedRequest: SearchRequest | undefined;
  readonly actions: readonly { readonly action: HitAction; readonly icon: string; readonly label: string }[];
}

/** A button of the switch between the areas of a repository. */
interface AreaChoice {
  readonly area: SearchArea;
  readonly label: string;
  /** What the area has. */
  readonly title: string;
}

/** An example of the query syntax, and what it does. */
export interface QueryHint {
  readonly text: string;
  readonly meaning: string;
}

/** A key, and what it does. */
export interface KeyHint {
  readonly keys: string;
  /** On macOS, if others. */
  readonly mac?: string;
  readonly meaning: string;
}

export interface SearchStrings {
  readonly search: string;
  readonly placeholder: string;
  readonly results: string;
  readonly clear: string;
  readonly filters: string;
  readonly help: string;
  readonly hints: string;
  /** Heading of what keys do. */
  readonly keys: string;
  /** What can be asked; shown while the query is empty. */
  readonly intro: string;
  readonly examples: string;
  readonly language: string;
  readonly kind: string;
  readonly path: string;
  readonly pathPlaceholder: string;
  readonly mode: string;
  /** The switch between the areas. */
  readonly areas: string;
  readonly all: string;
  /** Removes a filter. */
  readonly remove: string;
  /** The chips below the box. */
  readonly chips: string;
  readonly recent: string;
  readonly more: string;
  /** Headings of the two sections of results. */
  readonly exact: string;
  readonly related: string;
  readonly why: string;
  readonly actions: string;
  readonly leaveSimilar: string;
  readonly backToQuestion: string;
  readonly selection: string;
  readonly withContext: string;
  readonly copySelection: string;
  readonly sendSelection: string;
  readonly clearSelection: string;
  /** Of a selected hit. */
  readonly doesNotFit: string;
  /** Shown while a search takes long. */
  readonly searching: string;
}

/** A message about the condition of the index. */
export interface IndexNotice {
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

export interface NoticeMessage {
  readonly is: 'notice';
  readonly notice: IndexNotice | undefined;
}

export interface SearchResults {
  readonly is: 'results';
  readonly request: SearchRequest;
  readonly groups: readonly FileGroup[];
  /** How many hits in how many files, or that there are none. */
  readonly summary: string;
  /** Parts of the query that could not be used, and other notices. */
  readonly problems: readonly string[];
  /** Parts of the query that were read as filters, phrases or exclusions. */
  readonly operators: readonly ReadOperator[];
  /** What may help if nothing was found. */
  readonly suggestions: readonly SearchSuggestion[];
  /** There may be more hits than these. */
  readonly hasMore: boolean;
  readonly stored?: StoredNotice | undefined;
  /** The last word of the query is not complete: the results can wait until the user stops typing. */
  readonly isOpen?: boolean;
}

export interface SearchSuggestion {
  readonly label: string;
  readonly filters: SearchFilters;
}

/** The hits of a file. */
export interface FileGroup {
  /** Of the row: a file may have hits in both sections. */
  readonly key: string;
  /** Identifies the file. */
  readonly file: string;
  /** Its hits define exactly the name that was asked for. */
  readonly isExact: boolean;
  readonly name: string;
  /** The path of its folder, with the workspace folder if there are several. */
  readonly folder: string;
  /** From the workspace folder. */
  readonly path: string;
  readonly stored: StoredMark;
  readonly hits: readonly HitRow[];
  readonly ariaLabel: string;
}

export interface HitRow {
  readonly key: string;
  readonly icon: string;
  /** A theme colour for symbols, `symbolIcon-…Foreground`; empty for the text colour. */
  readonly colour: string;
  readonly name: string;
  /** Which part of the definition it is, `4/14`; empty if it is all of it. */
  readonly part: string;
  /** Both in words, for a tooltip. */
  readonly label: string;
  readonly scope: string;
  readonly lines: string;
  readonly snippet: readonly SnippetLine[];
  /** What a language model wrote about the chunk; empty if nothing. */
  readonly note: string;
  readonly why: readonly RankReason[];
  /** A sentence if the file changed since it was indexed; otherwise empty. */
  readonly stale: string;
  readonly copies: Copies | undefined;
  readonly hasParent: boolean;
  readonly stored: StoredMark;
  /** The whole row, for screen readers. */
  readonly ariaLabel: string;
}

export interface RankReason {
  readonly label: string;
  /** How much it counted, in words. */
  readonly value: string;
  /** Relative to the largest share: -1 to 1. */
  readonly share: number;
}

interface Copies {
  readonly label: string;
  readonly places: readonly string[];
}
