/** The tree of a text, read through web-tree-sitter's own nodes and cursors. */
import type { Tree as GrammarTree } from 'web-tree-sitter';
import type { SyntaxTree } from '../syntax-tree';
import { CursorPath } from './cursor-path';
import { PlainNode } from './plain-node';

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
