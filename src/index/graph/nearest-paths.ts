/** Which files are near to a file: those with its name (`test_nodes.py` for `nodes.py`), then those that share the most folders with it. */

/** Nearest first; those that are equally near in the order of their paths. */
export function nearestPaths(from: string, paths: Iterable<string>): string[] {
  const name = fileStem(from);
  return Array.from(paths, (path) => ({
    path,
    hasOtherName: Number(!fileStem(path).includes(name)),
    shared: sharedFolders(from, path),
  }))
    .sort((a, b) => a.hasOtherName - b.hasOtherName || b.shared - a.shared || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}

/** The name of a file without its ending, in lower case. */
export function fileStem(path: string): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\..*$/, '')
    .toLowerCase();
}

function sharedFolders(a: string, b: string): number {
  const one = a.split('/').slice(0, -1);
  const other = b.split('/');
  const differs = one.findIndex((folder, at) => folder !== other[at]);
  return differs < 0 ? one.length : differs;
}
