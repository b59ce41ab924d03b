/**
 * Checks that tree-sitter's memory is laid out as `fast/` expects: a small text is parsed, its tree read from memory, and compared
 * with web-tree-sitter's own cursor. Then the same text is parsed as `fast/` parses, and compared again.
 */
import type { Language as Grammar, Parser, TreeCursor } from 'web-tree-sitter';
import { errorMessage } from '../shared/error-message';
import { fastReader, MemoryTree } from './fast/memory-tree';
import { PlainTree, plainReader } from './plain/plain-tree';
import { errorTypeId, type Node } from './syntax-node';
import type { SyntaxReader, SyntaxTree } from './syntax-tree';

/** Every grammar makes some tree from this, many with errors. tree-sitter stores a leaf as long as the word in another way. */
const text = `class A { b(c) { return "é😀"; } }\r\n\n${'word'.repeat(40)} = 2\n`;
const units = Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
const parseMs = 10_000;

/** @returns in words what is different, undefined if nothing is. */
export function layoutDifference(grammar: Grammar): string | undefined {
  const parsers: Parser[] = [];
  const trees: SyntaxTree[] = [];
  const parse = (reader: SyntaxReader): SyntaxTree | null => {
    const parser = reader.createParser(grammar);
    parsers.push(parser);
    const tree = reader.parse(parser, { text, units, parseMs });
    if (tree) trees.push(tree);
    return tree;
  };
  try {
    const plain = parse(plainReader);
    if (!(plain instanceof PlainTree)) return 'a small text cannot be parsed';
    const cursor = plain.grammarTree.walk();
    const expected = describeCursor(cursor);
    cursor.delete();
    if (!isSameTree(new MemoryTree(plain.grammarTree, text), expected))
      return 'trees are laid out differently in memory';
    const fast = parse(fastReader);
    if (!fast || !isSameTree(fast, expected)) return 'the fast parser makes a different tree';
    return undefined;
  } catch (error) {
    return errorMessage(error);
  } finally {
    for (const tree of trees) tree.delete();
    for (const parser of parsers) parser.delete();
  }
}

/** A line for each node, in the order of the text. */
function describeCursor(cursor: TreeCursor): readonly string[] {
  const lines: string[] = [];
  for (let depth = 0; ; ) {
    const { nodeTypeId, startIndex, endIndex, nodeIsNamed, nodeIsMissing } = cursor;
    const field = startIndex < endIndex ? cursor.currentFieldId : 0;
    lines.push([depth, nodeTypeId, startIndex, endIndex, nodeIsNamed, nodeIsMissing, field].join());
    if (cursor.gotoFirstChild()) depth++;
    else
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return lines;
        depth--;
      }
  }
}

function isSameTree(tree: SyntaxTree, expected: readonly string[]): boolean {
  const path = tree.path(new Uint8Array(errorTypeId + 1).fill(1));
  let count = 0;
  const isSame = (node: Node, depth: number): boolean => {
    const { typeId, startIndex, endIndex, isNamed, isMissing } = node;
    // A path leads to no node without text.
    if (startIndex < endIndex) path.moveTo(startIndex);
    const field = startIndex < endIndex ? path.fieldAt(depth) : 0;
    const line = [depth, typeId, startIndex, endIndex, isNamed, isMissing, field].join();
    return line === expected[count++] && node.children.every((child) => isSame(child, depth + 1));
  };
  return isSame(tree.rootNode, 0) && count === expected.length;
}
