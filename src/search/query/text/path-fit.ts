/**
 * Paths in traces and imports begin anywhere: in a container, in a folder of installed packages, on a disk of Windows, or as a
 * module's name without an extension. What they share with the path of an indexed file is their end.
 */

/** Files that stand for their folder, as `a/b/__init__.py` is the module `a.b`. */
const folderFiles: ReadonlySet<string> = new Set(['__init__', 'index', 'mod', 'lib', 'main', 'init']);

/**
 * How many segments at the end of both paths are equal, whatever their case. The extension counts only if the first path has one:
 * `dask/base` fits `dask/base.py`, and `dask/array` fits `dask/array/__init__.py`.
 */
export function pathSuffixFit(mentioned: string, indexed: string): number {
  const asked = segmentsOf(mentioned);
  const has = segmentsOf(indexed);
  const last = asked.at(-1);
  const file = has.at(-1);
  if (last === undefined || file === undefined) return 0;
  if (last === file) return equalEnds(asked, has, 0);
  if (/\.\w{1,10}$/.test(last)) return 0;
  const stem = stemOf(file);
  if (last === stem) return 1 + equalEnds(asked.slice(0, -1), has.slice(0, -1), 0);
  return folderFiles.has(stem) ? equalEnds(asked, has.slice(0, -1), 0) : 0;
}

function equalEnds(some: readonly string[], others: readonly string[], from: number): number {
  let count = from;
  while (
    count < some.length &&
    count < others.length &&
    some[some.length - 1 - count] === others[others.length - 1 - count]
  )
    count++;
  return count;
}

function stemOf(file: string): string {
  const dot = file.indexOf('.', 1);
  return dot < 0 ? file : file.slice(0, dot);
}

function segmentsOf(path: string): string[] {
  return path
    .toLowerCase()
    .split(/[/\\]/)
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
}
