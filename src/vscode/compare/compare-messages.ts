/**
 * The messages between the page "Compare Chunk Settings" and the extension. Both import this file, so it uses neither `vscode` nor
 * the DOM. All texts are sent localised and ready to show: the page has none of its own.
 */
import type { BySide, ComparedOptions, ComparedSide } from './option-sets';

/** What the page saves with `setState`. A panel is restored from it when the window is reloaded. */
export interface ComparePageState {
  readonly uri: string;
  readonly sets: BySide<ComparedOptions>;
  /** The user's choice; if left out, the filter is on when there are differences. */
  readonly onlyDifferences?: boolean;
}

export type CompareToExtension =
  | { readonly is: 'ready' }
  | { readonly is: 'compare'; readonly sets: BySide<ComparedOptions> }
  /** 1-based. */
  | { readonly is: 'reveal'; readonly line: number }
  | { readonly is: 'use'; readonly options: ComparedOptions }
  /** Chunk the file although it is minified or too large. */
  | { readonly is: 'force' };

export type CompareToPage = CompareStart | { readonly is: 'working' } | Comparison | ComparisonSkipped;

/** What the page gets when it starts: the labels of its controls, headings and rules, and the two sets. */
export interface CompareStart {
  readonly is: 'start';
  readonly uri: string;
  readonly sets: BySide<ComparedOptions>;
  readonly numbers: Readonly<Record<'maxTokens' | 'parentTokens', NumberField>>;
  readonly choices: Readonly<Record<'context' | 'counter', ChoiceField>>;
  readonly strings: Readonly<Record<keyof typeof compareTexts | 'about', string>>;
  readonly headings: BySide<string>;
  readonly use: BySide<string>;
}

export interface NumberField {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  /** Shown when the setting cannot have the value. */
  readonly rule: string;
}

export interface ChoiceField {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** In English; the page gets them in the user's language. */
export const compareTexts = {
  title: 'Compare Chunk Settings',
  inUse: 'in use',
  parentRule: 'At least the max tokens per chunk.',
  histogram: 'Tokens per chunk',
  tokens: 'Tokens',
  chunks: 'Chunks',
  boundaries: 'Boundaries',
  onlyDifferences: 'Only differences',
  noDifferences: 'A and B have the same boundaries.',
  empty: 'This file is empty.',
  line: 'Line',
  more: 'Show More',
  force: 'Chunk Anyway',
};

export interface Comparison {
  readonly is: 'compared';
  /** True for a side whose options equal the settings of the document. */
  readonly inUse: BySide<boolean>;
  readonly columns: BySide<CompareColumn>;
  /** The token ranges of the histogram, the same for both columns. */
  readonly ranges: readonly string[];
  /** Number of chunks in the fullest range of both columns: the length of the longest bar. */
  readonly maxCount: number;
  /** Chunk and boundary counts in a sentence. */
  readonly summary: string;
  readonly differences: number;
  readonly boundaries: readonly ComparedBoundary[];
}

export interface CompareColumn {
  readonly facts: readonly CompareFact[];
  /** Number of chunks in each range. */
  readonly counts: readonly number[];
}

export interface CompareFact {
  readonly name: string;
  readonly value: string;
  /** How B differs from A; empty if it does not. */
  readonly change: string;
}

export interface ComparedBoundary {
  /** 1-based. */
  readonly line: number;
  readonly in: ComparedSide | 'both';
  readonly mark: string;
  readonly labels: Partial<BySide<string>>;
  /** The whole row for a screen reader. */
  readonly spoken: string;
}

export interface ComparisonSkipped {
  readonly is: 'skipped';
  readonly inUse: BySide<boolean>;
  readonly reason: string;
  readonly canForce: boolean;
}
