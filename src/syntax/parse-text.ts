/** Parses texts, with one parser for each grammar. */
import type { Language as Grammar, Parser } from 'web-tree-sitter';
import { syntaxReader } from './choose-reader';
import type { ParserInput, SyntaxTree } from './syntax-tree';

const parsers = new Map<Grammar, Parser>();

/** @returns undefined if the parser stopped because it took longer than `parseMs`. */
export function parseText(grammar: Grammar, input: ParserInput): SyntaxTree | undefined {
  const reader = syntaxReader();
  let parser = parsers.get(grammar);
  if (!parser) {
    parser = reader.createParser(grammar);
    parsers.set(grammar, parser);
  }
  const tree = reader.parse(parser, input);
  if (tree) return tree;
  // Without this the next parse would silently continue with the old text.
  parser.reset();
  return undefined;
}
