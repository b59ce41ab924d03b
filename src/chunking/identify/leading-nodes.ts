/**
 * Decides which comments and attributes belong to the node that follows: attributes always, doc comments across one blank line at
 * most, other comments only without a blank line. A licence at the top of a file belongs to the file.
 */

import type { SourceText } from '../source-text';
import type { OutlineItem } from './outline';

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
