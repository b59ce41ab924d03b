/** When a server must not make an index by itself, and how it sees that another program does. */
import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { nextSuffix } from '../index/file/index-files';
import { pathInside } from '../shared/inside-folder';

/** How long after its last write an index counts as growing. */
const growingMs = 3_000;

/**
 * Why a folder is not indexed without being asked: agents are also started in the home folder, or in `/`, by accident.
 * @param root without symbolic links
 */
export function tooWideReason(root: string): string | undefined {
  if (pathInside(root, realHome()) === undefined) return undefined;
  return `${root} ${root === realHome() ? 'is' : 'contains'} your home folder, which is not indexed unless you ask for it. Start the server in a project folder (codegrain mcp FOLDER), or run \`codegrain index ${root}\` once`;
}

function realHome(): string {
  const home = homedir();
  try {
    return realpathSync.native(home);
  } catch {
    return home;
  }
}

/** True if the index, or the one that will replace it, was written a moment ago. */
export function isGrowing(indexFile: string): boolean {
  return [indexFile, indexFile + nextSuffix].some((file) => {
    const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    return written !== undefined && Math.abs(Date.now() - written) < growingMs;
  });
}
