/** A way to parse texts and to read their trees. A process uses one, which `choose-reader.ts` chooses. */
import type { Language as Grammar, Parser, Range } from 'web-tree-sitter';
import type { SyntaxTree } from './syntax-tree';

export interface SyntaxReader {
  readonly kind: 'fast' | 'plain';
  /**
   * Prepares a grammar that was just loaded.
   * @param wideStates see `GrammarEntry`.
   */
  prepareGrammar(grammar: Grammar, wideStates: number): void;
  createParser(grammar: Grammar): Parser;
  /** @returns null if the parser stopped because it took longer than `parseMs`. */
  parse(parser: Parser, input: ParserInput): SyntaxTree | null;
}

export interface ParserInput {
  readonly text: string;
  /** The UTF-16 units of the text. */
  readonly units: Uint16Array;
  readonly parseMs: number;
  /** Parse only this range. */
  readonly range?: Range | undefined;
}
