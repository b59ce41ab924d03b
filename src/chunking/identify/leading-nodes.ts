/**
 * Which comments and attributes belong to what follows them: those without a blank line between, doc comments also across one,
 * attributes always. A licence at the top of a file belongs to the file.
 */

import type { Source } from '../source-text';
import type { Item } from './outline';

const licence = /copyright|licen[cs]e|spdx-/i;

/** How many of the items before `next`, counted from the last, belong to it. */
export function leadingCount(source: Source, pending: readonly Item[], next: Item): number {
  let kept = 0;
  let below = next.node.startIndex;
  for (let i = pending.length - 1; i >= 0; i--) {
    const item = pending[i];
    if (!item) break;
    const blank = source.blankLines(item.end, below);
    const isDoc = /^(\/\*\*|\/\/\/|--\||\{-\||#')/.test(
      source.text.slice(item.node.startIndex, item.node.startIndex + 3),
    );
    const belongs =
      item.is === 'attribute' || blank === 0 || (blank === 1 && isDoc && next.is === 'definition' && kept === 0);
    if (!belongs) break;
    kept++;
    below = item.node.startIndex;
  }
  // The first comment of a file is about the file when it speaks of its licence.
  const top = pending[0];
  if (kept === pending.length && top?.is === 'comment' && source.isBlank(0, top.node.startIndex)) {
    let count = 0;
    let speaks = false;
    let before: Item | undefined;
    for (const item of pending) {
      if (item.is !== 'comment') break;
      if (before && source.blankLines(before.end, item.node.startIndex) > 0) break;
      speaks ||= licence.test(source.text.slice(item.node.startIndex, item.end));
      count++;
      before = item;
    }
    if (speaks) return kept - count;
  }
  return kept;
}
