/** Finds the best rows of an index by words and by vectors, and gives each row both scores. */
import type { LoadedSegment } from '../../index/file/loaded-segment';
import type { LexicalIndex, LexicalTerm } from '../../index/lexical/lexical-index';
import { addToList } from '../../shared/maps';
import { type Mentions, namesOf } from '../query/mentions';
import type { RowPlace, ViewVectors } from './view-vectors';

// The rows of an index that a search found, in the order found, and the scores of each.

/** Rows of one segment, ascending, and their places in the list of all rows. */
interface SegmentRows {
  readonly segment: number;
  readonly rows: Uint32Array;
  readonly places: Uint32Array;
}

class RowList {
  readonly rows: RowPlace[] = [];
  /** By segment and row. One map for all would need keys beyond 31 bits, which are slow. */
  private readonly places = new Map<number, Map<number, number>>();

  /** Adds a row unless it is there, and returns its place. */
  add(segment: number, row: number): number {
    let ofSegment = this.places.get(segment);
    if (!ofSegment) {
      ofSegment = new Map();
      this.places.set(segment, ofSegment);
    }
    let place = ofSegment.get(row);
    if (place === undefined) {
      place = this.rows.length;
      this.rows.push({ segment, row });
      ofSegment.set(row, place);
    }
    return place;
  }

  bySegment(): SegmentRows[] {
    const { length } = this.rows;
    return Array.from(this.places, ([segment, places]) => {
      // Numbers of row and place are sorted by native code, which is much faster than comparing rows here.
      const sorted = Float64Array.from(places, ([row, place]) => row * length + place).sort();
      const rows = Uint32Array.from(sorted, (both) => Math.floor(both / length));
      return { segment, rows, places: Uint32Array.from(sorted, (both) => both % length) };
    });
  }
}

/** The scores of the rows of a list, by place; 0 where words or vectors were not searched. */
type RowScores = { readonly words: number[]; readonly vectors: number[] };

/** By segment and row: 0 for rows to leave out; undefined: all rows are allowed. */
export type AllowedRows = readonly Uint8Array[] | undefined;

/** What is looked for: no terms, or no vector, if one of the two is not searched. */
export interface SearchTarget {
  readonly terms: readonly LexicalTerm[];
  readonly vector: Float32Array | undefined;
}

interface Scores {
  /** 0 where words or vectors were not searched. */
  readonly words: number;
  readonly vector: number;
}

export interface ScoredRow extends RowPlace, Scores {
  /** Its scores for the title of a pasted text. */
  readonly title?: Scores | undefined;
}

export class RowFinder {
  constructor(
    private readonly lexical: LexicalIndex,
    private readonly vectors: ViewVectors,
    /** By segment: 1 for rows that must not be found. */
    private readonly dead: readonly (Uint8Array | undefined)[],
  ) {}

  /**
   * The best rows by words and the nearest to a vector, each with both scores.
   * @param mentioned rows that are candidates in any case.
   * @param title also finds the best rows for the title of a pasted text; every row then has its scores too.
   */
  find(
    whole: SearchTarget,
    limit: number,
    allowed: AllowedRows,
    mentioned: readonly RowPlace[],
    title: SearchTarget | undefined,
  ): ScoredRow[] {
    const list = new RowList();
    const ofWhole = this.best(list, whole, limit, allowed);
    for (const { segment, row } of mentioned) if (this.isFindable(segment, row, allowed)) list.add(segment, row);
    const ofTitle = title && this.best(list, title, limit, allowed);
    const segments = list.bySegment();
    this.fillScores(segments, ofWhole, whole);
    if (title && ofTitle) this.fillScores(segments, ofTitle, title);
    return list.rows.map(({ segment, row }, place) => {
      const { words, vector } = scoresAt(ofWhole, place);
      return { segment, row, words, vector, title: ofTitle && scoresAt(ofTitle, place) };
    });
  }

