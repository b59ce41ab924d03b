/**
 * What a key does in the tree of results, as in every tree (WAI-ARIA). Letters go back to the query box, so shortcuts have a modifier.
 * Does not depend on the DOM.
 */

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
      return row.level === 2 ? toFile(rows, at) : undefined;
    default:
      return undefined;
  }
}

/** In a list by rank, hits have no row of their file. */
function toFile(rows: readonly TreeRow[], at: number): Move | undefined {
  const file = rows.findLast(({ level }, i) => i < at && level === 1);
  return file && { is: 'focus', key: file.key };
}

export type TreeKey =
  | { readonly is: 'open'; readonly how: 'open' | 'side' }
  | { readonly is: 'toggle' | 'pick' | 'pick-all' | 'clear-picks' | 'copy' | 'copy-picked' | 'copy-path' | 'leave' }
  /** The query box gets the key. */
  | { readonly is: 'type' }
  /** To another line of the snippet. */
  | { readonly is: 'snippet'; readonly step: 1 | -1 }
  | { readonly is: 'exclude'; readonly isFolder: boolean }
  /** To another row, and the rows between are picked. */
  | { readonly is: 'extend'; readonly key: 'ArrowUp' | 'ArrowDown' }
  | { readonly is: 'move'; readonly key: string };

interface PressedAt {
  /** The row itself has the focus, not one of its buttons. */
  readonly isRow: boolean;
  /** Of a hit, not of a file. */
  readonly isHit: boolean;
  readonly hasPicks: boolean;
  readonly hasSelectedText: boolean;
}

/** Of a `KeyboardEvent`. */
interface Pressed {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** Undefined: the key means nothing here. */
export function treeKey(event: Pressed, at: PressedAt): TreeKey | undefined {
  const { key, shiftKey } = event;
  const { isRow, isHit, hasPicks } = at;
  if (event.altKey) return isHit && isRow ? keyWithAlt(event) : undefined;
  const hasControl = event.ctrlKey || event.metaKey;
  if (key === 'Enter' || key === ' ') {
    // A button of the row handles its own keys.
    if (!isRow) return undefined;
    if (key === ' ') return { is: 'pick' };
    return isHit ? { is: 'open', how: hasControl ? 'side' : 'open' } : { is: 'toggle' };
  }
  if (key === 'Delete' || (key === 'Backspace' && hasControl))
    return isRow ? { is: 'exclude', isFolder: shiftKey } : undefined;
  if (hasControl) return keyWithControl(key, at);
  if (key === 'Escape') return { is: hasPicks ? 'clear-picks' : 'leave' };
  if (shiftKey && key.startsWith('Arrow'))
    return key === 'ArrowUp' || key === 'ArrowDown' ? { is: 'extend', key } : undefined;
  return key.length === 1 || key === 'Backspace' ? { is: 'type' } : { is: 'move', key };
}

/** Alt with an arrow goes through the lines of the snippet. Shift+Alt+C copies the path, as in VS Code's Explorer and Search. */
function keyWithAlt({ key, code, shiftKey, ctrlKey }: Pressed): TreeKey | undefined {
  if (ctrlKey) return undefined;
  if (shiftKey) return code === 'KeyC' ? { is: 'copy-path' } : undefined;
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  return { is: 'snippet', step: key === 'ArrowDown' ? 1 : -1 };
}

function keyWithControl(key: string, { isHit, hasPicks, hasSelectedText }: PressedAt): TreeKey | undefined {
  // With Caps Lock it is a capital.
  const letter = key.toLowerCase();
  if (letter === 'a') return { is: 'pick-all' };
  if (letter !== 'c' || hasSelectedText) return undefined;
  if (hasPicks) return { is: 'copy-picked' };
  return isHit ? { is: 'copy' } : undefined;
}

/** The line of a snippet that a key goes to: the next or previous line; from outside the first or last, and from the last one the first. */
export function nextLine(lines: readonly number[], current: number | undefined, step: 1 | -1): number | undefined {
  const at = current === undefined ? -1 : lines.indexOf(current);
  const next = at < 0 && step < 0 ? lines.length - 1 : (at + step + lines.length) % lines.length;
  return lines[next];
}
