/** The texts and similarities of chunks in an index: texts come from the files, similarities from stored vectors. */

import { partsOf } from '../../code/records/definition-parts';
import type { StoredRow } from '../../index/format/row-walk';
import type { StoredChunk } from '../../index/format/segment-contents';
import { explainHit, type TermShare } from '../../index/lexical/explain-score';
import type { Query } from '../query/query';
import type { Candidate } from '../rank/candidate';
import type { RegexMatch } from '../regex/regex-match';
import type { RegexRows } from '../regex/regex-search';
import type { FoundRow } from '../view/index-view';
import { type HitText, type Rechunk, SourceTexts } from '../view/source-texts';
import type { HitParent, HitPart } from './hit';
import type { HitSource } from './make-hits';

/** A file of more chunks is data or generated; its parts are not worth the time. */
const maxFileRows = 1000;

/** A candidate and the row it was found in. */
export interface FoundChunk extends Candidate, FoundRow {
  readonly chunk: StoredChunk;
  readonly words: number;
  readonly vector: number;
}

const unnamed: Pick<StoredChunk, 'role' | 'kind' | 'name' | 'scope' | 'symbols'> = {
  role: 'standard',
  kind: '',
  name: '',
  scope: [],
  symbols: [],
};

/** For one search: each file is read once. */
export class IndexHits implements HitSource<FoundChunk> {
  private readonly sources: SourceTexts;
  /** By file: its searched rows. */
  private readonly rows = new Map<string, readonly StoredRow[]>();

  /** @param matched the rows that match the regular expressions of the query. */
  constructor(
    rechunk: Rechunk,
    private readonly matched?: RegexRows,
  ) {
    this.sources = new SourceTexts(rechunk);
  }

  rootOf({ view }: FoundChunk): string {
    return view.root;
  }

  textOf(found: FoundChunk): Promise<HitText> {
    return this.sources.textOf(found, found.chunk);
  }

  matchesOf(found: FoundChunk): readonly RegexMatch[] {
    return this.matched?.matchesOf(found) ?? [];
  }

  contextOf({ view, chunk }: FoundChunk): Promise<string> {
    return this.sources.contextOf(view, chunk);
  }

  /** The rows of a file are in source order, so nothing has to be stored. */
  placeOf({ view, segment, row, chunk }: FoundChunk): { sequence: number; total: number } | undefined {
    const rows = view.segments[segment]?.searchedRows(chunk.file);
    return rows && { sequence: row - rows[0] + 1, total: rows[1] - rows[0] };
  }

  partOf({ view, segment, row, chunk }: FoundChunk): HitPart | undefined {
    const stored = view.segments[segment];
    const [from, to] = stored?.searchedRows(chunk.file) ?? [0, 0];
    if (!stored || chunk.name === '' || to - from < 2 || to - from > maxFileRows) return undefined;
    const key = `${view.root} ${segment} ${chunk.file}`;
    const rows = this.rows.get(key) ?? stored.rowsAt(Array.from({ length: to - from }, (_, i) => from + i));
    this.rows.set(key, rows);
    const own = rows[row - from];
    if (!own) return undefined;
    // Parts have one name. What is between them counts as having none: the names of a whole file take long to decode.
    const named = rows.map((one) => (one.hasNameOf(own) ? one : unnamed));
    return partsOf(named, ({ name, symbols }) => symbols.includes(name)).get(own);
  }

  async parentOf(found: FoundChunk): Promise<HitParent | undefined> {
    const { view, segment, chunk } = found;
    if (chunk.parent === undefined) return undefined;
    const parent = view.segments[segment]?.chunk(chunk.parent);
    if (!parent) return undefined;
    const { text, startLine, endLine, enclosing } = await this.sources.textOf(found, parent);
    return {
      id: parent.id,
      path: parent.path,
      startLine,
      endLine,
      name: parent.name,
      kind: parent.kind,
      text,
      enclosing,
    };
  }

  async termsOf({ view, chunk }: FoundChunk, query: Query): Promise<readonly TermShare[]> {
    const now = await this.sources.chunkNow(view, chunk);
    if (!now) return [];
    const { note } = chunk;
    return explainHit(view.lexical, query.lexical.terms, note === undefined ? now : { ...now, note });
  }

  rarityOf({ view }: FoundChunk, term: string): number {
    return view.lexical.rarity(term);
  }

  async similarity(a: FoundChunk, b: FoundChunk): Promise<number> {
    return a.view === b.view ? (a.view.rowSimilarity(a.segment, a.row, [b])[0] ?? 0) : 0;
  }
}
