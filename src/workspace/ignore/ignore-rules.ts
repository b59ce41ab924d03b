/**
 * The ignore rules that apply in one folder of a walk. There are two lists, the strongest rules last: those of git (a built-in list,
 * the user's global excludes, info/exclude, then `.gitignore` from the top of the repository down) and `.codegrainignore`, also
 * from the top down, which overrides git. The last file with a rule for a path decides.
 */
import { join, relative, sep } from 'node:path';
import { gitConfig } from '../git-config';
import { type Repository, repositoryAround, repositoryAt } from '../repository';
import type { IgnoreRule } from '../skip-reasons';
import { type IgnoreFile, IgnorePatterns, matchable, readIgnoreLines, type Verdict } from './ignore-patterns';

export const gitIgnoreName = '.gitignore';
export const codegrainIgnoreName = '.codegrainignore';
/** A change to one of these may exclude or include any file. */
export const ignoreFiles: ReadonlySet<string> = new Set([gitIgnoreName, codegrainIgnoreName]);

/** Folders that only tools write. These are the weakest rules: any ignore file can include one again. */
const builtIn = [
  ...['.hg/', '.svn/', '.jj/', '.codegrain/', 'node_modules/', 'bower_components/', '__pycache__/', '.venv/', '.tox/'],
  ...['.nox/', '.mypy_cache/', '.pytest_cache/', '.ruff_cache/', '.gradle/', '.terraform/'],
];

interface Decision {
  readonly isIgnored: boolean;
  /** The rule that ignores it. */
  readonly by?: IgnoreRule;
  /** For a folder: it is ignored, but a line of `.codegrainignore` names something in it. */
  readonly isOpened?: boolean;
  /** For a file: a line of `.codegrainignore` names it. */
  readonly isNamed?: boolean;
}

const included: Decision = { isIgnored: false };

export class IgnoreRules {
  private constructor(
    private readonly git: readonly IgnorePatterns[],
    private readonly own: readonly CodegrainIgnore[],
    private readonly ignoreCase: boolean,
    /** If the folder is ignored but opened: the rule that ignores everything here that no `.codegrainignore` includes. */
    private readonly closedBy: IgnoreRule | undefined,
  ) {}

  /** The rules at the top of a repository, or (without one) of a walk. `base` as in `IgnoreFile`. */
  static start(base: string, repository: Repository | undefined, outer?: IgnoreRules): IgnoreRules {
    const { excludesFile, ignoreCase } = gitConfig(repository?.commonDir);
    const git = [IgnorePatterns.of({ base, name: 'the built-in rules', isOnDisk: false, ignoreCase }, builtIn)];
    const user = excludesFile === undefined ? undefined : readIgnoreLines(excludesFile);
    if (user) git.push(IgnorePatterns.of({ base, name: excludesFile ?? '', isOnDisk: true, ignoreCase }, user));
    const info = repository ? readIgnoreLines(join(repository.commonDir, 'info', 'exclude')) : undefined;
    if (info) git.push(IgnorePatterns.of({ base, name: '.git/info/exclude', isOnDisk: true, ignoreCase }, info));
    // For git a submodule starts with new rules; .codegrainignore is about the workspace and still applies.
    return new IgnoreRules(git, outer?.own ?? [], ignoreCase, outer?.closedBy);
  }

  decide(path: string, isFolder: boolean): Decision {
    for (let i = this.own.length - 1; i >= 0; i--) {
      const rules = this.own[i];
      const verdict = rules?.test(path, isFolder);
      if (verdict === 'included')
        return isFolder || !this.isNamed(path) ? included : { isIgnored: false, isNamed: true };
      if (rules && verdict === 'ignored') return this.ignored(path, isFolder, rules.rules.ruleFor(path, isFolder));
    }
    if (this.closedBy !== undefined) return this.ignored(path, isFolder, this.closedBy);
    for (let i = this.git.length - 1; i >= 0; i--) {
      const rules = this.git[i];
      const verdict = rules?.test(path, isFolder);
      if (verdict === 'included') break;
      if (rules && verdict === 'ignored') return this.ignored(path, isFolder, rules.ruleFor(path, isFolder));
    }
    return included;
  }

  /** The rules inside a folder that got this `decision`; the ignore files in the folder are added by `with`. */
  inside(folder: string, decision: Decision): IgnoreRules {
    const closedBy = decision.isIgnored ? decision.by : undefined;
    const git = this.git.map((rules) => rules.reopened(folder));
    const own = this.own.map((rules) => rules.reopened(folder));
    return new IgnoreRules(git, own, this.ignoreCase, closedBy);
  }

  /** Adds the ignore files of a folder. `base` as in `IgnoreFile`. */
  with(folder: string, base: string, names: { readonly git: boolean; readonly own: boolean }): IgnoreRules {
    const { ignoreCase } = this;
    const git = names.git ? readIgnoreLines(join(folder, gitIgnoreName)) : undefined;
    const own = names.own ? readIgnoreLines(join(folder, codegrainIgnoreName)) : undefined;
    if (!git && !own) return this;
    const file = (name: string): IgnoreFile => ({ base, name: readable(base) + name, isOnDisk: true, ignoreCase });
    return new IgnoreRules(
      git ? [...this.git, IgnorePatterns.of(file(gitIgnoreName), git)] : this.git,
      own ? [...this.own, CodegrainIgnore.of(file(codegrainIgnoreName), own)] : this.own,
      ignoreCase,
      this.closedBy,
    );
  }

