/** Where the graph reads the links of files from, and what these say about a definition. */
import type { LinkedDefinition } from '../../code/links/file-links';
import type { DefinitionKind } from '../../languages/language';
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

/** One object describes one state of the workspace. */
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

const typeKinds: ReadonlySet<DefinitionKind> = new Set([
  ...(['class', 'struct', 'interface', 'trait', 'protocol', 'impl'] as const),
  ...(['extension', 'enum', 'type', 'module', 'namespace', 'object'] as const),
] satisfies DefinitionKind[]);

const namespaceKinds: ReadonlySet<DefinitionKind> = new Set(['namespace', 'module'] satisfies DefinitionKind[]);

export function isTypeKind(kind: DefinitionKind): boolean {
  return typeKinds.has(kind);
}

/** A definition that adds to a type written elsewhere, whose name it has. */
export function addsToType(kind: DefinitionKind): boolean {
  return kind === 'impl' || kind === 'extension';
}

export function isNamespaceKind(kind: DefinitionKind): boolean {
  return namespaceKinds.has(kind);
}

/** Not a member: nothing but namespaces and modules are around it. */
export function isTopLevel(file: LinkedFile, definition: LinkedDefinition): boolean {
  if (definition.owner !== '') return false;
  for (let at = definition.container; at >= 0; ) {
    const around = file.links.definitions[at];
    if (!around || !isNamespaceKind(around.kind)) return false;
    at = around.container;
  }
  return true;
}

/** The namespace of a definition, with those inside the file: `a.b`. */
export function namespaceAround(file: LinkedFile, definition: LinkedDefinition): string {
  const parts: string[] = [];
  for (let at = definition.container; at >= 0; ) {
    const around = file.links.definitions[at];
    if (!around) break;
    if (isNamespaceKind(around.kind)) parts.unshift(dotted(around.name));
    at = around.container;
  }
  if (file.links.namespace !== '') parts.unshift(dotted(file.links.namespace));
  return parts.join('.');
}

/** Longer names of modules and namespaces mean nothing: to look up all their beginnings takes the square of their length. */
export const longestModule = 1000;

/** `A\B` and `A::B` as `A.B`. */
export function dotted(name: string): string {
  return name.replace(/::|\\/g, '.').replace(/^\./, '');
}

/** The definitions of a file with a name, in the order of the text. */
export function definitionsNamed(file: LinkedFile, name: string): DefinitionPlace[] {
  const places: DefinitionPlace[] = [];
  const { definitions } = file.links;
  for (let number = 0; number < definitions.length; number++)
    if (definitions[number]?.name === name) places.push({ file, number });
  return places;
}

/** The name of the type that a member belongs to; empty for what is no member. */
export function typeNameOf(file: LinkedFile, definition: LinkedDefinition): string {
  if (definition.owner !== '') return definition.owner;
  return file.links.definitions[definition.container]?.name ?? '';
}

/** `declare module 'x' { … }`: the types of a module that is written elsewhere. */
export function isDeclaredModule({ kind, name }: LinkedDefinition): boolean {
  return isNamespaceKind(kind) && /^['"]/.test(name);
}
