/** Which paths a key in the results tree leaves out, and which row comes after them. Does not depend on the DOM. */
import { pathToExclude } from '../../path-to-exclude';

interface ExcludableFile {
  readonly key: string;
  readonly path: string;
  /** Keys of its hits. */
  readonly hits: readonly string[];
}

interface ExcludedRows {
  readonly paths: readonly string[];
  /** The nearest row that stays, below them if there is one; undefined if none stays. */
  readonly next: string | undefined;
}

/**
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
