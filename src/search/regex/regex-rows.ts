/** The rows that match the regular expressions of a query, as the ranking needs them. */
import type { FoundRow, IndexView } from '../view/index-view';
import type { RowPlace } from '../view/view-vectors';
import type { MatchedRow } from './regex-file';
import type { RegexMatch } from './regex-match';

/** Rows that are ranked in any case; with more, words and meaning choose. */
const maxRanked = 1000;

export class RegexRows {
  /** By view, segment and row. */
  private readonly byView = new Map<IndexView, Map<number, Map<number, MatchedRow>>>();

  constructor(private readonly rows: readonly MatchedRow[]) {
    for (const one of rows) {
      const ofView = this.byView.get(one.view) ?? new Map<number, Map<number, MatchedRow>>();
      const ofSegment = ofView.get(one.segment) ?? new Map<number, MatchedRow>();
      ofSegment.set(one.row, one);
      ofView.set(one.segment, ofSegment);
      this.byView.set(one.view, ofView);
    }
  }

  matchesOf({ view, segment, row }: RowPlace & { readonly view: IndexView }): readonly RegexMatch[] {
    return this.byView.get(view)?.get(segment)?.get(row)?.matches ?? [];
  }

  /** By segment and row of a view: 1 for the rows that match. */
  allowedIn(view: IndexView): Uint8Array[] {
    return view.segments.map(({ searched }, segment) => {
      const mask = new Uint8Array(searched);
      for (const row of this.byView.get(view)?.get(segment)?.keys() ?? []) mask[row] = 1;
      return mask;
    });
  }

  placesIn(view: IndexView): readonly RowPlace[] {
    return this.rows.filter((one) => one.view === view).slice(0, maxRanked);
  }

  /** Without words, what is defined comes before what is used; the rest stays in the order of files. */
  foundAlone(): FoundRow[] {
    const definitions = this.rows.filter(({ isDefinition }) => isDefinition);
    const uses = this.rows.filter(({ isDefinition }) => !isDefinition);
    return [...definitions, ...uses]
      .slice(0, maxRanked)
      .map(({ view, segment, row, isDefinition }) => ({ view, segment, row, words: isDefinition ? 2 : 1, vector: 0 }));
  }
}
