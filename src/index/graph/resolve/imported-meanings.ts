/** What imports mean: from the name of a module to its files, and from a name in a module through re-exports to its definition. */
import type { ImportLink } from '../../../languages/language';
import type { DefinitionPlace, LinkedFile } from '../link-source';
import { definitionsNamed, dotted, longestModule } from '../link-source';
import { moduleRulesOf } from '../modules/rules-by-language';
import { definitions, isFound, type Meaning, outside, unknown } from './meaning';
import type { Resolving } from './members';

type ModuleMeaning = Extract<Meaning, { is: 'module' }>;

/** Re-exports that lead through more modules than this are not followed. */
const maxSteps = 40;

/** How many parts of the name of a module may be names inside a file: `crate::a::Type::Variant`. */
const maxInner = 4;

export class ImportedMeanings {
  /** Names of modules that are being looked up: re-exports may form a circle. */
  private readonly open = new Set<string>();

  constructor(private readonly resolver: Resolving) {}

  ofLink(file: LinkedFile, { module, name }: ImportLink): Meaning {
    if (module === '') return this.ownName(file, name);
    const target = this.module(module, file);
    if (name === '' || name === '*') return target;
    return name
      .split('.')
      .reduce((meaning, part) => (isFound(meaning) ? this.resolver.memberOf(meaning, part, file) : meaning), target);
  }

  /** What the name of a module means to a file: a module, a namespace, or a type whose members are imported. */
  module(module: string, file: LinkedFile, depth = 0): Meaning {
    if (module.length > longestModule) return outside;
    const rules = moduleRulesOf(file.language);
    const { workspace } = this.resolver.source;
    const files = rules?.filesOf(module, file.path, workspace) ?? [];
    if (files.length > 0) return { is: 'module', module, files, from: file.path };
    if (depth < maxInner && rules?.parentModule) {
      const parent = rules.parentModule(module);
      const around = parent ? this.module(parent.module, file, depth + 1) : unknown;
      const inner = parent && isFound(around) ? this.resolver.memberOf(around, parent.name, file) : unknown;
      if (isFound(inner)) return inner;
    }
    return rules?.needsImport ? this.declaredModule(module) : this.namespace(dotted(module), file);
  }

  memberOf(meaning: ModuleMeaning, name: string, file: LinkedFile): Meaning {
    const { source } = this.resolver;
    const places: DefinitionPlace[] = [];
    let other: Meaning = unknown;
    for (const path of meaning.files) {
      const target = source.file(path);
      const found = target ? this.exported(target, name) : unknown;
      if (found.is === 'definitions') places.push(...found.places);
      else if (found.is !== 'unknown' && !isFound(other)) other = found;
    }
    if (places.length > 0) return definitions(places);
    if (isFound(other)) return other;
    const inside = this.submodule(meaning, name, file) ?? this.declaredMember(meaning, name, file);
    if (inside) return inside;
    // Tools let code import the whole of a CommonJS module as its default.
    return name === 'default' ? meaning : other;
  }

  /** The definition that a CommonJS module exports as a whole: `module.exports = a`. Such a file has a link for `*` and `default`. */
  valueOf(meaning: ModuleMeaning, depth = 0): Meaning {
    const file = this.resolver.source.file(meaning.files[0] ?? '');
    const imports = file?.links.imports ?? [];
    const link = imports.find(({ local }) => local === 'default');
    if (!file || !link || depth > maxInner || !imports.some(({ local }) => local === '*')) return meaning;
    const value = this.ofLink(file, link);
    return value.is === 'module' ? this.valueOf(value, depth + 1) : isFound(value) ? value : meaning;
  }

  /** What other files get if they import a name from a file. */
  private exported(file: LinkedFile, name: string): Meaning {
    const own = definitionsNamed(file, name).filter(({ number }) => isOfModule(file, number));
    if (own.length > 0) return definitions(own);
    const key = `${file.path} ${name}`;
    if (this.open.has(key) || this.open.size > maxSteps) return unknown;
    this.open.add(key);
    try {
      return this.reExported(file, name);
    } finally {
      this.open.delete(key);
    }
  }

