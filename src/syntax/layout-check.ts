/**
 * Checks that what `fast/` reads from tree-sitter's memory, and what it writes there, is what it takes it for: a small text is parsed
 * both ways and the trees are compared. It first only reads, because writing to the wrong address could do anything.
 */
import type { Language as Grammar, Parser } from 'web-tree-sitter';
import { errorMessage } from '../shared/error-message';
import { fastReader } from './fast/fast-reader';
import { MemoryTree } from './fast/memory-tree';
import { ParseTable } from './fast/wide-table';
import { plainReader } from './plain/plain-reader';
import { PlainTree } from './plain/plain-tree';
import { errorTypeId, type Node } from './syntax-node';
import type { ParserInput, SyntaxReader } from './syntax-reader';
import type { NodePath, SyntaxTree } from './syntax-tree';

/**
 * Any grammar makes some tree from this, most with errors. The long word is a leaf that tree-sitter does not store in place; the
 * white space includes line breaks of both kinds.
 */
const text = `import a from "b";\r\nclass C { d(e) { return [1, e.f, 'g']; } }\n\n# h\nlet ${'word'.repeat(40)} = (i + 2) * 3; // é 漢 😀\n`;

/** @returns in words what differs, undefined if nothing does. */
export function layoutDifference(grammar: Grammar, wideStates: number): string | undefined {
  const parsers: Parser[] = [];
  const trees: SyntaxTree[] = [];
  const input: ParserInput = {
    text,
    units: Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)),
    parseMs: 10_000,
  };
  const parse = (reader: SyntaxReader): SyntaxTree | null => {
    const parser = reader.createParser(grammar);
    parsers.push(parser);
    const tree = reader.parse(parser, input);
    if (tree) trees.push(tree);
    return tree;
  };
  try {
    const plain = parse(plainReader);
    if (!(plain instanceof PlainTree)) return 'the check could not parse its text';
    const { states, symbols, aliases } = new ParseTable(grammar);
    if (states !== grammar.stateCount || symbols + aliases !== grammar.nodeTypeCount)
      return 'the parse table is not where it was';
    if (!isSameTree(new MemoryTree(plain.grammarTree, text), plain, grammar))
      return 'the memory of a tree is laid out differently';
    fastReader.prepareGrammar(grammar, wideStates);
    const fast = parse(fastReader);
    if (!fast || !isSameTree(fast, plain, grammar)) return 'the fast parser makes a different tree';
    return undefined;
  } catch (error) {
    return errorMessage(error);
  } finally {
    for (const tree of trees) tree.delete();
    for (const parser of parsers) parser.delete();
  }
}

/** Compares the nodes on the path to each word, with their children and fields. */
function isSameTree(fast: SyntaxTree, plain: SyntaxTree, grammar: Grammar): boolean {
  const needsField = new Uint8Array(errorTypeId + 1).fill(1);
  const own = fast.path(needsField);
  const other = plain.path(needsField);
  const seen = new Set<number>();
  for (const { index } of text.matchAll(/\w+|\S/g)) {
    own.moveTo(index);
    other.moveTo(index);
    if (own.depth !== other.depth) return false;
    for (let depth = 0; depth <= own.depth; depth++) {
      const { id } = own.nodeAt(depth);
      if (!seen.has(id) && describeStep(own, depth, grammar) !== describeStep(other, depth, grammar)) return false;
      seen.add(id);
    }
  }
  return true;
}

/** A node on a path, its children, and the child that its parent returns for its field. */
function describeStep(path: NodePath, depth: number, grammar: Grammar): string {
  const node = path.nodeAt(depth);
  const field = path.fieldAt(depth);
  const ofField = field > 0 ? path.nodeAt(depth - 1).childForFieldName(grammar.fields[field] ?? '') : null;
  return [
    [path.typeAt(depth), field, path.startAt(depth), path.endAt(depth)],
    [node.isNamed, node.isMissing, node.hasError, node.childCount, node.namedChildCount],
    ...[node, ...node.children].map(describeNode),
    ofField && describeNode(ofField),
  ].join(';');
}

function describeNode({ typeId, startIndex, endIndex }: Node): string {
  return `${typeId} ${startIndex} ${endIndex}`;
}
