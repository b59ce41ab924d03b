/**
 * The ignore rules that hold in one folder of a walk. Two stacks, the strongest rules last: git's own (built-in list, the
 * user's global excludes, info/exclude, then `.gitignore` from the top of the repository down) and `.codegrainignore`, also
 * from the top down, which outranks all of git's. The last rule set that speaks of a path decides.
 */
import { join } from 'node:path';
import { CodegrainIgnore } from './codegrainignore';
import { gitConfig } from './git-config';
import { IgnorePatterns, readIgnoreLines } from './ignore-patterns';
import type { Repository } from './repository';

export const gitIgnoreName = '.gitignore';
export const codegrainIgnoreName = '.codegrainignore';
/** A change of one of these may leave out or take in any file. */
export const ignoreFiles: ReadonlySet<string> = new Set([gitIgnoreName, codegrainIgnoreName]);

/** Folders of tools, never of people. The weakest rules: any ignore file may take one back. */
const builtIn = [
  ...['.hg/', '.svn/', '.jj/', '.codegrain/', 'node_modules/', 'bower_components/', '__pycache__/', '.venv/', '.tox/'],
  ...['.nox/', '.mypy_cache/', '.pytest_cache/', '.ruff_cache/', '.gradle/', '.terraform/'],
];

interface Decision {
  readonly isIgnored: boolean;
  /** The rule that ignores it, for people. */
  readonly by?: string;
  /** Of a folder: ignored, but a line of `.codegrainignore` names something in it. */
  readonly isOpened?: boolean;
  /** Of a file: a line of `.codegrainignore` asks for it. */
  readonly isNamed?: boolean;
}

const taken: Decision = { isIgnored: false };

export class IgnoreRules {
  private constructor(
    private readonly git: readonly IgnorePatterns[],
    private readonly own: readonly CodegrainIgnore[],
    private readonly ignoreCase: boolean,
    /** Why everything here is ignored that no `.codegrainignore` takes: the folder is ignored and was opened. */
    private readonly closedBy: string | undefined,
  ) {}

  /** The rules where a repository begins, or (without one) where a walk begins. `base` as in `RuleFile`. */
  static async start(base: string, repository: Repository | undefined, outer?: IgnoreRules): Promise<IgnoreRules> {
    const { excludesFile, ignoreCase } = await gitConfig(repository?.commonDir);
    const git = [IgnorePatterns.of({ base, name: 'the built-in rules', ignoreCase }, builtIn)];
    const user = excludesFile === undefined ? undefined : await readIgnoreLines(excludesFile);
    if (user) git.push(IgnorePatterns.of({ base, name: excludesFile ?? '', ignoreCase }, user));
    const info = repository ? await readIgnoreLines(join(repository.commonDir, 'info', 'exclude')) : undefined;
    if (info) git.push(IgnorePatterns.of({ base, name: '.git/info/exclude', ignoreCase }, info));
    // A submodule begins anew for git; what .codegrainignore says is about the workspace, and goes on.
    return new IgnoreRules(git, outer?.own ?? [], ignoreCase, outer?.closedBy);
  }

  decide(path: string, isFolder: boolean): Decision {
    for (let i = this.own.length - 1; i >= 0; i--) {
      const rules = this.own[i];
      const verdict = rules?.test(path, isFolder);
      if (verdict === 'included') return isFolder || !this.names(path) ? taken : { isIgnored: false, isNamed: true };
      if (rules && verdict === 'ignored') return this.ignored(path, isFolder, because(rules.rules, path, isFolder));
    }
    if (this.closedBy !== undefined) return this.ignored(path, isFolder, this.closedBy);
    for (let i = this.git.length - 1; i >= 0; i--) {
      const rules = this.git[i];
      const verdict = rules?.test(path, isFolder);
      if (verdict === 'included') break;
      if (rules && verdict === 'ignored') return this.ignored(path, isFolder, because(rules, path, isFolder));
    }
    return taken;
  }

  /** The rules inside a folder, which `decision` is about; those of its own ignore files are added with `with`. */
  inside(folder: string, decision: Decision): IgnoreRules {
    const closedBy = decision.isIgnored ? decision.by : undefined;
    const git = this.git.map((rules) => rules.reopened(folder));
    const own = this.own.map((rules) => rules.reopened(folder));
    return new IgnoreRules(git, own, this.ignoreCase, closedBy);
  }

  /** Reads the ignore files of a folder. `base` as in `RuleFile`. */
  async with(
    folder: string,
    base: string,
    names: { readonly git: boolean; readonly own: boolean },
  ): Promise<IgnoreRules> {
    const { ignoreCase } = this;
    const git = names.git ? await readIgnoreLines(join(folder, gitIgnoreName)) : undefined;
    const own = names.own ? await readIgnoreLines(join(folder, codegrainIgnoreName)) : undefined;
    if (!git && !own) return this;
    return new IgnoreRules(
      git
        ? [...this.git, IgnorePatterns.of({ base, name: readable(base) + gitIgnoreName, ignoreCase }, git)]
        : this.git,
      own
        ? [...this.own, CodegrainIgnore.of({ base, name: readable(base) + codegrainIgnoreName, ignoreCase }, own)]
        : this.own,
      ignoreCase,
      this.closedBy,
    );
  }

  private ignored(path: string, isFolder: boolean, by: string): Decision {
    return { isIgnored: true, by, isOpened: isFolder && this.own.some((rules) => rules.opens(path)) };
  }

  private names(path: string): boolean {
    return this.own.some((rules) => rules.names(path));
  }
}

function because(rules: IgnorePatterns, path: string, isFolder: boolean): string {
  return `"${rules.lineFor(path, isFolder) ?? ''}" in ${rules.file.name}`;
}

function readable(base: string): string {
  return Buffer.from(base, 'latin1').toString('utf8');
}
