/**
 * Names that no import of the file lists: those of its package or namespace, of headers it includes, of modules it imports as a
 * whole, and last, names that nothing else in the workspace has.
 */
import {
  type DefinitionPlace,
  definitionAt,
  definitionsNamed,
  dotted,
  isNamespaceKind,
  isTopLevel,
  type LinkedFile,
  namespaceAround,
} from '../link-source';
import type { ModuleRules } from '../modules/module-rules';
import { moduleRulesOf } from '../modules/rules-by-language';
import { nearestFirst } from '../modules/workspace-paths';
import { definitions, isFound, isSameFamily, type Meaning, unknown } from './meaning';
import type { Resolving } from './members';

/** A guess names at most this many definitions. */
const maxGuesses = 3;

/** Names that more files define say nothing. */
const maxDefiners = 40;

/** Files that one file may include, directly or not. */
const maxIncluded = 3000;

/** Names that hardly any library has too: several words, or a long one. */
const distinctive = /[a-z\d][A-Z]|[A-Za-z\d]_[A-Za-z]|^.{12,}$/;

export class OpenNames {
  private readonly included = new Map<string, ReadonlySet<string>>();
  private readonly members = new Map<string, Meaning>();

  constructor(private readonly resolver: Resolving) {}

  lookup(file: LinkedFile, name: string): Meaning {
    const own = definitionsNamed(file, name).filter((place) => isTop(place));
    if (own.length > 0) return definitions(own);
    const rules = moduleRulesOf(file.language);
    const found = this.inPackage(file, name, rules);
    if (isFound(found)) return found;
    if (rules?.isTextual) {
      const places = this.inIncluded(file, name, rules);
      if (places.length > 0) return definitions(places);
    }
    const inNamespace = this.inNamespaces(file, name);
    if (inNamespace.is === 'definitions') return definitions(this.wholeTypes(inNamespace.places, file));
    if (isFound(inNamespace)) return inNamespace;
    if (rules?.addsToTypes) return this.outermost(file, name, rules);
    const imported = rules?.isTextual ? unknown : this.inWholeModules(file, name);
    if (isFound(imported)) return imported;
    return rules?.needsImport || file.links.namespace !== '' ? imported : this.unique(file, name);
  }

  /** A member of something unknown, judged by its name alone. */
  anyMember(file: LinkedFile, name: string): Meaning {
    const key = `${file.language} ${name}`;
    let meaning = this.members.get(key);
    if (!meaning) {
      meaning = this.lookMember(file, name);
      this.members.set(key, meaning);
    }
    return meaning;
  }

  private lookMember(file: LinkedFile, name: string): Meaning {
    const places = this.definersOf(file, name).filter((place) => !isTop(place));
    if (places.length === 0 || places.length > maxGuesses) return unknown;
    return definitions(places, places.length === 1 && distinctive.test(name) ? 'unique name' : 'guess');
  }

  private inPackage(file: LinkedFile, name: string, rules: ModuleRules | undefined): Meaning {
    const { source } = this.resolver;
    const paths = rules?.packageOf?.(file.path, source.workspace) ?? [];
    // The files of a package are many; those that define the name are few.
    const inPackage = paths.length === 0 ? undefined : new Set(paths);
    if (!inPackage) return unknown;
    const places = source
      .definers(name)
      .filter(({ path }) => inPackage.has(path))
      .flatMap((other) => definitionsNamed(other, name).filter((place) => isTop(place)));
    return definitions(places);
  }

  private inIncluded(file: LinkedFile, name: string, rules: ModuleRules): readonly DefinitionPlace[] {
    const { source } = this.resolver;
    const included = this.includedBy(file, rules);
    const places: DefinitionPlace[] = [];
    const others: DefinitionPlace[] = [];
    const paths = source.definerPaths(name);
    const isCommon = paths.length > maxDefiners;
    for (const path of paths) {
      // Others would have to be read, and there is hardly ever one function among them.
      if (isCommon && !included.has(path)) continue;
      const other = source.file(path);
      if (!other || other === file || !isSameFamily(other.language, file.language)) continue;
      const found = definitionsNamed(other, name).filter((place) => isTop(place) || isEnumMember(place));
      (included.has(other.path) ? places : others).push(...found);
    }
    const whole = this.wholeTypes(places, file);
    // A header declares what any source file may define.
    const isDeclared = whole.some((place) => definitionAt(place)?.kind === 'function');
    const sources = isDeclared ? others.filter((place) => definitionAt(place)?.kind === 'function') : [];
    return sources.length === 1 ? [...whole, ...sources] : whole;
  }

  /** In the place of `class Name;`, the class itself. @param file the file that names it. */
  wholeTypes(places: readonly DefinitionPlace[], file: LinkedFile): readonly DefinitionPlace[] {
    const rules = moduleRulesOf(file.language);
    if (!rules?.isTextual || !places.some(isForward)) return places;
    const whole = places.filter((place) => !isForward(place));
    const [first] = places;
    const name = first && definitionAt(first)?.name;
    if (whole.length > 0 || name === undefined) return whole;
    const definers = nearestFirst(this.resolver.source.definerPaths(name), file.path);
    // Hundreds of headers may have `struct device;`.
    const included = definers.length > maxDefiners ? common(this.includedBy(file, rules), new Set(definers)) : [];
    for (const path of new Set([...included, ...definers])) {
      const elsewhere = this.wholeTypesIn(path, name, file);
      if (elsewhere.length > 0) return elsewhere;
    }
    return places;
  }

  private wholeTypesIn(path: string, name: string, { language }: LinkedFile): DefinitionPlace[] {
    const other = this.resolver.source.file(path);
    if (!other || !isSameFamily(other.language, language)) return [];
    return definitionsNamed(other, name).filter((place) => isTop(place) && isClass(place) && !isForward(place));
  }

