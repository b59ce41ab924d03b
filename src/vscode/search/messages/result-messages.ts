/** Results as the page shows them: files, their hits, icons, and the selection. Used by the page and the extension: neither `vscode` nor the DOM. */
import type { SnippetLine } from '../../../search/hits/snippet';
import type { ReadOperator } from '../../../search/query/search-choices';
import type { StoredMark, StoredNotice } from '../../team/search-scope';
import type { CodeToken } from '../code-tokens';
import type { SearchFilters, SearchRequest } from './search-request';

export interface SearchResults {
  readonly is: 'results';
  readonly request: SearchRequest;
  /** Each file once, that with the best hit first. */
  readonly groups: readonly FileGroup[];
  /** How many of the first hits define exactly the name that was asked for. */
  readonly exact: number;
  /** How many hits in how many files, or that there are none. */
  readonly summary: string;
  /** Nothing is likely to answer: the hits are only the nearest, and the summary says so. */
  readonly isNearest?: boolean;
  /** Parts of the query that could not be used, and other notices. */
  readonly problems: readonly ShownProblem[];
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

export interface ShownProblem {
  readonly text: string;
  /** What may be meant instead: a click searches for it. */
  readonly names: readonly string[];
}

export type SearchSuggestion = { readonly label: string; readonly filters: SearchFilters };

/** How the page shows results. */
export interface ResultsLayout {
  /** A list in the order of the answer, as on the command line, or the files with their hits. */
  readonly order: 'rank' | 'file';
  /** One line for each hit, or its name and the lines that answer. */
  readonly rows: 'compact' | 'detailed';
}

export const firstLayout: ResultsLayout = { order: 'rank', rows: 'compact' };

/** The hits of a file, the best first. */
export interface FileGroup {
  readonly key: string;
  readonly name: string;
  /** The path of its folder, with the workspace folder if there are several. */
  readonly folder: string;
  /** From the workspace folder. */
  readonly path: string;
  readonly stored: StoredMark;
  readonly hits: readonly HitRow[];
  readonly ariaLabel: string;
}

/** A line as it is drawn. */
export interface CodeLine extends SnippetLine {
  /** In `text`; in order, without overlaps. */
  readonly tokens: readonly CodeToken[];
}

export interface HitRow {
  readonly key: string;
  /** 1-based place in the answer. */
  readonly rank: number;
  readonly icon: string;
  /** A theme colour for symbols, `symbolIcon-…Foreground`; empty for the text colour. */
  readonly colour: string;
  readonly name: string;
  /** Which part of the definition it is, `part 4 of 14`; empty if it is all of it. */
  readonly part: string;
  /** Which frame of a pasted trace it is, `frame 3, deepest`; empty if it is none. */
  readonly frame: string;
  /** Both in words, for a tooltip. */
  readonly label: string;
  readonly scope: string;
  readonly lines: string;
  readonly snippet: readonly CodeLine[];
  /** The line of the snippet that says most about the hit: the one of a compact row. */
  readonly best: number;
  /** What a language model wrote about the chunk; empty if nothing. */
  readonly note: string;
  readonly why: readonly RankReason[];
  /** A sentence if the file changed since it was indexed; otherwise empty. */
  readonly stale: string;
  readonly copies: { readonly label: string; readonly places: readonly string[] } | undefined;
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

export type HitAction = 'side' | 'parent' | 'copy' | 'similar' | 'chat';
/** `path` copies the path; it has a key and no button. */
export type RowAction = HitAction | 'path';
