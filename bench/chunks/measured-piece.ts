/** The common form of the output of every chunker, which is what the benchmark measures. */
export interface Piece {
  /** The stored code. */
  readonly text: string;
  /** The text that the chunker puts before the code when it embeds it; empty if it adds none. */
  readonly context: string;
  /** UTF-16 offsets in the source, if the chunker reports them. Otherwise the benchmark searches for the text. */
  readonly start?: number;
  readonly end?: number;
  /** How many characters at the start of the text repeat the piece before, according to the chunker. */
  readonly overlap?: number;
  /** 1-based line at which the search for the text starts, if the chunker reports one. */
  readonly line?: number;
  /** The imports and globals that the chunker says it attached. */
  readonly carried?: readonly CarriedName[];
  readonly omitted?: readonly string[];
  /** The chunker's own count of context and text. */
  readonly total?: number;
}

export interface CarriedName {
  readonly kind: 'import' | 'global';
  readonly name: string;
}

/** A piece with known offsets in the source. */
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
/** These only parse and make no chunks. */
export const parsersAlone: ReadonlySet<string> = new Set<(typeof chunkerNames)[number]>(['our-parsing', 'parse']);
export type ChunkerName = (typeof chunkerNames)[number];

/** The same limits for all: 400 tokens, or 1,500 characters (about 400 tokens of code) for chunkers that count characters. */
export const maxTokens = 400;
export const maxCharacters = 1500;
export const windowLines = 60;
