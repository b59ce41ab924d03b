/** Keeps the row that the user is at where it is on the screen, while rows come in above it. */

/** The row with the focus; otherwise the one under the pointer. */
function anchorIn(tree: HTMLElement): HTMLElement | null {
  const focused = document.activeElement?.closest<HTMLElement>('[role=treeitem]');
  if (focused && tree.contains(focused)) return focused;
  return tree.querySelector<HTMLElement>('[role=treeitem]:hover');
}

export function keepInPlace(tree: HTMLElement, draw: () => void): void {
  const anchor = anchorIn(tree);
  const before = anchor?.getBoundingClientRect().top ?? 0;
  draw();
  // The results do not have it any more.
  if (!anchor?.isConnected) return;
  const moved = anchor.getBoundingClientRect().top - before;
  if (Math.abs(moved) >= 1) document.documentElement.scrollTop += moved;
}
