/** Members of types and of values whose type is known, also those that base types have; and names in namespaces. */
import type { LinkedDefinition } from '../../../code/links/file-links';
import type { ImportLink } from '../../../languages/language';
import {
  addsToType,
  type DefinitionPlace,
  definitionAt,
  definitionsNamed,
  isDeclaredModule,
  isNamespaceKind,
  isTopLevel,
  isTypeKind,
  type LinkedFile,
  type LinkSource,
  namespaceAround,
  typeNameOf,
} from '../link-source';
import { moduleRulesOf } from '../modules/rules-by-language';
import { sharedFolders } from '../modules/workspace-paths';
import { definitions, isFound, isSameFamily, type Meaning, outside, unknown } from './meaning';

/** How many types and values are looked at for one member. */
const maxSteps = 60;

/** Languages in which other files add members to a type. */
const addsElsewhere = new Set([
  'c',
  'cpp',
  'objective-c',
  'rust',
  'swift',
  'csharp',
  'kotlin',
  'ruby',
  'dart',
  'scala',
]);

/** Files that define the member; more are too many to say which adds to the type. */
const maxAdding = 200;

export class TypeMembers {
  private readonly known = new Map<string, Meaning>();

  constructor(private readonly resolver: Resolving) {}

  /** @param file the file that names the member. */
  find(places: readonly DefinitionPlace[], name: string, file: LinkedFile): Meaning {
    const [first] = places;
    if (!first) return unknown;
    const key = `${places.map(({ file: { path }, number }) => `${path} ${number}`).join()} ${name}`;
    const known = this.known.get(key);
    if (known) return known;
    // Until it is known, a type that leads back to itself has no such member.
    this.known.set(key, unknown);
    const found = this.look(places, name, file);
    this.known.set(key, found);
    return found;
  }