  private reExported(file: LinkedFile, name: string): Meaning {
    let last: Meaning = unknown;
    for (const link of file.links.imports) {
      if (link.local !== name) continue;
      const meaning = this.ofLink(file, link);
      if (isFound(meaning)) return meaning;
      last = meaning;
    }
    if (last.is === 'outside') return last;
    for (const link of file.links.imports) {
      if (link.local !== '*') continue;
      const meaning = this.ofLink(file, link);
      if (!isFound(meaning)) continue;
      // `module.exports = a`: the default of the module is `a`, and its names are the members of `a`.
      if (name === 'default' && link.module === '') return meaning;
      const member = this.resolver.memberOf(meaning, name, file);
      if (member.is === 'definitions' ? member.how === 'resolved' : isFound(member)) return member;
    }
    return unknown;
  }

  /** A name of this file that its exports refer to: `a` or `a.b`. */
  private ownName(file: LinkedFile, name: string): Meaning {
    const [first = '', ...members] = name.split('.');
    const own = definitionsNamed(file, first).filter(({ number }) => isOfModule(file, number));
    let meaning: Meaning = definitions(own);
    if (own.length === 0) {
      for (const link of file.links.imports) {
        if (link.local !== first || link.module === '') continue;
        meaning = this.ofLink(file, link);
        if (isFound(meaning)) break;
      }
    }
    for (const member of members) if (isFound(meaning)) meaning = this.resolver.memberOf(meaning, member, file);
    return meaning;
  }

  /** `declare module 'x' { … }`, also with a pattern for the name: `'*.css'`, `'@theme/*'`. */
  private declaredModule(module: string): Meaning {
    for (const pattern of modulePatterns(module)) {
      const places = [`'${pattern}'`, `"${pattern}"`].flatMap((name) =>
        this.resolver.source.definers(name).flatMap((file) => definitionsNamed(file, name)),
      );
      if (places.length > 0) return definitions(places);
    }
    return outside;
  }

  /** What `declare module` adds to a module that has files of its own. */
  private declaredMember({ module }: ModuleMeaning, name: string, file: LinkedFile): Meaning | undefined {
    if (!moduleRulesOf(file.language)?.needsImport) return undefined;
    const declared = this.declaredModule(module);
    const member = declared.is === 'definitions' ? this.resolver.memberOf(declared, name, file) : unknown;
    return member.is === 'definitions' && member.how === 'resolved' ? member : undefined;
  }

  private submodule({ module, from }: ModuleMeaning, name: string, file: LinkedFile): Meaning | undefined {
    const rules = moduleRulesOf(file.language);
    if (!rules?.submodule) return undefined;
    const inner = rules.submodule(module, name);
    const files = rules.filesOf(inner, from, this.resolver.source.workspace);
    return files.length > 0 ? { is: 'module', module: inner, files, from } : undefined;
  }

  /** `a.b`, or a type in `a`: `import static a.B.*`. */
  private namespace(name: string, file: LinkedFile): Meaning {
    const { source, namespaces } = this.resolver;
    if (source.hasNamespace(name)) return { is: 'namespace', name };
    const parts = name.split('.');
    for (let length = parts.length - 1; length >= 0; length--) {
      const around = parts.slice(0, length).join('.');
      if (length > 0 && !source.hasNamespace(around)) continue;
      let meaning: Meaning = namespaces.find(around, parts[length] ?? '', file.language);
      for (const part of parts.slice(length + 1))
        if (isFound(meaning)) meaning = this.resolver.memberOf(meaning, part, file);
      if (isFound(meaning)) return meaning;
    }
    return outside;
  }
}

/** The name of a module and the patterns that match it, the narrowest first. */
function modulePatterns(module: string): readonly string[] {
  const patterns = [module];
  const file = module.lastIndexOf('/') + 1;
  for (let at = module.indexOf('.', file + 1); at >= 0; at = module.indexOf('.', at + 1))
    patterns.push(`*${module.slice(at)}`);
  for (let at = module.lastIndexOf('/'); at > 0; at = module.lastIndexOf('/', at - 1))
    patterns.push(`${module.slice(0, at)}/*`);
  return patterns;
}

/** The object of a CommonJS module, whose members are the names of the module. */
const moduleObject = /^(module\.)?exports$/;

/** Defined at the level of the module, not inside something. */
function isOfModule(file: LinkedFile, number: number): boolean {
  const definition = file.links.definitions[number];
  if (!definition || definition.container >= 0) return false;
  return definition.owner === '' || moduleObject.test(definition.owner);
}
