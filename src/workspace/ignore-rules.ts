/**
 * The ignore rules that hold in one folder of a walk. Two stacks, the strongest rules last: git's own (built-in list, the
 * user's global excludes, info/exclude, then `.gitignore` from the top of the repository down) and `.codegrainignore`, also
 * from the top down, which outranks all of git's. The last rule set that speaks of a path decides.
 */
import { join } from 'node:path';
import { OwnRules } from './codegrainignore';
import { gitConfig } from './git-config';
import { RuleSet, ruleLines } from './ignore-patterns';
import type { Repository } from './repository';

export const gitIgnore = '.gitignore';
export const ownIgnore = '.codegrainignore';
/** A change of one of these may leave out or take in any file. */
export const ignoreFiles: ReadonlySet<string> = new Set([gitIgnore, ownIgnore]);

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

export class Rules {
  private constructor(
    private readonly git: readonly RuleSet[],
    private readonly own: readonly OwnRules[],
    private readonly ignoreCase: boolean,
    /** Why everything here is ignored that no `.codegrainignore` takes: the folder is ignored and was opened. */
    private readonly closedBy: string | undefined,
  ) {}

  /** The rules where a repository begins, or (without one) where a walk begins. `base` as in `RuleFile`. */
  static async start(base: string, repository: Repository | undefined, outer?: Rules): Promise<Rules> {
    const { excludesFile, ignoreCase } = await gitConfig(repository?.commonDir);
    const git = [RuleSet.of({ base, name: 'the built-in rules', ignoreCase }, builtIn)];
    const user = excludesFile === undefined ? undefined : await ruleLines(excludesFile);
    if (user) git.push(RuleSet.of({ base, name: excludesFile ?? '', ignoreCase }, user));
    const info = repository ? await ruleLines(join(repository.commonDir, 'info', 'exclude')) : undefined;
    if (info) git.push(RuleSet.of({ base, name: '.git/info/exclude', ignoreCase }, info));
    // A submodule begins anew for git; what .codegrainignore says is about the workspace, and goes on.
    return new Rules(git, outer?.own ?? [], ignoreCase, outer?.closedBy);
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
  inside(folder: string, decision: Decision): Rules {
    const closedBy = decision.isIgnored ? decision.by : undefined;
    const git = this.git.map((rules) => rules.reopened(folder));
    const own = this.own.map((rules) => rules.reopened(folder));
    return new Rules(git, own, this.ignoreCase, closedBy);
  }

  /** Reads the ignore files of a folder. `base` as in `RuleFile`. */
  async with(folder: string, base: string, names: { readonly git: boolean; readonly own: boolean }): Promise<Rules> {
    const { ignoreCase } = this;
    const git = names.git ? await ruleLines(join(folder, gitIgnore)) : undefined;
    const own = names.own ? await ruleLines(join(folder, ownIgnore)) : undefined;
    if (!git && !own) return this;
    return new Rules(
      git ? [...this.git, RuleSet.of({ base, name: readable(base) + gitIgnore, ignoreCase }, git)] : this.git,
      own ? [...this.own, OwnRules.of({ base, name: readable(base) + ownIgnore, ignoreCase }, own)] : this.own,
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

function because(rules: RuleSet, path: string, isFolder: boolean): string {
  return `"${rules.lineFor(path, isFolder) ?? ''}" in ${rules.file.name}`;
}

function readable(base: string): string {
  return Buffer.from(base, 'latin1').toString('utf8');
}
