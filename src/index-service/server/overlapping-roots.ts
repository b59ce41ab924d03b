/**
 * Folders of a window may contain each other, or be links to each other. Each has its own index, because it may be open in another window
 * alone. A search finds each file once: in the innermost folder that is searched, and for two names of one folder in the first.
 */
import { realpathSync } from 'node:fs';
import { pathInside } from '../../shared/inside-folder';

interface RootOverlaps {
  /** The same folders as others before them. */
  readonly repeated: ReadonlySet<string>;
  /** By folder: the folders in it that are searched, too, as relative paths with `/` at the end. */
  readonly inner: ReadonlyMap<string, readonly string[]>;
}

export function overlapsOf(roots: readonly string[]): RootOverlaps {
  const repeated = new Set<string>();
  const byRealPath = new Map<string, string>();
  for (const root of roots) {
    const real = realPathOf(root);
    if (byRealPath.has(real)) repeated.add(root);
    else byRealPath.set(real, root);
  }
  const inner = new Map<string, string[]>();
  for (const [outer, root] of byRealPath) {
    const inside = [...byRealPath.keys()].flatMap((real) => {
      const path = real === outer ? undefined : pathInside(outer, real);
      return path === undefined ? [] : [`${path}/`];
    });
    if (inside.length > 0) inner.set(root, inside);
  }
  return { repeated, inner };
}

function realPathOf(root: string): string {
  try {
    return realpathSync.native(root);
  } catch {
    // It is gone, and nothing of it is searched.
    return root;
  }
}
