/**
 * Lists the files below a folder in a stable order, and everything that is left out with the reason; docs/workspace.md has the
 * rules. Folders are on an explicit stack, so that no depth overflows. Symbolic links are not followed, so there are no loops. The
 * walk sees changes as they are at that moment. A folder that cannot be read is listed, and the walk continues.
 */
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Globs, globsOf } from './globs';
import { matchable } from './ignore/ignore-patterns';
import { codegrainIgnoreName, gitIgnoreName, type IgnoreRules, rulesAbove, rulesWithin } from './ignore/ignore-rules';
import { secretByName } from './secret-files';
import { skipByHead, skipByName } from './skip-by-name';
import { ignoredBy, notPlain, type Skipped, unreadable } from './skip-reasons';
import type { WalkCounter } from './walk-statistics';

export interface DiscoverOptions {
  /** Globs; if there are any, only files that match one are taken. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Take generated, locked, secret, media and minified files too. Ignore rules and globs still apply. */
  readonly force?: boolean;
  /** Only these files and folders: relative paths with `/`. All rules of the folders above them apply. */
  readonly only?: readonly string[];
  readonly signal?: AbortSignal;
}

export interface FoundFile {
  readonly file: string;
  /** POSIX, relative to the walked folder, exactly as the disk spells it. */
  readonly path: string;
  /** A line of `.codegrainignore` names this file, so it is not skipped as generated, locked and so on. Secrets still are. */
  readonly isNamed?: boolean;
}

interface LeftOut {
  readonly file: string;
  readonly path: string;
  readonly isFolder: boolean;
  readonly skipped: Skipped;
}

export type FoundEntry = FoundFile | LeftOut;

interface Folder {
  /** Absolute. */
  readonly file: string;
  /** `''` or `a/b/`, relative to the walked folder. */
  readonly path: string;
  /** The same from the top of the repository, as made by `matchable`. */
  readonly compared: string;
  readonly rules: IgnoreRules;
  readonly entries: readonly Dirent[];
  /** Everything in it is listed, not only the paths of `only`. */
  readonly isWhole: boolean;
  next: number;
}

/** The paths that a walk is limited to. */
interface OnlyPaths {
  readonly paths: ReadonlySet<string>;
  /** The folders above them. */
  readonly folders: ReadonlySet<string>;
}

/** Entries between two pauses for other work, and at most in a list. */
const pauseEvery = 500;

export async function* discover(root: string, options: DiscoverOptions = {}): AsyncGenerator<FoundEntry> {
  for await (const entries of discoverLists(root, options)) yield* entries;
}

/** The same as lists of a few hundred entries: to await each of a million takes longer than to find it. */
export function discoverLists(root: string, options: DiscoverOptions = {}): AsyncGenerator<readonly FoundEntry[]> {
  const globs = globsOf(options.include, options.exclude);
  const only = options.only && onlyPathsOf(options.only);
  return new Walk(resolve(root), globs, only, options.force ?? false, options.signal).run();
}

/**
 * Walks all files of a folder except the index itself, which may be anywhere in it. Files skipped by rules are counted here; others may
 * still be skipped for their content.
 */
export async function* walkFolder(
  root: string,
  indexFile: string,
  options: DiscoverOptions,
  counter: WalkCounter,
): AsyncGenerator<readonly FoundEntry[]> {
  const isOfIndex = (file: string): boolean => file === indexFile || file.startsWith(`${indexFile}.`);
  for await (const entries of discoverLists(root, options)) {
    const found = entries.some(({ file }) => isOfIndex(file))
      ? entries.filter(({ file }) => !isOfIndex(file))
      : entries;
    for (const entry of found) if ('skipped' in entry) counter.skip(entry.path, entry.skipped);
    yield found;
  }
}

function onlyPathsOf(list: readonly string[]): OnlyPaths {
  const folders = new Set<string>();
  for (const path of list) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      folders.add(path.slice(0, end));
  }
  return { paths: new Set(list), folders };
}

class Walk {
  /** The path of the walked folder from the top of its repository, as made by `matchable`: `''` or `a/b/`. */
  private prefix = '';

