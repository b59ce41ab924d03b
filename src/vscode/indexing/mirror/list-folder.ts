/**
 * Lists the files of a folder through VS Code, by the same rules as `src/workspace/discover.ts`: ignore files, globs, and folders that
 * only tools write are not even opened. It goes down level by level, so that limits leave out the deepest files. The index service
 * applies all rules once more to what it gets.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { errorMessage } from '../../../shared/error-message';
import { inOrder } from '../../../shared/in-order';
import { globsOf } from '../../../workspace/globs';
import { matchable } from '../../../workspace/ignore/ignore-patterns';
import { IgnoreRules, ignoreFiles } from '../../../workspace/ignore/ignore-rules';
import { skipByName } from '../../../workspace/skip-by-name';

export interface ListedFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  /** By its name it is no source: the index service lists it with the reason, and its content is not read. */
  readonly isSkipped: boolean;
}

interface ListOptions {
  /** Where the ignore files are kept on the disk in memory. */
  readonly root: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly force: boolean;
  readonly signal: AbortSignal;
  readonly onUnreadable: (path: string, reason: string) => void;
}

interface OpenedFolder {
  readonly uri: vscode.Uri;
  /** `''` or `a/b/`. */
  readonly path: string;
  readonly rules: IgnoreRules;
}

/** Folders that are read at the same time. */
const parallelFolders = 8;
/** Far above what is indexed; a folder with more has its names counted no further. */
const mostEntries = 100_000;

export async function listFolder(folder: vscode.Uri, options: ListOptions): Promise<readonly ListedFile[]> {
  const globs = globsOf(options.include, options.exclude);
  const files: ListedFile[] = [];
  let level: OpenedFolder[] = [{ uri: folder, path: '', rules: IgnoreRules.start('', undefined) }];
  while (level.length > 0 && files.length < mostEntries) {
    const inner: OpenedFolder[] = [];
    const found: ListedFile[] = [];
    await inParallel(level, parallelFolders, options.signal, async (opened) => {
      const { entries, rules } = await open(opened, options);
      for (const [name, type] of entries) {
        const path = opened.path + name;
        const isFolder = (type & vscode.FileType.Directory) !== 0;
        if (name === '.git' || (type & vscode.FileType.SymbolicLink) !== 0) continue;
        const decision = rules.decide(matchable(path), isFolder);
        if ((decision.isIgnored && !decision.isOpened) || globs.isExcluded(path)) continue;
        if (isFolder) {
          if (!globs.mayInclude(path)) continue;
          const uri = vscode.Uri.joinPath(opened.uri, name);
          inner.push({ uri, path: `${path}/`, rules: rules.inside(matchable(path), decision) });
          continue;
        }
        if (!ignoreFiles.has(name) && !globs.isIncluded(path)) continue;
        const isSkipped = !options.force && !decision.isNamed && skipByName(path) !== undefined;
        found.push({ path, isSkipped });
      }
    });
    found.sort((a, b) => (a.path < b.path ? -1 : 1));
    files.push(...found);
    level = inner.sort((a, b) => (a.path < b.path ? -1 : 1));
  }
  return files;
}

/** The entries of a folder, and the rules with those of its ignore files. A folder that cannot be read has none. */
async function open(
  { uri, path, rules }: OpenedFolder,
  { root, onUnreadable }: ListOptions,
): Promise<{ readonly entries: readonly [string, vscode.FileType][]; readonly rules: IgnoreRules }> {
  try {
    const entries = await vscode.workspace.fs.readDirectory(uri);
    const names = new Set(entries.map(([name]) => name).filter((name) => ignoreFiles.has(name)));
    if (names.size === 0) return { entries, rules };
    // The rules are read from files: in a web worker, from the disk in memory.
    for (const name of names) {
      const file = join(root, path, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, await vscode.workspace.fs.readFile(vscode.Uri.joinPath(uri, name)));
    }
    const has = { git: names.has('.gitignore'), own: names.has('.codegrainignore') };
    return { entries, rules: rules.with(join(root, path), matchable(path), has) };
  } catch (error) {
    onUnreadable(path, errorMessage(error));
    return { entries: [], rules };
  }
}

/** Runs work for every item, a few at a time. The first failure stops the rest. */
export async function inParallel<Item>(
  items: readonly Item[],
  most: number,
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for await (const _ of inOrder(items, most, work)) signal.throwIfAborted();
}
