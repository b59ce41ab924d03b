/** Parses and reads trees with the public API of web-tree-sitter alone: slower than `fast/`, and independent of its version. */
import { Parser } from 'web-tree-sitter';
import { WorkClock } from '../../shared/work-clock';
import type { SyntaxReader } from '../syntax-reader';
import { PlainTree } from './plain-tree';

export const plainReader: SyntaxReader = {
  kind: 'plain',

  prepareGrammar() {},

  createParser(grammar) {
    const parser = new Parser();
    parser.setLanguage(grammar);
    return parser;
  },

  parse(parser, { text, parseMs, range }) {
    const clock = new WorkClock();
    const tree = parser.parse(text, null, {
      ...(range && { includedRanges: [range] }),
      progressCallback: () => clock.isBeyond(parseMs),
    });
    return tree && new PlainTree(tree, text);
  },
};
