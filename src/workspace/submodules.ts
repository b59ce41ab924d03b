/**
 * The submodules that are checked out in a working tree, and their submodules: `.gitmodules` names the folders, and each of them
 * has a `.git` that points to its repository. Git is not run.
 */
import { join } from 'node:path';
import { plainText } from '../shared/plain-file';
import { unquoted } from './git-config';
import { type Repository, repositoryAt } from './repository';

/** Links can make submodules contain each other by mistake. */
const maxDepth = 10;

export async function submodulesOf({ top }: Repository, depth = 0): Promise<readonly Repository[]> {
  const text = depth < maxDepth ? (plainText(join(top, '.gitmodules')) ?? '') : '';
  const found: Repository[] = [];
  for (const path of submodulePaths(text)) {
    const submodule = repositoryAt(join(top, path));
    if (submodule) found.push(submodule, ...(await submodulesOf(submodule, depth + 1)));
  }
  return found;
}

function submodulePaths(text: string): Set<string> {
  const paths = new Set<string>();
  let isSubmodule = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*\[/.test(line)) isSubmodule = /^\s*\[\s*submodule\s/i.test(line);
    const [, value] = /^\s*path\s*=\s*(.*)$/i.exec(line) ?? [];
    // Git accepts no path that leaves the working tree.
    if (isSubmodule && value !== undefined && !value.split(/[/\\]/).includes('..')) paths.add(unquoted(value));
  }
  paths.delete('');
  return paths;
}
