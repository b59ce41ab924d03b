import type { WorkspaceFiles } from '../../../../../src/index/graph/modules/module-rules';
import { folderOfPath, lastPart } from '../../../../../src/index/graph/modules/workspace-paths';

/** A workspace of the given files: path → text. */
export function memoryWorkspace(texts: Readonly<Record<string, string>>): WorkspaceFiles {
  const paths = Object.keys(texts);
  return {
    has: (path) => path in texts,
    inFolder: (folder) => paths.filter((path) => folderOfPath(path) === folder),
    named: (name) => paths.filter((path) => lastPart(path) === name),
    read: (path) => texts[path],
  };
}

/** A workspace of source files, whose texts no rule reads, and of files that configure it. */
export function workspaceOf(paths: readonly string[], configs: Readonly<Record<string, string>> = {}): WorkspaceFiles {
  return memoryWorkspace({ ...Object.fromEntries(paths.map((path) => [path, ''])), ...configs });
}
