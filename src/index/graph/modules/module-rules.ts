/**
 * From the name of a module to files of the workspace: the contract of the rules of each language. Rules know paths and the files
 * that configure a project (`tsconfig.json`, `go.mod`), never the contents of source files. After it is what rules share.
 */

import { attempt } from '../../../shared/attempt';
import { isRecord } from '../../../shared/is-record';
import { folderOfPath, lastPart, nearestFirst } from './workspace-paths';

/**
 * What rules may ask about the workspace. Paths are relative to its folder, with `/`; the folder itself is empty. One object
 * describes one state of the workspace: rules cache what they learn by it, so a change of a path or a configuration needs a new one.
 */
export interface WorkspaceFiles {
  has(path: string): boolean;
  /** The files directly in a folder. */
  inFolder(folder: string): readonly string[];
  /** All files with this name (`list.h`), wherever they are. */
  named(name: string): readonly string[];
  /** The text of a file that configures the project; undefined if it is not there. Cached. */
  read(path: string): string | undefined;
}

export interface ModuleRules {
  /**
   * Names of the files that the rules look up with `named` to learn how a project is configured. The workspace must know them even
   * if they are not source code (`go.mod`).
   */
  readonly configs?: readonly string[];
  /** True if names of other files need an import that lists them or the module; what is not imported is from outside. */
  readonly needsImport?: boolean;
  /** True if an import has the effect of the other file's text, with everything that the other file imports (`#include`). */
  readonly isTextual?: boolean;
  /** True if any file may add to a type of another: classes of Ruby. */
  readonly addsToTypes?: boolean;
  /**
   * The files that a module means to a file, the best first: one file, the files of a package, or a header and its source. Empty
   * if the module is no file of the workspace.
   * @param module as in `ImportLink`.
   * @param from the path of the file that names the module.
   */
  filesOf(module: string, from: string, files: WorkspaceFiles): readonly string[];
  /** The name of a module inside another: `c` of `a.b` is `a.b.c`. Missing if modules have none inside them. */
  submodule?(module: string, name: string): string;
  /**
   * The inverse of `submodule`: `crate::a::B` is `B` of `crate::a`. A module without a file can be a definition or an import of the
   * module around it.
   */
  parentModule?(module: string): { readonly module: string; readonly name: string } | undefined;
  /**
   * The files where the loader of the language looks for a name if nothing imports it: `Admin.User` is in `admin/user.rb`.
   * @param name with the namespaces around it, and dots between them.
   */
  homesOf?(name: string, from: string, files: WorkspaceFiles): readonly string[];
  /** The other files whose names a file uses without an import: those of its package in Go. */
  packageOf?(from: string, files: WorkspaceFiles): readonly string[];
}

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

/** The files whose path ends with a path (`net/socket.h`), the nearest to a file first. */
export function filesEndingWith(path: string, from: string, files: WorkspaceFiles): string[] {
  const ending = `/${path}`;
  return nearestFirst(
    files.named(lastPart(path)).filter((file) => file === path || file.endsWith(ending)),
    from,
  );
}

// JSON of configuration files as people write it: with comments, trailing commas and a byte order mark.

export type JsonRecord = Readonly<Record<string, unknown>>;

/** A string, a comment, or a comma before a closing bracket. Strings come first, so that nothing inside them counts. */
const token = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*[}\]])/g;

/** The object in a text; undefined if there is none or it cannot be read. */
export function readJsonRecord(text: string | undefined): JsonRecord | undefined {
  if (text === undefined) return undefined;
  // A file that is being edited configures nothing.
  return attempt(() =>
    asRecord(JSON.parse(text.replace(/^\uFEFF/, '').replace(token, (part) => (part[0] === '"' ? part : '')))),
  );
}

export function asRecord(value: unknown): JsonRecord | undefined {
  return isRecord(value) ? value : undefined;
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
