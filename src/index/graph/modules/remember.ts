import type { ModuleRules, WorkspaceFiles } from './module-rules';
import { folderOfPath } from './workspace-paths';

/** A value computed once for each state of the workspace. */
export function perWorkspace<T>(compute: (files: WorkspaceFiles) => T): (files: WorkspaceFiles) => T {
  const values = new WeakMap<WorkspaceFiles, { readonly value: T }>();
  return (files) => {
    const known = values.get(files);
    if (known) return known.value;
    const value = compute(files);
    values.set(files, { value });
    return value;
  };
}

/** Answers of `filesOf` that depend only on the module and the folder of the file, each computed once. */
export function perFolder(filesOf: ModuleRules['filesOf']): ModuleRules['filesOf'] {
  const answersOf = perWorkspace(() => new Map<string, readonly string[]>());
  return (module, from, files) => {
    const answers = answersOf(files);
    const key = `${folderOfPath(from)}\n${module}`;
    const known = answers.get(key);
    if (known) return known;
    const answer = filesOf(module, from, files);
    answers.set(key, answer);
    return answer;
  };
}
