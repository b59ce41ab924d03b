/** What the words of a query count in all searched indexes together. */
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
