/** What the page needs once, when it starts: texts, choices, hints. Used by the page and the extension: neither `vscode` nor the DOM. */

import type { SearchArea } from '../../../search/query/search-choices';
import type { SearchRequest } from './search-request';

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

export const hitActions = ['side', 'parent', 'copy', 'similar', 'chat'] as const;
export type HitAction = (typeof hitActions)[number];
/** `path` copies the path; it has a key and no button. */
export type RowAction = HitAction | 'path';
