/** Finds where code that begins inside a line may be cut. */
import type { Node } from '../../syntax/syntax-node';
import type { SourceText } from '../source-text';
import type { Outline } from './outline';

/**
 * Replaces nodes that begin inside a line and continue on later lines (`else {…}`, the arguments of a call) by their children, so
 * that a cut falls at the start of a line inside them. Definitions and functions are kept.
 */
export function lineStarters(
  source: SourceText,
  outline: Outline,
  nodes: readonly Node[],
  found: Node[] = [],
): readonly Node[] {
  for (const node of nodes) {
    if (continuesOnNextLine(source, outline, node)) lineStarters(source, outline, node.namedChildren, found);
    else found.push(node);
  }
  return found;
}

function continuesOnNextLine(source: SourceText, outline: Outline, node: Node): boolean {
  const isInLine = source.indentStart(node.startIndex) === undefined;
  if (!isInLine || node.namedChildCount === 0 || isUnnamedFunction(node) || outline.isDefinition(node)) return false;
  return node.endIndex > source.lineStart(source.lineAt(node.startIndex) + 1);
}

/** True for functions without a name, which language files do not list: arrow functions, lambdas, closures. */
export function isUnnamedFunction(node: Node): boolean {
  return /function|lambda|closure|arrow/.test(node.type);
}
