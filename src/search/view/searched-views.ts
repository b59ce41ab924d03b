/** What the words of a query count in all searched indexes together. */

import { printablePath } from '../../shared/printable-path';
import type { IndexView } from './index-view';

export class ViewLexicon {
  constructor(private readonly views: readonly IndexView[]) {}

  /** Searched chunks. */
  get rows(): number {
    return this.views.reduce((sum, { lexical }) => sum + lexical.rows, 0);
  }

  has(term: string): boolean {
    return this.views.some(({ lexical }) => lexical.count(term) > 0);
  }

  rarity(term: string): number {
    return this.views.reduce((sum, { lexical }) => sum + lexical.rarity(term), 0) / Math.max(1, this.views.length);
  }
}

/** The rarity of a term in one index; 0 for a term that no chunk has. */
export function rarityIn({ lexical }: IndexView, term: string): number {
  return lexical.count(term) === 0 ? 0 : lexical.rarity(term);
}

// What the user should know about files of indexes that an answer needed, but that must not be read.

/** Of the question since the last `refresh`; empty if every file could be read. */
export function refusedFileNotices(views: readonly IndexView[]): string[] {
  const refused = views.flatMap(({ gate }) => [...gate.refused]);
  const [first] = refused;
  if (!first) return [];
  const [path, { message }] = first;
  const others = refused.length > 1 ? `, and ${refused.length - 1} more` : '';
  return [`files of the index are left out: ${printablePath(path)} ${message}${others}`];
}
