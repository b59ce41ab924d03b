/** Parses with our short paths, and reads trees from tree-sitter's memory. */
import { Parser } from 'web-tree-sitter';
import type { SyntaxReader } from '../syntax-reader';
import { MemoryTree } from './memory-tree';
import { quicken } from './quick-lexer';
import { parseUnits } from './runtime-memory';
import { ParseTable } from './wide-table';

export const fastReader: SyntaxReader = {
  kind: 'fast',

  prepareGrammar(grammar, wideStates) {
    new ParseTable(grammar).widen(wideStates);
  },

  createParser(grammar) {
    const parser = new Parser();
    parser.setLanguage(grammar);
    quicken(parser);
    return parser;
  },

  parse(parser, { text, units, parseMs, range }) {
    const tree = parseUnits(units, parseMs, () => parser.parse(text, null, range && { includedRanges: [range] }));
    return tree && new MemoryTree(tree, text);
  },
};
