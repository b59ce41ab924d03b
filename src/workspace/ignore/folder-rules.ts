/** The ignore rules of the folders of a disk: of the folder that a walk begins in, and of each folder below it. */
import { join, relative, sep } from 'node:path';
import { repositoryAround, repositoryAt } from '../repository';
import { matchable } from './ignore-patterns';
import { IgnoreRules } from './ignore-rules';

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
