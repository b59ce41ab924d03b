/**
 * Which hits are selected, as in every list that takes several: one at a time, a range, all. The range goes from the row where it began
 * (the anchor) to the current one and shrinks again; what was selected before stays. A file stands for all its hits. Does not depend on
 * the DOM.
 */
import { pathToExclude } from '../../messages/search-request';

interface PickFile {
  readonly key: string;
  /** Keys of its hits. */
  readonly hits: readonly string[];
}

export class RowPicks {
  /** The files of the results. */
  private files: readonly PickFile[] = [];
  private picked: ReadonlySet<string>;
  private anchor: string | undefined;
  /** What was selected before the range. */
  private base: ReadonlySet<string>;

  constructor(keys: readonly string[] = []) {
    this.picked = new Set(keys);
    this.base = this.picked;
  }

  /** In the order in which they were selected. */
  get keys(): readonly string[] {
    return [...this.picked];
  }

  get size(): number {
    return this.picked.size;
  }

  /** For a file: all its hits are selected. */
  has(key: string): boolean {
    const hits = this.hitsOf(key);
    return hits.length > 0 && hits.every((each) => this.picked.has(each));
  }

  toggle(key: string): void {
    const picked = new Set(this.picked);
    const isPicked = this.has(key);
    for (const hit of this.hitsOf(key)) {
      if (isPicked) picked.delete(hit);
      else picked.add(hit);
    }
    this.picked = picked;
    this.startRange(key);
  }

  /** A range begins here: the user moved without selecting, or selected this row alone. */
  startRange(key: string): void {
    this.anchor = key;
    this.base = this.picked;
  }

  /**
   * Selects from the anchor to this row.
   * @param rows the keys of the visible rows, in order. The file of a hit among them is none of the range; a collapsed file is.
   */
  extend(key: string, rows: readonly string[]): void {
    const at = rows.indexOf(key);
    const from = this.anchor === undefined ? at : rows.indexOf(this.anchor);
    if (at < 0) return;
    const range = from < 0 ? [key] : rows.slice(Math.min(from, at), Math.max(from, at) + 1);
    const visible = new Set(rows);
    const hits = range.flatMap((row) => {
      const inside = this.hitsOf(row);
      return inside.length > 0 && inside[0] !== row && inside.some((hit) => visible.has(hit)) ? [] : inside;
    });
    this.picked = new Set([...this.base, ...hits]);
  }

  selectAll(): void {
    this.picked = new Set(this.files.flatMap(({ hits }) => hits));
    this.base = this.picked;
  }

  clear(): void {
    this.picked = new Set();
    this.base = this.picked;
    this.anchor = undefined;
  }

  /** Other results: drops hits that are not among them any more. @returns whether there were such. */
  keepOnly(files: readonly PickFile[]): boolean {
    this.files = files;
    const shown = new Set(files.flatMap(({ hits }) => hits));
    const kept = [...this.picked].filter((key) => shown.has(key));
    if (kept.length === this.picked.size) return false;
    this.picked = new Set(kept);
    this.base = this.picked;
    return true;
  }

  /** Of a hit: itself. */
  private hitsOf(key: string): readonly string[] {
    for (const file of this.files) {
      if (file.key === key) return file.hits;
      if (file.hits.includes(key)) return [key];
    }
    return [];
  }
}

export interface ExcludableFile extends PickFile {
  readonly path: string;
}

interface ExcludedRows {
  readonly paths: readonly string[];
  /** The nearest row that stays, below them if there is one; undefined if none stays. */
  readonly next: string | undefined;
}

/**
 * Which paths a key in the results tree leaves out, and which row comes after them.
 * @param at key of the current row.
 * @param picked keys of the selected hits: with some, their files are left out instead of that of the current row.
 * @param rows keys of the visible rows, in order.
 */
export function excludedRows(
  at: string,
  picked: readonly string[],
  isFolder: boolean,
  rows: readonly string[],
  files: readonly ExcludableFile[],
): ExcludedRows {
  const wanted = new Set(picked.length > 0 ? picked : [at]);
  const paths = new Set<string>();
  for (const { key, path, hits } of files)
    if (wanted.has(key) || hits.some((hit) => wanted.has(hit))) paths.add(pathToExclude(path, isFolder));
  const stays = ({ path }: ExcludableFile): boolean =>
    ![...paths].some((each) => (each.endsWith('/') ? path.startsWith(each) : path === each));
  const kept = new Set(files.filter(stays).flatMap(({ key, hits }) => [key, ...hits]));
  const fileKeys = new Set(files.map(({ key }) => key));
  const from = rows.indexOf(at);
  // A hit, not the row of its file: hits are what the user looks through.
  const isHit = (key: string): boolean => kept.has(key) && !fileKeys.has(key);
  const above = rows.slice(0, Math.max(0, from)).reverse();
  const below = rows.slice(from + 1);
  const next = below.find(isHit) ?? above.find(isHit) ?? rows.find((key) => kept.has(key));
  return { paths: [...paths], next };
}