  /** The files that a file includes, directly or through others, and the sources of those headers. */
  private includedBy(file: LinkedFile, rules: ModuleRules): ReadonlySet<string> {
    const known = this.included.get(file.path);
    if (known) return known;
    const { source } = this.resolver;
    const included = new Set<string>();
    const queue = [file];
    for (let at = 0; at < queue.length && included.size < maxIncluded; at++) {
      const from = queue[at];
      for (const { local, module } of from?.links.imports ?? []) {
        if (!from || local !== '*' || module === '') continue;
        const [header, ...sources] = rules.filesOf(module, from.path, source.workspace);
        if (header === undefined || included.has(header)) continue;
        included.add(header);
        for (const path of sources) included.add(path);
        const next = source.file(header);
        if (next) queue.push(next);
      }
    }
    this.included.set(file.path, included);
    return included;
  }

  /** The namespaces that the file is in, from the innermost to the outermost. */
  private inNamespaces(file: LinkedFile, name: string): Meaning {
    for (const namespace of namespacesOf(file)) {
      const found = this.resolver.namespaces.find(namespace, name, file.language);
      if (isFound(found)) return found;
    }
    return unknown;
  }

  /** A name outside of all namespaces: it is known if the file requires one of the files that add to it, or the loader finds it. */
  private outermost(file: LinkedFile, name: string, rules: ModuleRules): Meaning {
    const found = this.resolver.namespaces.find('', name, file.language);
    if (found.is !== 'definitions') return isFound(found) ? found : this.unique(file, name);
    const homes = rules.homesOf?.(name, file.path, this.resolver.source.workspace) ?? [];
    const included = this.includedBy(file, rules);
    const loaded = found.places.filter(({ file: { path } }) => included.has(path) || homes.includes(path));
    const isConstant = /^[A-Z]/.test(name);
    if (loaded.length > 0) return isConstant ? found : definitions(loaded);
    return isConstant ? definitions(found.places, 'unique name') : this.unique(file, name);
  }

  private inWholeModules(file: LinkedFile, name: string): Meaning {
    let last: Meaning = unknown;
    for (const link of file.links.imports) {
      if (link.local !== '*' || link.module === '') continue;
      const module = this.resolver.importMeaning(file, link);
      if (module.is === 'outside') last = module;
      if (!isFound(module)) continue;
      const found = this.resolver.memberOf(module, name, file);
      if (found.is === 'definitions' ? found.how === 'resolved' : isFound(found)) return found;
    }
    return last;
  }

  private unique(file: LinkedFile, name: string): Meaning {
    const places = this.definersOf(file, name).filter((place) => isTop(place));
    if (places.length === 0) return unknown;
    // Several files may add to one class or module.
    const names = new Set(places.map((place) => fullName(place)));
    if (names.size === 1) return definitions(places, 'unique name');
    const nearest = nearestFirst(
      places.map((place) => place.file.path),
      file.path,
    ).slice(0, maxGuesses);
    return names.size > maxGuesses
      ? unknown
      : definitions(
          places.filter((place) => nearest.includes(place.file.path)),
          'guess',
        );
  }

  private definersOf(file: LinkedFile, name: string): DefinitionPlace[] {
    const { source } = this.resolver;
    if (source.definerCount(name) > maxDefiners) return [];
    return source
      .definers(name)
      .filter((other) => isSameFamily(other.language, file.language))
      .flatMap((other) => definitionsNamed(other, name));
  }
}

/** In the order of the first: what is included directly comes first. */
function common(included: ReadonlySet<string>, definers: ReadonlySet<string>): string[] {
  return [...included].filter((path) => definers.has(path));
}

function isTop(place: DefinitionPlace): boolean {
  const definition = definitionAt(place);
  return definition !== undefined && isTopLevel(place.file, definition);
}

/** `class Name;`: the class itself is written elsewhere. */
function isForward(place: DefinitionPlace): boolean {
  const definition = definitionAt(place);
  return isClass(place) && definition?.endLine === definition?.line && !hasMembers(place);
}

function isClass(place: DefinitionPlace): boolean {
  return /^(class|struct|enum)$/.test(definitionAt(place)?.kind ?? '');
}

function hasMembers({ file, number }: DefinitionPlace): boolean {
  return file.links.definitions.some(({ container }) => container === number);
}

/** Enumerators of C are names of the file. */
function isEnumMember({ file, number }: DefinitionPlace): boolean {
  const container = file.links.definitions[number]?.container ?? -1;
  return file.links.definitions[container]?.kind === 'enum';
}

function fullName(place: DefinitionPlace): string {
  const definition = definitionAt(place);
  return definition ? `${namespaceAround(place.file, definition)}.${definition.name}` : '';
}

function namespacesOf(file: LinkedFile): string[] {
  const { namespace, definitions: all } = file.links;
  const starts = new Set<string>();
  for (const definition of all)
    if (isNamespaceKind(definition.kind) && isTopLevel(file, definition)) starts.add(fullNamespace(file, definition));
  if (namespace !== '') starts.add(dotted(namespace));
  const names = new Set<string>();
  for (const start of starts) {
    const parts = start.split('.');
    for (let length = parts.length; length > 0; length--) names.add(parts.slice(0, length).join('.'));
  }
  return [...names].sort((a, b) => b.length - a.length);
}

function fullNamespace(file: LinkedFile, definition: LinkedFile['links']['definitions'][number]): string {
  const around = namespaceAround(file, definition);
  return around === '' ? dotted(definition.name) : `${around}.${dotted(definition.name)}`;
}
