/** Where the graph reads the links of files from. One object describes one state of the workspace. */
import type { LinkedDefinition } from '../../code/links/file-links';
import type { StoredLinks } from '../format/link-table';
import type { WorkspaceFiles } from './modules/module-rules';

export interface LinkedFile {
  readonly path: string;
  /** The id of its language. */
  readonly language: string;
  readonly links: StoredLinks;
}

/** A definition of the workspace. */
export interface DefinitionPlace {
  readonly file: LinkedFile;
  /** Its number in the file. */
  readonly number: number;
}

export interface LinkSource {
  readonly workspace: WorkspaceFiles;
  /** Always the same object for a path; undefined if the file is not indexed or has no links. */
  file(path: string): LinkedFile | undefined;
  /** The files that define something of this name, at any level. */
  definers(name: string): readonly LinkedFile[];
  /** Their paths, without reading them. */
  definerPaths(name: string): readonly string[];
  /** How many they are, without reading them. */
  definerCount(name: string): number;
  /** The paths of files that use or import something by this name, without reading them. */
  userPaths(name: string): readonly string[];
  /** Whether files are in a namespace (`a.b`), or in one inside it. */
  hasNamespace(name: string): boolean;
}

export function definitionAt({ file, number }: DefinitionPlace): LinkedDefinition | undefined {
  return file.links.definitions[number];
}

export function isSamePlace(a: DefinitionPlace, b: DefinitionPlace): boolean {
  return a.number === b.number && a.file.path === b.file.path;
}
