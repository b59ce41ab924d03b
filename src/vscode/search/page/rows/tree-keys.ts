/** What a key means in the tree of results. Letters go back to the query box, so shortcuts have a modifier. */

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
