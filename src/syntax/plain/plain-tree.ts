/** The tree of a text, read through web-tree-sitter's own nodes and cursors. */
import { type Tree as GrammarTree, Parser } from 'web-tree-sitter';
import { WorkClock } from '../../shared/work-clock';
import { processorLimit, type SyntaxReader, type SyntaxTree } from '../syntax-tree';
import { CursorPath } from './cursor-path';
import { PlainNode } from './plain-node';

/**
 * Parses and reads trees with the public API of web-tree-sitter alone: slower than `fast/`, and independent of its version.
 */
export const plainReader: SyntaxReader = {
  kind: 'plain',

  createParser(grammar) {
    const parser = new Parser();
    parser.setLanguage(grammar);
    return parser;
  },

  parse(parser, { text, parseMs, range }) {
    const clock = new WorkClock();
    const tree = parser.parse(text, null, {
      ...(range && { includedRanges: [range] }),
      progressCallback: () => clock.isBeyond(parseMs, processorLimit(text.length)),
    });
    return tree && new PlainTree(tree, text);
  },
};

export class PlainTree implements SyntaxTree {
  private readonly paths: CursorPath[] = [];
  private root: PlainNode | undefined;

  constructor(
    readonly grammarTree: GrammarTree,
    /** The text that was parsed. */
    readonly text: string,
  ) {}

  get rootNode(): PlainNode {
    this.root ??= new PlainNode(this, null, this.grammarTree.rootNode);
    return this.root;
  }

  path(needsField: Uint8Array): CursorPath {
    const path = new CursorPath(this.grammarTree.walk(), this.rootNode, needsField);
    this.paths.push(path);
    return path;
  }

  delete(): void {
    for (const path of this.paths) path.delete();
    this.grammarTree.delete();
  }
}