  private best(list: RowList, { terms, vector }: SearchTarget, limit: number, allowed: AllowedRows): RowScores {
    const scores: RowScores = { words: [], vectors: [] };
    if (terms.length > 0) {
      const found = this.lexical.search({ terms }, { limit, ...(allowed && { allowed }) });
      found.rows.forEach((row, i) => {
        scores.words[list.add(found.segments[i] ?? 0, row)] = found.scores[i] ?? 0;
      });
    }
    if (vector)
      this.vectors.nearest(vector, limit, allowed, (segment, row, score) => {
        scores.vectors[list.add(segment, row)] = score;
      });
    return scores;
  }

  private isFindable(segment: number, row: number, allowed: AllowedRows): boolean {
    return !this.dead[segment]?.[row] && (allowed === undefined || allowed[segment]?.[row] === 1);
  }

  /** Adds the cosines of rows that were found only by their words, and the word scores of those found only by their vectors. */
  private fillScores(found: readonly SegmentRows[], scores: RowScores, { terms, vector }: SearchTarget): void {
    const { words, vectors } = scores;
    if (vector) {
      const missing = found
        .filter(({ segment }) => this.vectors.has(segment))
        .map((one) => rowsWhere(one, (place) => vectors[place] === undefined));
      const cosines = this.vectors.similarity(vector, missing);
      let at = 0;
      for (const { places } of missing) for (const place of places) vectors[place] = cosines[at++] ?? 0;
    }
    if (terms.length === 0) return;
    for (const one of found) {
      const { segment, rows, places } = rowsWhere(one, (place) => !words[place]);
      if (rows.length === 0) continue;
      this.lexical.scores(terms, segment, rows).forEach((score, i) => {
        words[places[i] ?? 0] = score;
      });
    }
  }
}

function scoresAt({ words, vectors }: RowScores, place: number): Scores {
  return { words: words[place] ?? 0, vector: vectors[place] ?? 0 };
}

function rowsWhere({ segment, rows, places }: SegmentRows, isWanted: (place: number) => boolean): SegmentRows {
  return { segment, rows: rows.filter((_, i) => isWanted(places[i] ?? 0)), places: places.filter(isWanted) };
}

// The rows of files that a text mentions, so that they are candidates even if they share no word with it.

/** Files and rows per file that are taken; further ones are found by their words if at all. */
const maxFiles = 20;
const maxRows = 8;

/** By segment, which never changes: files by what a mention may end with. */
const filesByName = new WeakMap<LoadedSegment, ReadonlyMap<string, readonly number[]>>();

/** Rows at the mentioned lines, then the first rows of mentioned files; the files that fit best come first. */
export function mentionedRows(segments: readonly LoadedSegment[], mentions: Mentions): RowPlace[] {
  if (mentions.isEmpty) return [];
  const files = segments.flatMap((segment, number) => {
    return filesNamed(segment, mentions.names).flatMap((file) => {
      const mention = segment.isDeadFile(file) ? undefined : mentions.of(segment.path(file));
      return mention ? [{ segment, number, file, mention }] : [];
    });
  });
  files.sort((a, b) => b.mention.parts - a.mention.parts || b.mention.frame - a.mention.frame);
  return files.slice(0, maxFiles).flatMap(({ segment, number, file, mention: { lines } }) => {
    const [first, end] = segment.searchedRows(file);
    const rows = Array.from({ length: Math.min(end - first, maxRows) }, (_, i) => first + i);
    for (const chunk of lines.length > 0 ? segment.chunksOf(file) : [])
      if (chunk.role !== 'parent' && lines.some((line) => chunk.startLine <= line && line <= chunk.endLine))
        rows.push(chunk.row);
    return [...new Set(rows)].map((row) => ({ segment: number, row }));
  });
}

/** Files with one of these names, or ends (mentions.ts). */
export function filesNamed(segment: LoadedSegment, names: readonly string[]): number[] {
  const known = filesByName.get(segment) ?? filesOf(segment);
  filesByName.set(segment, known);
  return [...new Set(names.flatMap((name) => known.get(name) ?? []))];
}

function filesOf(segment: LoadedSegment): Map<string, number[]> {
  const files = new Map<string, number[]>();
  for (let file = 0; file < segment.fileCount; file++) {
    for (const name of namesOf(segment.path(file))) addToList(files, name, file);
  }
  return files;
}
