/**
 * What the page "Compare Chunk Settings" and the extension say to each other. Shared by both, so neither `vscode` nor the DOM is
 * known here. Texts come localised and ready to show: the page has no words of its own.
 */
import type { ChunkOptions } from '../../options/chunk-options';

/** The options that are compared; the others are the settings'. */
export type ComparedOptions = Pick<ChunkOptions, 'maxTokens' | 'parentTokens' | 'context' | 'counter'>;

const sides = ['a', 'b'] as const;
export type ComparedSide = (typeof sides)[number];
export type BySide<T> = Readonly<Record<ComparedSide, T>>;

/** What the page keeps with `setState`, and what a panel is made from again when the window was reloaded. */
export interface PageState {
  readonly uri: string;
  readonly sets: BySide<ComparedOptions>;
  /** The user's choice; left out, the filter is on when there are differences. */
  readonly onlyDifferences?: boolean;
}

export type ToExtension =
  | { readonly is: 'ready' }
  | { readonly is: 'compare'; readonly sets: BySide<ComparedOptions> }
  /** 1-based. */
  | { readonly is: 'reveal'; readonly line: number }
  | { readonly is: 'use'; readonly options: ComparedOptions }
  /** Cut the file although it is minified or too large. */
  | { readonly is: 'force' };

export type ToPage = Start | { readonly is: 'working' } | Compared | ComparisonSkipped;

export interface Start {
  readonly is: 'start';
  readonly uri: string;
  readonly sets: BySide<ComparedOptions>;
  readonly numbers: Readonly<Record<'maxTokens' | 'parentTokens', NumberField>>;
  readonly choices: Readonly<Record<'context' | 'counter', ChoiceField>>;
  readonly strings: Strings;
}

export interface NumberField {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  /** Said when the value is none the setting can have. */
  readonly rule: string;
}

export interface ChoiceField {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export interface Strings {
  readonly title: string;
  readonly about: string;
  readonly headings: BySide<string>;
  readonly use: BySide<string>;
  readonly inUse: string;
  /** Said when a parent is smaller than a chunk. */
  readonly parentRule: string;
  readonly histogram: string;
  readonly tokens: string;
  readonly chunks: string;
  readonly boundaries: string;
  readonly onlyDifferences: string;
  readonly noDifferences: string;
  readonly empty: string;
  readonly line: string;
  readonly more: string;
  readonly force: string;
}

/** `inUse`: whether the options of a side are the settings of the document. */
export interface Compared {
  readonly is: 'compared';
  readonly inUse: BySide<boolean>;
  readonly columns: BySide<Results>;
  /** The ranges of tokens the chunks are counted in, the same for both columns. */
  readonly ranges: readonly string[];
  /** Chunks in the fullest range of either column: the length of the longest bar. */
  readonly most: number;
  /** Chunks and boundaries in a sentence. */
  readonly summary: string;
  readonly differences: number;
  readonly boundaries: readonly Boundary[];
}

export interface Results {
  readonly facts: readonly Fact[];
  /** Chunks in each of the ranges. */
  readonly counts: readonly number[];
}

export interface Fact {
  readonly name: string;
  readonly value: string;
  /** How B differs from A; empty where it does not. */
  readonly change: string;
}

export interface Boundary {
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