  private look(places: readonly DefinitionPlace[], name: string, file: LinkedFile): Meaning {
    const queue = [...places];
    const seen = new Set<string>();
    let isOutside = false;
    for (let at = 0; at < queue.length && at < maxSteps; at++) {
      const place = queue[at];
      const definition = place && definitionAt(place);
      if (!place || !definition) continue;
      const key = `${place.file.path} ${place.number}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const own = this.ownMembers(place, name);
      if (own.length > 0) return definitions(own);
      const listed = this.listedMember(place, definition, name);
      if (isFound(listed)) return listed;
      if (isNamespaceKind(definition.kind)) {
        const around = namespaceAround(place.file, definition);
        const full = around === '' ? definition.name : `${around}.${definition.name}`;
        const inNamespace = this.resolver.namespaces.find(full, name, place.file.language);
        if (inNamespace.is !== 'unknown') return inNamespace;
      }
      const next = isTypeKind(definition.kind) ? this.resolver.basesOf(place) : [];
      if (definition.type >= 0) next.push(this.typeOf(place, definition));
      for (const meaning of next) {
        if (meaning.is === 'definitions') queue.push(...meaning.places);
        else if (meaning.is === 'outside') isOutside = true;
        else if (meaning.is === 'module' || meaning.is === 'namespace') {
          const member = this.resolver.memberOf(meaning, name, file);
          if (member.is === 'definitions') return member;
        }
      }
    }
    return isOutside ? outside : unknown;
  }

  /** The declared type of a value or a result. `Self` is the type around the definition. */
  private typeOf({ file }: DefinitionPlace, { type, container }: LinkedDefinition): Meaning {
    const named = file.links.references[type];
    const isSelf = container >= 0 && named?.form === 'name' && named.name === 'Self';
    return isSelf ? definitions([{ file, number: container }]) : this.resolver.meaningOf(file, type);
  }

  /** Without those of base types: inside the type, or written elsewhere for it. */
  private ownMembers(place: DefinitionPlace, name: string): readonly DefinitionPlace[] {
    const { file, number } = place;
    const definition = definitionAt(place);
    if (!definition) return [];
    const inside: DefinitionPlace[] = [];
    const beside: DefinitionPlace[] = [];
    for (const candidate of definitionsNamed(file, name)) {
      const member = definitionAt(candidate);
      // The name of a type means the type, not its constructor.
      if (member && name === definition.name && !isTypeKind(member.kind)) continue;
      const isOutside = member?.owner !== '' && isNamespaceKind(definition.kind);
      if (member?.container === number && !isOutside) inside.push(candidate);
      else if (
        member &&
        (member.owner !== '' || isTypeKind(definition.kind)) &&
        typeNameOf(file, member) === definition.name
      )
        beside.push(candidate);
    }
    if (inside.length > 0) return inside;
    if (name === 'default' && isDeclaredModule(definition)) return declaredDefault(place);
    if (beside.length > 0 || !isTypeKind(definition.kind)) return beside;
    return this.addedMembers(place, definition.name, name);
  }

  /** A name that an object takes from its file: `isArray` of `const utils = { isArray, ...others }`. */
  private listedMember(
    { file }: DefinitionPlace,
    { name: object, container }: LinkedDefinition,
    name: string,
  ): Meaning {
    if (container >= 0) return unknown;
    let found: Meaning = unknown;
    for (const link of file.links.imports) {
      if (!link.local.startsWith(object) || link.local[object.length] !== '.') continue;
      const member = link.local.slice(object.length + 1);
      if (member === name) return this.resolver.importMeaning(file, link);
      if (member !== '*' || isFound(found)) continue;
      const others = this.resolver.importMeaning(file, link);
      if (isFound(others)) found = this.resolver.memberOf(others, name, file);
      if (found.is === 'definitions' && found.how !== 'resolved') found = unknown;
    }
    return found;
  }

  private addedMembers({ file }: DefinitionPlace, type: string, name: string): readonly DefinitionPlace[] {
    const { source } = this.resolver;
    const inPackage = moduleRulesOf(file.language)?.packageOf?.(file.path, source.workspace);
    if (inPackage)
      return inPackage.flatMap((path) => {
        const other = source.file(path);
        return other ? membersFor(type, name, other) : [];
      });
    if (!addsElsewhere.has(file.language) || source.definerCount(name) > maxAdding) return [];
    const found = source
      .definers(name)
      .filter((other) => other !== file && isSameFamily(other.language, file.language))
      .flatMap((other) => membersFor(type, name, other));
    // Types of one name in different places: the nearest is meant.
    const near = ({ file: { path } }: DefinitionPlace): number => sharedFolders(path, file.path);
    const nearest = Math.max(...found.map(near));
    return found.filter((place) => near(place) === nearest);
  }
}

/** What `declare module 'x' { … }` exports as its default. */
function declaredDefault(place: DefinitionPlace): readonly DefinitionPlace[] {
  const { file, number } = place;
  const local = `${definitionAt(place)?.name}.default`;
  const link = file.links.imports.find((each) => each.local === local);
  return link ? definitionsNamed(file, link.name).filter((inner) => definitionAt(inner)?.container === number) : [];
}

function membersFor(type: string, name: string, file: LinkedFile): DefinitionPlace[] {
  return definitionsNamed(file, name).filter((place) => {
    const member = definitionAt(place);
    if (!member || typeNameOf(file, member) !== type) return false;
    const around = file.links.definitions[member.container];
    return member.owner !== '' || (around !== undefined && (addsToType(around.kind) || isTypeKind(around.kind)));
  });
}

/** What the parts of the resolver ask each other: names lead to members, members to types, and types to names again. */
export interface Resolving {
  readonly source: LinkSource;
  readonly namespaces: NamespaceMembers;
  meaningOf(file: LinkedFile, reference: number): Meaning;
  /** @param file the file that names the member. */
  memberOf(meaning: Meaning, name: string, file: LinkedFile): Meaning;
  basesOf(place: DefinitionPlace): Meaning[];
  importMeaning(file: LinkedFile, link: ImportLink): Meaning;
}

// Names of namespaces, which any file may add to: packages of Java, namespaces of C#, PHP and C++, modules of Ruby.

export class NamespaceMembers {
  private readonly known = new Map<string, Meaning>();

  constructor(private readonly source: LinkSource) {}

  /** @param language of the file that asks. */
  find(namespace: string, name: string, language: string): Meaning {
    const key = `${language} ${namespace} ${name}`;
    let meaning = this.known.get(key);
    if (!meaning) {
      meaning = this.look(namespace, name, language);
      this.known.set(key, meaning);
    }
    return meaning;
  }

  private look(namespace: string, name: string, language: string): Meaning {
    const places: DefinitionPlace[] = [];
    for (const file of this.source.definers(name)) {
      if (!isSameFamily(file.language, language)) continue;
      for (const place of definitionsNamed(file, name)) {
        const definition = file.links.definitions[place.number];
        if (definition && isTopLevel(file, definition) && namespaceAround(file, definition) === namespace)
          places.push(place);
      }
    }
    const inner = namespace === '' ? name : `${namespace}.${name}`;
    if (places.length > 0) return definitions(this.loaded(places, inner));
    return this.source.hasNamespace(inner) ? { is: 'namespace', name: inner } : unknown;
  }

  /** Of several definitions, those that the loader of the language finds. A name that several files add to has no such rule. */
  private loaded(places: readonly DefinitionPlace[], fullName: string): readonly DefinitionPlace[] {
    const [first] = places;
    if (!first || places.length === 1) return places;
    const rules = moduleRulesOf(first.file.language);
    if (rules?.addsToTypes) return places;
    const homes = rules?.homesOf?.(fullName, first.file.path, this.source.workspace) ?? [];
    const atHome = places.filter(({ file }) => homes.includes(file.path));
    return atHome.length > 0 ? atHome : places;
  }
}
