/** Keeps paths inside a folder: the tools of agents, and all code that follows a path from an index, must not read anything outside. */
import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';

/** The path of a file relative to a folder, with `/`; undefined if the file is not in the folder. Does not look at the disk. */
export function pathInside(folder: string, file: string): string | undefined {
  const path = relative(folder, file);
  if (path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) return undefined;
  return path.split(sep).join('/');
}

/** A path as records have it: relative to the current folder, absolute outside of it, with `/`. */
export function shownPath(file: string): string {
  return pathInside(process.cwd(), file) || file.replaceAll(sep, '/');
}

/**
 * The file that a path relative to a folder leads to. Undefined if the path is absolute, if it leaves the folder through `..` or a
 * symbolic link, or if there is no such file.
 */
export function realFileInside(folder: string, path: string): string | undefined {
  if (isAbsolute(path) || path.includes('\0') || pathInside(folder, resolve(folder, path)) === undefined)
    return undefined;
  try {
    const file = realpathSync.native(resolve(folder, path));
    return pathInside(realpathSync.native(folder), file) === undefined ? undefined : file;
  } catch {
    return undefined;
  }
}
