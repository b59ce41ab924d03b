/** What a key does in the results tree, as in every tree (WAI-ARIA). Does not depend on the DOM. */

export interface TreeRow {
  readonly key: string;
  readonly level: 1 | 2;
  /** For a file: its hits are shown. For a hit: its details are shown. */
  readonly isOpen: boolean;
}

type Move =
  | { readonly is: 'focus'; readonly key: string }
  | { readonly is: 'fold' | 'unfold'; readonly key: string }
  /** Up from the first row. */
  | { readonly is: 'leave' };

/** Rows per Page Up and Page Down. */
const pageRows = 8;

/** @param rows the visible rows, in order. */
export function treeMove(rows: readonly TreeRow[], current: string | undefined, pressed: string): Move | undefined {
  const at = rows.findIndex(({ key }) => key === current);
  const row = rows[at];
  const to = (index: number): Move | undefined => {
    const target = rows[Math.max(0, Math.min(rows.length - 1, index))];
    return target && target.key !== current ? { is: 'focus', key: target.key } : undefined;
  };
  switch (pressed) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return at <= 0 ? { is: 'leave' } : to(at - 1);
    case 'PageDown':
      return to(at + pageRows);
    case 'PageUp':
      return to(at - pageRows);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      if (!row) return to(0);
      if (!row.isOpen) return { is: 'unfold', key: row.key };
      return row.level === 1 ? to(at + 1) : undefined;
    case 'ArrowLeft':
      if (!row) return undefined;
      if (row.isOpen) return { is: 'fold', key: row.key };
      return row.level === 2 ? to(rows.findLastIndex(({ level }, i) => i < at && level === 1)) : undefined;
    default:
      return undefined;
  }
}
