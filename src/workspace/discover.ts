/**
 * The files below a folder, in a stable order, without what git ignores. Symbolic links are not followed, so a loop cannot trap
 * the walk; they and folders that cannot be read are listed with their reason.
 */
import { type Dirent, existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { reasonOf, type Skipped } from './read';

export type Found = { readonly file: string } | { readonly file: string; readonly skipped: Skipped };

interface Rules {
  /** Where the rules stand: their patterns are relative to it. */
  readonly folder: string;
  readonly ignore: Ignore;
}

const never: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', 'node_modules', '.codegrain']);

export async function* discover(folder: string): AsyncGenerator<Found> {
  const above = await rulesAbove(folder);
  // A folder that is asked for by name is walked even where git ignores it.
  yield* walk(folder, isIgnored(above, folder, true) ? [] : above);
}

/** The ignore rules of the folders above, up to the top of the repository. */
async function rulesAbove(folder: string): Promise<Rules[]> {
  const rules: Rules[] = [];
  for (let below = folder; !existsSync(join(below, '.git')); ) {
    const above = dirname(below);
    if (above === below) return [];
    const own = await rulesOf(above);
    if (own) rules.unshift(own);
    below = above;
  }
  return rules;
}

async function rulesOf(folder: string): Promise<Rules | undefined> {
  const text = await readFile(join(folder, '.gitignore'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : { folder, ignore: ignore().add(text) };
}

async function* walk(folder: string, outer: readonly Rules[]): AsyncGenerator<Found> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    yield { file: folder, skipped: { reason: 'unreadable', message: `cannot be read: ${reasonOf(error)}` } };
    return;
  }
  const rules = [...outer];
  if (entries.some((entry) => entry.name === '.gitignore' && entry.isFile())) {
    const own = await rulesOf(folder);
    if (own) rules.push(own);
  }
  // By code unit, not by locale: the same order on every machine.
  entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  for (const entry of entries) {
    const file = join(folder, entry.name);
    if (never.has(entry.name) || isIgnored(rules, file, entry.isDirectory())) continue;
    if (entry.isDirectory()) yield* walk(file, rules);
    else if (entry.isFile()) yield { file };
    else if (entry.isSymbolicLink())
      yield {
        file,
        skipped: { reason: 'symbolic-link', message: 'is a symbolic link; what it points to is read in its own place' },
      };
    else yield { file, skipped: { reason: 'not-a-file', message: 'is not a regular file' } };
  }
}

/** The innermost rules that speak of a file decide. */
function isIgnored(rules: readonly Rules[], file: string, isFolder: boolean): boolean {
  for (let i = rules.length - 1; i >= 0; i--) {
    const rule = rules[i];
    if (!rule) continue;
    const relative = file.slice(rule.folder.length + 1).replaceAll('\\', '/');
    const result = rule.ignore.test(isFolder ? `${relative}/` : relative);
    if (result.ignored) return true;
    if (result.unignored) return false;
  }
  return false;
}
