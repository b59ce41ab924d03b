import type { Tree as GrammarTree } from 'web-tree-sitter';
import { isPlainRequested } from '../../../src/syntax/choose-reader';
import { MemoryTree } from '../../../src/syntax/fast/memory-tree';
import type { SyntaxTree } from '../../../src/syntax/syntax-node';

/** web-tree-sitter's own tree behind one that is read from memory. */
export function grammarTreeOf(tree: SyntaxTree): GrammarTree {
  if (tree instanceof MemoryTree) return tree.grammarTree;
  throw new Error('the tree is not read from memory');
}

/** For `before`: tests of `src/syntax/fast` have nothing to test if it is switched off. */
export function skipIfPlain(this: Mocha.Context): void {
  if (isPlainRequested) this.skip();
}
