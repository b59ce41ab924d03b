/**
 * The submodules that are checked out in a working tree, and theirs in turn: `.gitmodules` names their folders, and each of them has
 * a `.git` that leads to where git keeps it. Without running git.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unquoted } from './git-config';
import { type Repository, repositoryAt } from './repository';

/** Submodules may contain one another by mistake, through links. */
const deepest = 10;

export async function submodulesOf({ top }: Repository, depth = 0): Promise<readonly Repository[]> {
  const text = depth < deepest ? await readFile(join(top, '.gitmodules'), 'utf8').catch(() => '') : '';
  const found: Repository[] = [];
  for (const path of submodulePaths(text)) {
    const submodule = await repositoryAt(join(top, path));
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
    // Git takes none that leads out of the working tree.
    if (isSubmodule && value !== undefined && !value.split(/[/\\]/).includes('..')) paths.add(unquoted(value));
  }
  paths.delete('');
  return paths;
}
