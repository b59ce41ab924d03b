/** What every chunker is reduced to before it is measured. */
export interface Piece {
  /** What the chunker stored as code. */
  readonly text: string;
  /** What it puts before the text when it embeds it; empty for all that do not. */
  readonly context: string;
  /** UTF-16 offsets in the source, where the chunker tells them. Others are found by searching the text. */
  readonly start?: number;
  readonly end?: number;
  /** How many characters at the beginning of the text the chunker says it repeats of the piece before. */
  readonly overlap?: number;
  /** 1-based line at which the search for the text begins, where the chunker tells one. */
  readonly line?: number;
  /** What a chunker that attaches imports and globals says it attached. */
  readonly carried?: readonly CarriedName[];
  readonly omitted?: readonly string[];
  /** The chunker's own count of context and text. */
  readonly total?: number;
}

export interface CarriedName {
  readonly kind: 'import' | 'global';
  readonly name: string;
}

/** A piece whose place in the source is known. */
export interface PlacedPiece extends Piece {
  readonly start: number;
  readonly end: number;
}

export const chunkerNames = [
  'ours',
  'langchain',
  'llamaindex',
  'claude-context',
  'windows',
  'our-parsing',
  'parse',
] as const;
/** They make nothing of the tree. */
export const parsersAlone: ReadonlySet<string> = new Set<(typeof chunkerNames)[number]>(['our-parsing', 'parse']);
export type ChunkerName = (typeof chunkerNames)[number];

/** Same limits for everyone: 400 tokens, which is about 1,500 characters of code, for those who count characters. */
export const maxTokens = 400;
export const maxCharacters = 1500;
export const windowLines = 60;