  constructor(
    private readonly root: string,
    private readonly globs: Globs,
    private readonly only: OnlyPaths | undefined,
    private readonly force: boolean,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async *run(): AsyncGenerator<readonly FoundEntry[]> {
    const isWhole = this.only === undefined || this.only.paths.has('');
    const above = rulesAbove(this.root);
    this.prefix = above.base;
    const first = this.open(this.root, '', above.rules, isWhole);
    if ('skipped' in first) {
      yield [first];
      return;
    }
    const folders: Folder[] = [first];
    let found: FoundEntry[] = [];
    let visited = 0;
    for (let folder = folders.at(-1); folder; folder = folders.at(-1)) {
      if (visited++ % pauseEvery === 0) {
        if (found.length > 0) yield found;
        found = [];
        // A folder may have 100,000 files; other work needs a turn in between.
        await setImmediate();
        this.signal?.throwIfAborted();
      }
      const entry = folder.entries[folder.next++];
      if (!entry) {
        folders.pop();
        continue;
      }
      // Git itself never reads it as content, whatever the rules say.
      if (entry.name === '.git') continue;
      if (!this.isInScope(folder, entry.name)) continue;
      const decided = this.decide(folder, entry);
      if (!('rules' in decided)) {
        found.push(decided);
        continue;
      }
      const isWhole = folder.isWhole || this.only?.paths.has(decided.path) === true;
      const inner = this.open(decided.file, `${decided.path}/`, decided.rules, isWhole);
      if ('skipped' in inner) found.push(inner);
      else folders.push(inner);
    }
    if (found.length > 0) yield found;
  }

  private isInScope(folder: Folder, name: string): boolean {
    if (folder.isWhole || !this.only) return true;
    const path = folder.path + name;
    return this.only.paths.has(path) || this.only.folders.has(path);
  }

  /** Decides whether an entry is taken, left out, or a folder to walk with its rules. */
  private decide(folder: Folder, entry: Dirent): FoundEntry | { file: string; path: string; rules: IgnoreRules } {
    const file = folder.file.endsWith(sep) ? folder.file + entry.name : folder.file + sep + entry.name;
    const path = folder.path + entry.name;
    const isFolder = entry.isDirectory();
    const out = (reason: Skipped['reason'], message: string): LeftOut => {
      return { file, path, isFolder, skipped: { reason, message } };
    };
    if (entry.name.includes('\ufffd') && !lstatSync(file, { throwIfNoEntry: false }))
      return out('bad-name', 'has a name that is not UTF-8, so it cannot be opened');
    const compared = folder.compared + matchable(entry.name);
    const decision = folder.rules.decide(compared, isFolder);
    if (decision.isIgnored && !decision.isOpened) return { file, path, isFolder, skipped: ignoredBy(decision.by) };
    if (this.globs.isExcluded(path)) return out('excluded', 'is excluded by a glob');
    if (isFolder) {
      if (!this.globs.mayInclude(path)) return out('excluded', 'is not included by any glob');
      return { file, path, rules: folder.rules.inside(compared, decision) };
    }
    if (!this.globs.isIncluded(path)) return out('excluded', 'is not included by any glob');
    if (entry.isSymbolicLink()) return out('symbolic-link', 'is a symbolic link, which is not followed');
    if (!entry.isFile()) return { file, path, isFolder, skipped: notPlain };
    // A repository must not decide that the secrets of its user are read.
    const secret = this.force ? undefined : secretByName(path);
    if (secret) return { file, path, isFolder, skipped: secret };
    if (decision.isNamed) return { file, path, isNamed: true };
    const skipped = this.force ? undefined : (skipByName(path) ?? skipByHead(file));
    return skipped ? { file, path, isFolder, skipped } : { file, path };
  }

  private open(file: string, path: string, outer: IgnoreRules, isWhole: boolean): Folder | LeftOut {
    const out = (skipped: Skipped): LeftOut => ({ file, path: path.slice(0, -1), isFolder: true, skipped });
    let entries: Dirent[];
    try {
      // Synchronous: it takes a quarter of the time, and other work gets a turn often enough.
      entries = readdirSync(file, { withFileTypes: true });
    } catch (error) {
      return out(unreadable(error));
    }
    const names = { git: false, own: false, repository: false };
    let bare = 0;
    for (const entry of entries) {
      const { name } = entry;
      if (name === '.git') names.repository = true;
      // Like git: a link is not followed here.
      else if (name === gitIgnoreName) names.git = entry.isFile();
      else if (name === codegrainIgnoreName) names.own = entry.isFile();
      else if (name === 'HEAD' ? entry.isFile() : name === 'objects' || name === 'refs') bare++;
    }
    if (bare === 3 && path !== '') return out({ reason: 'ignored', message: 'is a bare git repository' });
    const base = this.prefix + matchable(path);
    const rules = rulesWithin(outer, file, base, path === '', names);
    // By code unit, not by locale: the same order on every machine.
    entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    return { file, path, compared: base, rules, entries, isWhole, next: 0 };
  }
}
