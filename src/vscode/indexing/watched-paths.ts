/** Which events of the file system are worth a look, by the path alone. What the rules leave out is known to the walk. */
import { isAbsolute, relative, sep } from 'node:path';
import { gitIgnore, ownIgnore } from '../../workspace/ignore-rules';

/** Tools write here all the time, and nothing in them is ever indexed unless someone insists in an ignore file. */
const unwatched = new Set(['.git', '.hg', '.svn', '.jj', '.codegrain', 'node_modules']);

/** The path of a file as the index spells it: relative to the folder, with `/`. Undefined: it is elsewhere, or the folder itself. */
export function pathInFolder(root: string, file: string): string | undefined {
  const path = relative(root, file);
  if (path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) return undefined;
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

/** False for what lies in a folder of a tool, and for that folder. */
export function isWatched(path: string): boolean {
  return !path.split('/').some((part) => unwatched.has(part));
}

/** The branch of a repository that is checked out, also of one that lies in the folder. */
export function isGitHead(path: string): boolean {
  const [, before] = /^(.*\/)?\.git\/HEAD$/.exec(path) ?? [undefined, '.git'];
  return isWatched(before ?? '');
}

/** A change of such a file may mean that there is another repository: `git init`, `git submodule update`, a worktree that was moved. */
export function mayChangeRepositories(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name === '.git' || name === '.gitmodules';
}

/** A change of such a file changes what is left out, of any file beside and below it. */
export function isIgnoreFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name === gitIgnore || name === ownIgnore;
}
