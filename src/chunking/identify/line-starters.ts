/** Where code that begins inside a line may be cut. */
import type { Node } from '../../syntax/syntax-node';
import type { Source } from '../source-text';
import type { Outline } from './outline';

/**
 * The nodes with those replaced by their children that begin inside a line and go on over others (`else {…}`, the arguments of
 * a call): so the cut falls on a line inside them. Definitions and functions stay what they are.
 */
export function lineStarters(
  source: Source,
  outline: Outline,
  nodes: readonly Node[],
  found: Node[] = [],
): readonly Node[] {
  for (const node of nodes) {
    if (goesOnInside(source, outline, node)) lineStarters(source, outline, node.namedChildren, found);
    else found.push(node);
  }
  return found;
}

function goesOnInside(source: Source, outline: Outline, node: Node): boolean {
  const isInLine = source.indentStart(node.startIndex) === undefined;
  if (!isInLine || node.namedChildCount === 0 || isFunction(node) || outline.isDefinition(node)) return false;
  return node.endIndex > source.lineStart(source.lineAt(node.startIndex) + 1);
}

/** Functions without a name, which no language file lists: arrow functions, lambdas, closures. */
export function isFunction(node: Node): boolean {
  return /function|lambda|closure|arrow/.test(node.type);
}
