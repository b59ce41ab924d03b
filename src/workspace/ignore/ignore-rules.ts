/**
 * The ignore rules that apply in one folder of a walk. There are two lists, the strongest rules last: those of git (a built-in list,
 * the user's global excludes, info/exclude, then `.gitignore` from the top of the repository down) and `.codegrainignore`, also
 * from the top down, which overrides git. The last file with a rule for a path decides.
 */
import { join } from 'node:path';
import { gitConfig } from '../git-config';
import type { Repository } from '../repository';
import type { IgnoreRule } from '../skip-reasons';
import { CodegrainIgnore } from './codegrainignore';
import { type IgnoreFile, IgnorePatterns, readIgnoreLines } from './ignore-patterns';

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
