/**
 * Rows that stay the same elements from one answer to the next: only what differs is touched, so that the focus, the scroll position and
 * what is under the pointer stay, and nothing flickers.
 */

interface KeptRow {
  readonly key: string;
  /** All that the row shows; rows with equal content are not drawn again. */
  readonly content: string;
  make(): HTMLElement;
}

export class KeptRows {
  private shown = new Map<string, { readonly row: HTMLElement; readonly content: string }>();

  constructor(private readonly parent: HTMLElement) {}

  show(rows: readonly KeptRow[]): HTMLElement[] {
    const next: typeof this.shown = new Map();
    for (const { key, content, make } of rows) {
      const known = this.shown.get(key);
      if (known && known.content !== content) takeOver(known.row, make());
      next.set(key, { row: known?.row ?? make(), content });
    }
    for (const [key, { row }] of this.shown) if (!next.has(key)) row.remove();
    this.shown = next;
    const elements = [...next.values()].map(({ row }) => row);
    // Behind what comes before the rows, such as a heading.
    let at = this.parent.querySelector(':scope > [role=treeitem]');
    for (const row of elements) {
      if (row === at) at = at.nextElementSibling;
      else this.parent.insertBefore(row, at);
    }
    return elements;
  }
}

/** The row gets the attributes and children of the other one. */
function takeOver(row: HTMLElement, other: HTMLElement): void {
  for (const { name } of [...row.attributes]) if (!other.hasAttribute(name)) row.removeAttribute(name);
  for (const { name, value } of other.attributes) if (row.getAttribute(name) !== value) row.setAttribute(name, value);
  row.replaceChildren(...other.childNodes);
}
