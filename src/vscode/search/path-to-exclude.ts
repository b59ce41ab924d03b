/** What leaves a file, or its folder, out of the search. Pages import this file, so it imports nothing. */

/** The path of the file, or of its folder with `/` at the end. A file at the top has no folder: it is left out alone. */
export function pathToExclude(path: string, isFolder: boolean): string {
  return isFolder && path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : path;
}
