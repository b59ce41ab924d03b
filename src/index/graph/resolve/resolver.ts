/**
 * From the references of a file to definitions of the workspace. A reference is resolved when someone asks, by the links of the files
 * that it leads through, and its meaning is kept as long as the workspace does not change.
 */
import type { Reference } from '../../../code/links/file-links';
import type { ImportLink } from '../../../languages/language';
import { type DefinitionPlace, definitionAt, isTypeKind, type LinkedFile, type LinkSource } from '../link-source';
import { ImportedMeanings } from './imported-meanings';
import { definitions, distinctPlaces, isFound, lessCertain, type Meaning, outside, unknown } from './meaning';
import { NamespaceMembers, type Resolving, TypeMembers } from './members';
import { OpenNames } from './open-names';

/** While a reference is being resolved: one that leads back to itself means nothing. */
const open = 'open';

export class Resolver implements Resolving {
  readonly namespaces: NamespaceMembers;
  private readonly imported: ImportedMeanings;
  private readonly members: TypeMembers;
  private readonly openNames: OpenNames;
  private readonly meanings = new Map<string, (Meaning | typeof open | undefined)[]>();

  constructor(readonly source: LinkSource) {
    this.namespaces = new NamespaceMembers(source);
    this.imported = new ImportedMeanings(this);
    this.members = new TypeMembers(this);
    this.openNames = new OpenNames(this);
  }

  meaningOf(file: LinkedFile, reference: number): Meaning {
    let known = this.meanings.get(file.path);
    if (!known) {
      known = [];
      this.meanings.set(file.path, known);
    }
    const before = known[reference];
    if (before === open) return unknown;
    if (before) return before;
    const read = file.links.references[reference];
    if (!read) return unknown;
    known[reference] = open;
    const meaning = this.read(file, read);
    known[reference] = meaning;
    return meaning;
  }

  /** The definitions that a reference leads to. A module stands for the value that it exports as a whole. */
  targetsOf(file: LinkedFile, reference: number): Meaning {
    const meaning = this.meaningOf(file, reference);
    return meaning.is === 'module' ? this.imported.valueOf(meaning) : meaning;
  }

  /** What a name means to a file, wherever it stands outside of functions. */
  nameIn(file: LinkedFile, name: string): Meaning {
    let isOutside = false;
    for (const link of file.links.imports) {
      if (link.local !== name) continue;
      const meaning = this.imported.ofLink(file, link);
      if (isFound(meaning)) return meaning;
      if (meaning.is === 'outside') isOutside = true;
    }
    return isOutside ? outside : this.openNames.lookup(file, name);
  }

  importMeaning(file: LinkedFile, link: ImportLink): Meaning {
    return this.imported.ofLink(file, link);
  }

  memberOf(meaning: Meaning, name: string, file: LinkedFile): Meaning {
    switch (meaning.is) {
      case 'outside':
        return outside;
      case 'unknown':
        return this.openNames.anyMember(file, name);
      case 'module':
        return this.imported.memberOf(meaning, name, file);
      case 'namespace':
        return this.namespaces.find(meaning.name, name, file.language);
      case 'definitions': {
        const found = this.members.find(meaning.places, name, file);
        if (found.is === 'unknown') return this.openNames.anyMember(file, name);
        return found.is === 'definitions' && meaning.how !== 'resolved'
          ? definitions(found.places, lessCertain(found.how, meaning.how))
          : found;
      }
    }
  }

  basesOf(place: DefinitionPlace): Meaning[] {
    const { file } = place;
    return (definitionAt(place)?.bases ?? []).map((base) => this.targetsOf(file, base));
  }

  private read(file: LinkedFile, { form, of, name }: Reference): Meaning {
    switch (form) {
      case 'own':
        return definitions(this.openNames.wholeTypes([{ file, number: of }], file));
      case 'name':
        return this.nameIn(file, name);
      case 'bare':
        return this.bareMember(file, of, name);
      case 'member':
        return this.memberOf(this.meaningOf(file, of), name, file);
      case 'base':
        return this.baseMember({ file, number: of }, name);
      case 'any':
        return this.openNames.anyMember(file, name);
    }
  }

  /** A member of the type around the code or of a type around that, else a name of the file. */
  private bareMember(file: LinkedFile, type: number, name: string): Meaning {
    for (let at = type; at >= 0; at = file.links.definitions[at]?.container ?? -1) {
      const found = this.members.find(this.typesAt(file, at), name, file);
      if (found.is === 'definitions') return found;
    }
    return this.nameIn(file, name);
  }

  /** The type with a number. A method that is written outside of its type stands for the type that it names. */
  private typesAt(file: LinkedFile, number: number): readonly DefinitionPlace[] {
    const definition = file.links.definitions[number];
    if (!definition) return [];
    // Names of a namespace are looked up like those of the file.
    if (definition.kind === 'namespace') return [];
    if (isTypeKind(definition.kind)) return [{ file, number }];
    if (definition.owner === '') return [];
    const owner = this.nameIn(file, definition.owner);
    return owner.is === 'definitions' ? owner.places : [];
  }

  private baseMember(place: DefinitionPlace, name: string): Meaning {
    const bases = this.basesOf(place);
    const places = distinctPlaces(bases.flatMap((base) => (base.is === 'definitions' ? base.places : [])));
    if (name === '') return definitions(places);
    const found = this.members.find(places, name, place.file);
    if (found.is !== 'unknown') return found;
    return bases.length === 0 || bases.some((base) => base.is === 'outside') ? outside : unknown;
  }
}
