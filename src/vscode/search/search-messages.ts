/**
 * What the search page and the extension say to each other. Shared by both, so neither `vscode` nor the DOM is known here. Texts
 * come localised and ready to show: the page has no words of its own.
 */

import type { SnippetLine } from '../../search/hits/snippet';
import type { SearchMode } from '../../search/query/search-mode';

export interface SearchFilters {
  /** Empty: all. */
  readonly language: string;
  readonly kind: string;
  readonly path: string;
  readonly mode: SearchMode;
  readonly tests: boolean;
}

export const noFilters: SearchFilters = { language: '', kind: '', path: '', mode: 'hybrid', tests: true };

/** A place whose like is looked for. */
export interface SimilarPlace {
  readonly uri: string;
  /** 1-based. */
  readonly line: number;
  readonly label: string;
}

/** What is looked for: a query, or code like a place, which wins. */
export interface SearchRequest {
  readonly query: string;
  readonly filters: SearchFilters;
  readonly similar?: SimilarPlace | undefined;
  /** When it was asked. The page and the workspace each keep the last question, and VS Code may lose the latest of one. */
  readonly at: number;
}

/** What the page keeps with `setState`. */
export interface SearchPageState extends SearchRequest {
  readonly areFiltersOpen: boolean;
  /** Keys of the groups that are folded. */
  readonly folded: readonly string[];
  /** Key of the row the keyboard is on. */
  readonly selected?: string | undefined;
  readonly scroll: number;
}

export const hitActions = ['side', 'parent', 'copy', 'similar', 'chat'] as const;
export type HitAction = (typeof hitActions)[number];

/** What a button of a notice does. */
export type NoticeAction = 'agree' | 'later' | 'index' | 'resume' | 'rebuild' | 'log' | 'folder';

export type SearchToExtension =
  | { readonly is: 'ready' }
  | { readonly is: 'search'; readonly asked: SearchRequest; readonly limit: number }
  /** Hits are named by their keys. */
  | {
      readonly is: 'open';
      readonly hit: string;
      readonly how: 'preview' | 'open' | 'side';
      readonly duplicate?: number;
    }
  | { readonly is: 'act'; readonly hit: string; readonly action: HitAction }
  | { readonly is: 'notice'; readonly action: NoticeAction }
  /** The query was of use: it goes into the history. */
  | { readonly is: 'remember'; readonly query: string };

export type SearchToPage =
  | SearchStart
  | SearchResults
  | NoticeMessage
  | SetQuery
  | { readonly is: 'languages'; readonly languages: Choices }
  /** The box is to be typed into. */
  | { readonly is: 'focus' };

/** A query from elsewhere: the quick pick, "Find Similar Code". */
export interface SetQuery {
  readonly is: 'ask';
  readonly query: string;
  readonly similar?: SimilarPlace | undefined;
}

export type Choices = readonly { readonly value: string; readonly label: string }[];

export interface SearchStart {
  readonly is: 'start';
  readonly strings: SearchStrings;
  readonly kinds: Choices;
  readonly modes: Choices;
  readonly hints: readonly QueryHint[];
  /** Latest first. */
  readonly history: readonly string[];
  /** Of the last time, where the page has no state of its own. */
  readonly saved: SearchRequest | undefined;
  readonly actions: readonly { readonly action: HitAction; readonly icon: string; readonly label: string }[];
}

/** A part of the query language: what to write, and what it does. */
export interface QueryHint {
  readonly text: string;
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
  readonly language: string;
  readonly kind: string;
  readonly path: string;
  readonly pathPlaceholder: string;
  readonly mode: string;
  readonly tests: string;
  readonly all: string;
  /** Of a filter. */
  readonly remove: string;
  readonly withoutTests: string;
  readonly recent: string;
  readonly more: string;
  readonly why: string;
  readonly actions: string;
  readonly leaveSimilar: string;
  /** Said while an answer is awaited for long. */
  readonly searching: string;
}

/** The condition of the index, where it has to be said. */
export interface IndexNotice {
  readonly level: 'welcome' | 'progress' | 'info' | 'warning' | 'error';
  readonly icon: string;
  readonly title: string;
  readonly text: string;
  /** 0 to 1; left out: nobody knows. Only for `progress`. */
  readonly share?: number | undefined;
  readonly buttons: readonly { readonly action: NoticeAction; readonly label: string; readonly isPrimary: boolean }[];
  /** Nothing can be searched: the notice stands in place of the box. */
  readonly isAlone: boolean;
}

export interface NoticeMessage {
  readonly is: 'notice';
  readonly notice: IndexNotice | undefined;
}

export interface SearchResults {
  readonly is: 'results';
  readonly asked: SearchRequest;
  readonly groups: readonly FileGroup[];
  /** How many hits in how many files, or that there are none. */
  readonly summary: string;
  /** What of the query could not be used, and what else should be known. */
  readonly problems: readonly string[];
  /** Where nothing was found: what may help. */
  readonly suggestions: readonly SearchSuggestion[];
  /** There may be more hits than these. */
  readonly hasMore: boolean;
}

export interface SearchSuggestion {
  readonly label: string;
  readonly filters: SearchFilters;
}

/** The hits of a file. */
export interface FileGroup {
  readonly key: string;
  readonly name: string;
  /** The folders above, with the workspace folder where there are several. */
  readonly folder: string;
  readonly hits: readonly HitRow[];
  readonly spoken: string;
}

export interface HitRow {
  readonly key: string;
  readonly icon: string;
  /** Of the theme's colours for symbols: `symbolIcon-…Foreground`; empty: that of text. */
  readonly colour: string;
  readonly name: string;
  readonly scope: string;
  readonly lines: string;
  readonly snippet: readonly SnippetLine[];
  /** What a language model wrote about the chunk; empty: nothing. */
  readonly note: string;
  /** Of the best hit's score: 0 to 1. */
  readonly score: number;
  readonly why: readonly RankReason[];
  /** Said where the file is not what was indexed. */
  readonly stale: string;
  readonly copies: Copies | undefined;
  readonly hasParent: boolean;
  /** The row for a screen reader. */
  readonly spoken: string;
}

export interface RankReason {
  readonly label: string;
  /** `+0.42` */
  readonly value: string;
  /** Of the largest share: -1 to 1. */
  readonly share: number;
}

interface Copies {
  readonly label: string;
  readonly places: readonly string[];
}