  private ignored(path: string, isFolder: boolean, by: IgnoreRule): Decision {
    return { isIgnored: true, by, isOpened: isFolder && this.own.some((rules) => rules.opens(path)) };
  }

  private isNamed(path: string): boolean {
    return this.own.some((rules) => rules.namesFile(path));
  }
}

function readable(base: string): string {
  return Buffer.from(base, 'latin1').toString('utf8');
}

/** The ignore rules of the folders of a disk: of the folder that a walk begins in, and of each folder below it. */

/** What a folder has, besides the files of the user. */
interface FolderMarks {
  readonly git: boolean;
  readonly own: boolean;
  /** A `.git`: a repository of its own, or a submodule. */
  readonly repository: boolean;
}

interface RootRules {
  readonly rules: IgnoreRules;
  /** The path of the folder from the top of its repository, as made by `matchable`: `''` or `a/b/`. */
  readonly base: string;
}

/** The rules of the folders above a folder, from the top of its repository. */
export function rulesAbove(root: string): RootRules {
  const repository = repositoryAround(root);
  const start = IgnoreRules.start('', repository);
  if (!repository || repository.top === root) return { rules: start, base: '' };
  let rules = start;
  let base = '';
  let file = repository.top;
  for (const name of relative(repository.top, root).split(sep)) {
    rules = rules.with(file, base, { git: true, own: true });
    const folder = base + matchable(name);
    const decision = rules.decide(folder, true);
    // A folder that the user names is walked even if it is ignored; the rules that ignore it do not apply inside.
    if (decision.isIgnored) return { rules: start, base: '' };
    rules = rules.inside(folder, decision);
    file = join(file, name);
    base = `${folder}/`;
  }
  return { rules, base };
}

/** The rules for the entries of a folder, from those of its parent. @param base of the folder. */
export function rulesWithin(
  outer: IgnoreRules,
  folder: string,
  base: string,
  isRoot: boolean,
  marks: FolderMarks,
): IgnoreRules {
  const repository = marks.repository && !isRoot ? repositoryAt(folder) : undefined;
  const rules = repository ? IgnoreRules.start(base, repository, outer) : outer;
  return marks.git || marks.own ? rules.with(folder, base, marks) : rules;
}

/**
 * One `.codegrainignore` file: gitignore syntax, with two additions.
 *
 * - A `!` line with a slash inside names the folders of its path. If one of them is ignored, by any rule, it is opened: it is
 *   walked, but only files that a `!` line matches are included. `!vendor/acme/*.go` opens `vendor` and `vendor/acme`;
 *   `!** /gen/api.ts` (without the blank) opens folders called `gen`, but does not search all ignored folders for them.
 *   `!*.proto` names no folder and opens none.
 * - A `!` line whose last part is not only stars names the files it matches: they are included even if they would be skipped as
 *   generated, locked, secret and so on, as if they were named on the command line.
 */

class CodegrainIgnore {
  private constructor(
    readonly rules: IgnorePatterns,
    private readonly openedFolders: IgnorePatterns,
    private readonly namedFiles: IgnorePatterns,
  ) {}

  static of(file: IgnoreFile, lines: readonly string[]): CodegrainIgnore {
    const included = lines.flatMap((line) => (line.startsWith('!') ? [line.slice(1).replace(/(?<!\\)\s+$/, '')] : []));
    return new CodegrainIgnore(
      IgnorePatterns.of(file, lines),
      patternsForPathOnly(file, included.flatMap(parentFolders)),
      patternsForPathOnly(file, included.filter(namesFiles)),
    );
  }

  test(path: string, isFolder: boolean): Verdict {
    return this.rules.test(path, isFolder);
  }

  /** True if the path of a `!` line leads through this folder. */
  opens(folder: string): boolean {
    return this.openedFolders.test(folder, false) === 'ignored';
  }

  namesFile(path: string): boolean {
    return this.namedFiles.test(path, false) === 'ignored';
  }

  reopened(folder: string): CodegrainIgnore {
    const rules = this.rules.reopened(folder);
    return rules === this.rules ? this : new CodegrainIgnore(rules, this.openedFolders, this.namedFiles);
  }
}

/**
 * Patterns that match a path itself but nothing below it. Patterns without a slash do so anyway; after the others, one line
 * includes all folders again.
 */
function patternsForPathOnly(file: IgnoreFile, lines: readonly string[]): IgnorePatterns {
  const hasSlash = (line: string): boolean => line.includes('/');
  return IgnorePatterns.of(file, [...lines.filter(hasSlash), '!**/*/', ...lines.filter((line) => !hasSlash(line))]);
}

/** `/a` and `/a/b` for `/a/b/c.ts`; not those that are only `**`. */
function parentFolders(pattern: string): string[] {
  const parts = pattern.replace(/^\/|\/$/g, '').split('/');
  const folders: string[] = [];
  for (let i = 1; i < parts.length; i++) {
    const folder = parts.slice(0, i);
    if (folder.some((part) => part !== '**')) folders.push(`/${folder.join('/')}`);
  }
  return folders;
}

function namesFiles(pattern: string): boolean {
  return /[^*/][^/]*$/.test(pattern) && !pattern.endsWith('/');
}
