/**
 * What each name of a file stands for: a reference, or nothing. A local stands for its declared type or for what makes its value, so
 * that `repo.save()` becomes the member `save` of `Repo`; what that is, the graph finds out.
 */
import { wholeModule } from '../../languages/import-parts';
import type { ImportLink } from '../../languages/language';
import type { LanguageLinks } from '../../languages/language-links';
import type { Node } from '../../syntax/syntax-node';
import type { SourceText } from '../source-text';
import type { GlobalDefinition, ImportStatement, ModuleNames } from '../uses/module-names';
import { hides, type UsePlace } from '../uses/name-roles';
import type { DefinitionList } from './definition-list';
import { namingNodes } from './link-words';
import type { BoundValue, LocalTypes } from './local-types';
import {
  type LinkInput,
  type LocalName,
  literalReceiver,
  numberAt,
  ownReceiver,
  type PlacedName,
  patternReceiver,
  type ReferenceList,
  standing,
  type WalkedNames,
} from './placed-names';

export const none = -1;
const unknown = -2;
/** Its value is being worked out: a local that gets its value from itself has none. */
const open = -3;
/** A value that no code of the workspace defines: `"a".trim()`, a member of a `String`. */
const foreign = -4;

export class NameValues {
  /** By the number of a name: the reference it stands for, or a code. */
  private readonly values: Int32Array;
  private readonly isOpen: boolean;
  /** Members that stand for what they are called on. */
  private readonly same: ReadonlySet<string>;

  private readonly source: SourceText;
  private readonly module: ModuleNames;
  private readonly list: DefinitionList;
  private readonly references: ReferenceList;
  private readonly imports: ImportLink[];

  constructor(
    private readonly links: LanguageLinks | undefined,
    private readonly walked: WalkedNames,
    private readonly types: LocalTypes | undefined,
    { source, module, list, references, imports }: LinkInput,
  ) {
    this.source = source;
    this.module = module;
    this.list = list;
    this.references = references;
    this.imports = imports;
    this.same = new Set(links?.sameMembers);
    this.values = new Int32Array(walked.names.length).fill(unknown);
    this.isOpen = links?.isOpen === true || imports.some(({ local }) => local === '*');
  }

  /** The reference that a type or an expression stands for. */
  valueOfNode(node: Node): number {
    for (const naming of this.links ? namingNodes(node, this.links) : []) {
      const number = numberAt(this.walked.names, naming.startIndex);
      const value = number < 0 ? none : this.valueOf(number);
      if (value >= 0) return value;
    }
    return none;
  }

  isUse(name: PlacedName): boolean {
    if (name.standing === standing.alone) return this.localOf(name)?.isImport !== false;
    if (name.standing !== standing.member) return false;
    if (this.same.has(name.text) || this.list.named(name.offset) >= 0) return false;
    // A member that is only read counts where it is known what it is a member of.
    return (
      name.isCalled || name.receiver === patternReceiver || (name.receiver >= 0 && this.valueOf(name.receiver) >= 0)
    );
  }

  valueOf(number: number): number {
    const known = this.values[number] ?? none;
    if (known === open) return none;
    if (known !== unknown) return known;
    this.values[number] = open;
    const name = this.walked.names[number];
    const value = name ? this.newValue(name) : none;
    this.values[number] = value;
    return value;
  }

  private newValue(name: PlacedName): number {
    const { references, list } = this;
    if (name.standing === standing.alone) return this.valueAlone(name);
    if (name.standing === standing.keyword || name.receiver === literalReceiver) return foreign;
    // `Outer.this` and `Iterable.super`.
    if (name.standing !== standing.member && name.receiver >= 0) return this.valueOf(name.receiver);
    const type = name.standing === standing.member ? none : list.typeAround(name.offset);
    if (name.standing === standing.own) return type < 0 ? none : this.typeReference(type);
    if (name.standing === standing.base) return type < 0 ? none : references.add('base', type, '');
    if (name.receiver === patternReceiver) return this.valueOfKnown(this.types?.valueOf(name));
    const receiver = name.receiver >= 0 ? this.valueOf(name.receiver) : none;
    const of = this.walked.names[name.receiver];
    if (name.receiver === ownReceiver) return this.fieldOf(list.typeAround(name.offset), name.text);
    if (of?.standing === standing.own && of.receiver < 0) {
      const member = this.memberInFile(list.typeAround(name.offset), name.text, name.isCalled);
      if (member >= 0) return this.ownReference(member);
    }
    if (receiver === foreign || (receiver >= 0 && this.same.has(name.text))) return receiver;
    if (receiver < 0 && of?.standing === standing.alone) {
      const inline = this.inlineMember(of, name.text);
      if (inline >= 0) return inline;
    }
    if (receiver < 0) return name.isCalled ? references.add('any', none, name.text) : none;
    return this.memberOf(receiver, name.text, name.isCalled);
  }

  private fieldOf(type: number, name: string): number {
    if (type < 0) return none;
    const member = this.memberInFile(type, name, false);
    return member >= 0 ? this.ownReference(member) : this.references.add('member', this.typeReference(type), name);
  }

