import type { Tree as GrammarTree } from 'web-tree-sitter';
import { MemoryTree } from '../../../src/syntax/fast/memory-tree';
import { PlainTree } from '../../../src/syntax/plain/plain-tree';
import { isPlainRequested } from '../../../src/syntax/runtime';
import type { SyntaxTree } from '../../../src/syntax/syntax-tree';

/** web-tree-sitter's own tree. */
export function grammarTreeOf(tree: SyntaxTree): GrammarTree {
  if (tree instanceof MemoryTree || tree instanceof PlainTree) return tree.grammarTree;
  throw new Error('an unknown kind of tree');
}

/** For `before`: tests of `src/syntax/fast` have nothing to test if it is switched off. */
export function skipIfPlain(this: Mocha.Context): void {
  if (isPlainRequested) this.skip();
}
