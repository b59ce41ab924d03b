/**
 * Finds files of an older version that is kept next to the newer one: the file is in a folder `v1` and there is a `v2`, or the same
 * file without that folder. `api/v1` alone is no older version of anything.
 */
import { newerVersions } from '../rank-weights';

const version = /^v(\d{1,3})$/i;
const versionFolder = /(?:^|\/)v\d{1,3}\//i;

/** A quick check: few paths have such a folder, and only for those are all paths of the index needed. */
export function hasVersionFolder(path: string): boolean {
  return versionFolder.test(path);
}

/** The files and folders of an index, by path. */
export class KnownPaths {
  private readonly paths = new Set<string>();
  /** Number of files. */
  files = 0;

  constructor(files: Iterable<string>) {
    for (const file of files) this.add(file);
  }

  /** Adding a known file changes nothing. */
  add(file: string): void {
    if (this.paths.has(file)) return;
    this.files++;
    for (let end = file.length; end > 0; end = file.lastIndexOf('/', end - 1)) {
      const path = file.slice(0, end);
      if (this.paths.has(path)) break;
      this.paths.add(path);
    }
  }

  isOlderVersion(path: string): boolean {
    if (!hasVersionFolder(path)) return false;
    const parts = path.split('/');
    return parts.slice(0, -1).some((part, at) => {
      const number = version.exec(part)?.[1];
      if (number === undefined) return false;
      const before = parts
        .slice(0, at)
        .map((folder) => `${folder}/`)
        .join('');
      for (let next = 1; next <= newerVersions; next++)
        if (this.paths.has(`${before}${part.charAt(0)}${Number(number) + next}`)) return true;
      return this.paths.has(before + parts.slice(at + 1).join('/'));
    });
  }
}