  private memberOf(receiver: number, name: string, isCalled: boolean): number {
    const { references, list } = this;
    const of = references.all[receiver];
    if (of?.form === 'base' && of.name === '') return references.add('base', of.of, name);
    const member = of?.form === 'own' ? list.member(of.of, name, isCalled) : -1;
    return member >= 0 ? this.ownReference(member) : references.add('member', receiver, name);
  }

  private valueAlone(name: PlacedName): number {
    const { references, list, links } = this;
    const local = this.localOf(name);
    if (local?.isImport) return references.add('name', none, name.text);
    if (local) {
      return this.valueOfKnown(this.types?.valueOf(local));
    }
    const isBareCall = links?.bareMembers === true && name.isCalled;
    const method = isBareCall ? this.methodAround(name) : -1;
    if (method >= 0) return this.ownReference(method);
    const target = this.targetOf(name);
    if (target?.is === 'global') {
      const own = list.named(target.nameStart);
      // The name of a definition is no use of it.
      if (target.nameStart === name.offset) return none;
      if (own >= 0) return this.ownReference(own);
    }
    if (target) return references.add('name', none, name.text);
    const named = list.named(name.offset);
    // The name of an extension means the type.
    if (named >= 0 && list.extendedType(named) !== name.text) return none;
    if (name.isType && links?.typeEdges) return references.add('name', none, name.text);
    if (links?.pathRoots && this.source.text.startsWith('::', name.end)) return this.pathRoot(name.text);
    const around = links?.bareMembers ? list.typeAround(name.offset) : -1;
    const member = around < 0 ? -1 : this.memberInFile(around, name.text, name.isCalled);
    if (member >= 0) return this.ownReference(member);
    if (!this.isOpen || (links?.variablePrefix && name.text.startsWith(links.variablePrefix))) return none;
    return around < 0
      ? references.add('name', none, name.text)
      : references.add('bare', list.firstOfType(around), name.text);
  }

  /** A member of a local whose type has no name: `a` of `options: { a: A }`. */
  private inlineMember(receiver: PlacedName, name: string): number {
    const local = this.localOf(receiver);
    const type = local && this.types?.valueOf(local)?.inline;
    return type ? this.valueOfKnown(this.types?.inlineMember(type, name)) : none;
  }

  private valueOfKnown(bound: BoundValue | undefined): number {
    return bound ? this.valueOfBound(bound) : none;
  }

  /** What a local or a field stands for. */
  valueOfBound({ numbers, members }: BoundValue): number {
    let value = none;
    for (const number of numbers) {
      value = this.valueOf(number);
      if (value >= 0) break;
    }
    for (const member of members) if (value >= 0) value = this.memberOf(value, member, false);
    return value;
  }

  /** A module that no statement imports. */
  private pathRoot(name: string): number {
    if (!this.imports.some(({ local }) => local === name)) this.imports.push(wholeModule(name, name));
    return this.references.add('name', none, name);
  }

  private targetOf(name: PlacedName): ImportStatement | GlobalDefinition | undefined {
    const target = this.module.lookup(name.text, name.offset);
    const isField = target?.is === 'global' && target.definition.isValue;
    const { separateMethods, typeEdges } = this.links ?? {};
    return isField && ((name.isCalled && separateMethods) || (name.isType && typeEdges)) ? undefined : target;
  }

  /** The method of a type around a name, the innermost first; -1: none in this file. */
  private methodAround(name: PlacedName): number {
    const { list } = this;
    for (let type = list.typeAround(name.offset); type >= 0; type = list.typeOutside(type)) {
      const method = list.method(type, name.text);
      if (method >= 0) return method;
    }
    return -1;
  }

  /** The type that a definition is, extends or belongs to. */
  private typeReference(definition: number): number {
    const extended = this.list.extendedType(definition);
    if (extended === undefined) return this.ownReference(definition);
    const type = this.list.typeNamed(extended);
    return type >= 0 ? this.ownReference(type) : this.references.add('name', none, extended);
  }

  /** The number of a member of the type that a definition is, extends or belongs to; -1 if it is not in this file. */
  private memberInFile(definition: number, name: string, isCalled: boolean): number {
    const { list } = this;
    const member = list.member(definition, name, isCalled);
    const extended = member < 0 ? list.extendedType(definition) : undefined;
    return extended === undefined ? member : list.member(list.typeNamed(extended), name, isCalled);
  }

  ownReference(definition: number): number {
    const number = this.list.implementation(definition);
    return this.references.add('own', number, this.list.all[number]?.name ?? '');
  }

  /** The local that a name means; undefined if it means something of the module. */
  private localOf(name: PlacedName): LocalName | undefined {
    const locals = this.walked.locals.get(name.text);
    if (!locals) return undefined;
    let found: LocalName | undefined;
    for (const local of locals) {
      if (!hides(local, local.isTypeParameter ? placeOfType(name, local) : name)) continue;
      if (this.list.named(local.offset) >= 0) continue;
      // The innermost scope counts.
      if (!found || local.scopeStart >= found.scopeStart) found = local;
    }
    return found;
  }
}

/** The same place, seen by a type parameter. */
function placeOfType({ offset, isType, scope }: PlacedName, parameter: LocalName): UsePlace {
  return { offset, isType: parameter.isType ?? isType, scope, outsideOf: -1 };
}
