/** The line of a snippet that the keyboard is at, so that each line that a mouse can click can be reached with keys, too. */

import { nextLine } from './next-line';

export class SnippetCursor {
  private at: { readonly key: string; readonly line: number } | undefined;

  /** The line of this hit, 1-based, if the cursor is in it. */
  lineIn(key: string): number | undefined {
    return this.at?.key === key ? this.at.line : undefined;
  }

  /** @returns the line that it moved to. */
  move(row: HTMLElement, step: 1 | -1): number | undefined {
    const { key } = row.dataset;
    const lines = [...row.querySelectorAll<HTMLElement>('.line')].map(({ dataset }) => Number(dataset.line));
    if (key === undefined || lines.length === 0) return undefined;
    const line = nextLine(lines, this.lineIn(key), step);
    if (line === undefined) return undefined;
    this.at = { key, line };
    return line;
  }

  leave(): void {
    this.at = undefined;
  }

  /** Marks the line, and no other. */
  mark(tree: HTMLElement): void {
    for (const marked of tree.querySelectorAll('.line.at')) marked.classList.remove('at');
    if (!this.at) return;
    const row = [...tree.querySelectorAll<HTMLElement>('.row.hit')].find(({ dataset }) => dataset.key === this.at?.key);
    row?.querySelector(`.line[data-line="${this.at.line}"]`)?.classList.add('at');
  }
}
