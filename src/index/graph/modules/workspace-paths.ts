/** Paths of a workspace: relative to its folder, with `/`; the folder itself is empty. */

export function folderOfPath(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** `a/b` and `../c` give `a/c`; undefined if the result is outside the workspace. */
export function joinPaths(folder: string, path: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/** A path inside a folder, neither of which needs to be normalised. */
export function pathIn(folder: string, name: string): string {
  return folder === '' ? name : name === '' ? folder : `${folder}/${name}`;
}

/** The folder of a file and the folders around it, the nearest first; the workspace's folder is the last. */
export function foldersAround(from: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOfPath(from); folder !== ''; folder = folderOfPath(folder)) folders.push(folder);
  folders.push('');
  return folders;
}

/** How many folders two paths have in common from the start. */
export function sharedFolders(a: string, b: string): number {
  const one = a.split('/');
  const other = b.split('/');
  let shared = 0;
  while (shared < one.length - 1 && shared < other.length - 1 && one[shared] === other[shared]) shared++;
  return shared;
}

/** Paths ordered by how near they are to a file: most folders in common, then the shortest, then the first of the alphabet. */
export function nearestFirst(paths: readonly string[], from: string): string[] {
  if (paths.length < 2) return [...paths];
  const ranked = paths.map((path) => ({ path, shared: sharedFolders(path, from), depth: path.split('/').length }));
  ranked.sort((a, b) => b.shared - a.shared || a.depth - b.depth || (a.path < b.path ? -1 : 1));
  return ranked.map(({ path }) => path);
}

/**
 * Files by how near they are to a file: those with its name (`test_nodes.py` for `nodes.py`), then those that share the most folders
 * with it; those that are equally near in the order of their paths.
 */
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
  return lastPart(path).replace(/\..*$/, '').toLowerCase();
}
