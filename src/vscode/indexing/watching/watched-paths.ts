/** Decides by the path alone which file events matter. The ignore rules are applied later, when the folder is walked. */
import { isAbsolute, relative, sep } from 'node:path';
import { codegrainIgnoreName, gitIgnoreName } from '../../../workspace/ignore/ignore-rules';

/** Tools write here constantly, and nothing here is indexed unless an ignore file explicitly includes it. */
const unwatched = new Set(['.git', '.hg', '.svn', '.jj', '.codegrain', 'node_modules']);

/** A file's path as the index has it: relative to the folder, with `/`. Undefined for the folder itself and for files outside it. */
export function pathInFolder(root: string, file: string): string | undefined {
  const path = relative(root, file);
  if (path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) return undefined;
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

/** False for the folders of tools and everything in them. */
export function isWatched(path: string): boolean {
  return !path.split('/').some((part) => unwatched.has(part));
}

/** The file that names the checked-out branch, of the folder's own repository or of one inside the folder. */
export function isGitHead(path: string): boolean {
  const [, before] = /^(.*\/)?\.git\/HEAD$/.exec(path) ?? [undefined, '.git'];
  return isWatched(before ?? '');
}

/** A change of such a file may add or remove a repository: `git init`, `git submodule update`, a moved worktree. */
export function mayChangeRepositories(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name === '.git' || name === '.gitmodules';
}

/** A change of such a file may change which files beside and below it are indexed. */
export function isIgnoreFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name === gitIgnoreName || name === codegrainIgnoreName;
}
