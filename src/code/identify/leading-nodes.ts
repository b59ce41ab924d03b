/**
 * Decides which comments and attributes belong to the node that follows: attributes always, doc comments across one blank line at
 * most, other comments only without a blank line. A licence at the top of a file belongs to the file.
 */

import type { Node } from '../../syntax/syntax-node';
import type { SourceText } from '../source-text';
import type { Outline, OutlineItem } from './outline';

const licence = /copyright|licen[cs]e|spdx-/i;

/** The number of items directly before `next` that belong to it. */
export function leadingCount(source: SourceText, pending: readonly OutlineItem[], next: OutlineItem): number {
  let leading = 0;
  let below = next.node.startIndex;
  for (let i = pending.length - 1; i >= 0; i--) {
    const item = pending[i];
    if (!item) break;
    const blank = source.blankLines(item.end, below);
    const isDoc = /^(\/\*\*|\/\/\/|--\||\{-\||#')/.test(
      source.text.slice(item.node.startIndex, item.node.startIndex + 3),
    );
    const belongs =
      item.is === 'attribute' || blank === 0 || (blank === 1 && isDoc && next.is === 'definition' && leading === 0);
    if (!belongs) break;
    leading++;
    below = item.node.startIndex;
  }
  // A first comment that mentions a licence is about the file.
  const top = pending[0];
  if (leading === pending.length && top?.is === 'comment' && source.isBlank(0, top.node.startIndex)) {
    let count = 0;
    let hasLicence = false;
    let before: OutlineItem | undefined;
    for (const item of pending) {
      if (item.is !== 'comment') break;
      if (before && source.blankLines(before.end, item.node.startIndex) > 0) break;
      hasLicence ||= licence.test(source.text.slice(item.node.startIndex, item.end));
      count++;
      before = item;
    }
    if (hasLicence) return leading - count;
  }
  return leading;
}

/**
 * Replaces nodes that begin inside a line and continue on later lines (`else {…}`, the arguments of a call) by their children, so
 * that a cut falls at the start of a line inside them. Definitions and functions are kept.
 *
 * Finds where code that begins inside a line may be cut.
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
