/**
 * Makes the links of a file. Each name of the text gets a meaning: a reference, or nothing. A local stands for its declared type or
 * for what makes its value, so that `repo.save()` becomes the member `save` of `Repo`; what that is, the graph finds out.
 */
import { wholeModule } from '../../languages/import-links';
import type { ImportLink, Language, LanguageLinks } from '../../languages/language';
import type { Grammar } from '../../syntax/grammar';
import type { Node } from '../../syntax/syntax-node';
import type { SyntaxTree } from '../../syntax/syntax-tree';
import type { Definition, Outline } from '../identify/outline';
import type { SourceText } from '../source-text';
import type { GlobalDefinition, ImportStatement, ModuleNames } from '../uses/module-names';
import { hides, type UsePlace } from '../uses/name-roles';
import { DefinitionList, type ListedDefinition } from './definition-list';
import type { FileLinks, LinkedDefinition, LinkUse } from './file-links';
import { importLinksIn, namespaceOf, readImportLinks } from './linked-imports';
import { LocalTypes } from './local-types';
import {
  type LocalName,
  literalReceiver,
  noReceiver,
  numberAt,
  ownReceiver,
  type PlacedName,
  standing,
  type WalkedNames,
  walkNames,
} from './name-walk';
import { namingNode } from './naming-node';
import { ReferenceList } from './reference-list';

/** A tree of the file in the language whose names count. */
interface LinkedTree {
  readonly language: Language;
  readonly grammar: Grammar;
  readonly tree: SyntaxTree;
}

/** @param trees one, or the scripts of a page. */
export function makeLinks(
  trees: readonly LinkedTree[],
  outline: Outline,
  source: SourceText,
  module: ModuleNames,
): FileLinks {
  const roots = trees.map(({ tree }) => tree.rootNode);
  const list = new DefinitionList(outline, source, roots);
  const references = new ReferenceList();
  const imports = readImportLinks(outline, roots, module);
  const uses: LinkUse[] = [];
  const definitions: LinkedDefinition[] = [];
  for (const tree of trees)
    new TreeLinks(tree, source, module, list, references, imports, outline).read(uses, definitions);
  return { namespace: namespaceOf(outline, roots), imports, definitions, references: references.all, uses };
}

const none = -1;
const unknown = -2;
/** Its value is being worked out: a local that gets its value from itself has none. */
const open = -3;
/** A value that no code of the workspace defines: `"a".trim()`, a member of a `String`. */
const foreign = -4;

/** For languages without rules of their own: names that no import brings in may be those of any file. */
const byNameAlone: LanguageLinks = { naming: {}, isOpen: true };

class TreeLinks {
  private readonly links: LanguageLinks | undefined;
  private readonly walked: WalkedNames;
  private readonly types: LocalTypes | undefined;
  /** By the number of a name: the reference it stands for, or a code. */
  private readonly values: Int32Array;
  private readonly isOpen: boolean;
  /** Members that stand for what they are called on. */
  private readonly same: ReadonlySet<string>;

  constructor(
    private readonly linked: LinkedTree,
    private readonly source: SourceText,
    private readonly module: ModuleNames,
    private readonly list: DefinitionList,
    private readonly references: ReferenceList,
    private readonly imports: ImportLink[],
    outline: Outline,
  ) {
    const { language, grammar, tree } = linked;
    const { references: rules } = language;
    const links = language.links ?? (rules && byNameAlone);
    this.links = links;
    this.same = new Set(links?.sameMembers);
    this.walked =
      rules && links
        ? walkNames(language, rules, links, grammar, tree, source, module)
        : { names: [], locals: new Map(), innerImports: [] };
    for (const node of this.walked.innerImports) imports.push(...importLinksIn(outline, node));
    this.types = links && new LocalTypes(tree, links, this.walked);
    this.values = new Int32Array(this.walked.names.length).fill(unknown);
    this.isOpen = links?.isOpen === true || imports.some(({ local }) => local === '*');
  }

  read(uses: LinkUse[], definitions: LinkedDefinition[]): void {
    const { names } = this.walked;
    for (let number = 0; number < names.length; number++) {
      const name = names[number];
      if (!name || !this.isUse(name)) continue;
      const reference = this.valueOf(number);
      if (reference >= 0) uses.push({ offset: name.offset, reference });
    }
    const { rootNode } = this.linked.tree;
    for (const listed of this.list.all) {
      if (listed.nameStart >= rootNode.startIndex && listed.nameStart < rootNode.endIndex)
        definitions.push(this.definition(listed));
    }
    for (const field of this.assignedFields()) definitions.push(field);
  }

  private definition(listed: ListedDefinition): LinkedDefinition {
    const { definition, member, kind, name, nameStart, container, start, end, signatureEnd } = listed;
    const { inner, rule } = definition;
    const { type, members } = rule;
    const node = member ? member.type : type?.(inner);
    const first = definition.names[0]?.start ?? nameStart;
    // `typedef struct tag { … } Name;`: the members are those of the first name.
    const isAlias = !member && members !== undefined && first !== nameStart && !node;
    const numbers: number[] = [];
    const definitions = member ? [] : [definition, ...this.list.extensionsOf(listed)];
    for (const base of definitions.flatMap((extension) => extension.rule.bases?.(extension.inner) ?? [])) {
      const value = this.valueOfNode(base);
      if (value >= 0) numbers.push(value);
    }
    return {
      name,
      kind,
      container,
      owner: member ? '' : this.ownerOf(definition, container),
      line: this.source.lineAt(nameStart),
      endLine: this.source.lineAt(Math.max(nameStart, end - 1)),
      start,
      signatureEnd,
      type: isAlias ? this.ownReference(this.list.named(first)) : node ? this.valueOfNode(node) : none,
      bases: numbers,
    };
  }

  private ownerOf({ inner, owner }: Definition, container: number): string {
    const isInType = this.list.all[container]?.isType;
    return (isInType ? this.links?.extended?.[inner.type]?.(inner) : owner) ?? '';
  }

  /** Fields that exist because a method assigns them, as far as their type is known: `self.repo = Repo()`. */
  private *assignedFields(): Generator<LinkedDefinition> {
    const { names } = this.walked;
    const known = new Set<string>();
    for (const name of names) {
      const receiver = name.receiver === ownReceiver ? name : names[name.receiver];
      const isField = name.receiver === ownReceiver || receiver?.standing === standing.own;
      if (!receiver || !isField || name.standing !== standing.member || !name.isAssigned) continue;
      const container = this.list.typeAround(name.offset);
      if (!this.list.all[container]?.isType) continue;
      const key = `${container} ${name.text}`;
      if (container < 0 || known.has(key) || this.list.member(container, name.text, false) >= 0) continue;
      known.add(key);
      const value = this.assignedValue(name);
      const line = this.source.lineAt(name.offset);
      const end = this.source.trimEnd(receiver.offset, this.source.lineStart(line + 1));
      yield {
        name: name.text,
        kind: 'field',
        container,
        owner: '',
        line,
        endLine: line,
        start: receiver.offset,
        signatureEnd: end,
        type: value,
        bases: [],
      };
    }
  }

  /** What stands after `=`: the name that the value begins with, if nothing but a call follows it. */
  private assignedValue(name: PlacedName): number {
    const { names } = this.walked;
    let at = numberAt(names, name.offset) + 1;
    const first = names[at];
    if (!first || !/^\s*=\s*(?:new\s+|await\s+)?$/.test(this.source.text.slice(name.end, first.offset))) return none;
    // Follow the members: `a.b.C(…)`.
    while (names[at + 1]?.standing === standing.member && names[at + 1]?.receiver === at) at++;
    return Math.max(none, this.valueOf(at));
  }

  /** The reference that a type or an expression stands for. */
  private valueOfNode(node: Node): number {
    const naming = this.links && namingNode(node, this.links);
    const number = naming ? numberAt(this.walked.names, naming.startIndex) : noReceiver;
    return number < 0 ? none : Math.max(none, this.valueOf(number));
  }

  private isUse(name: PlacedName): boolean {
    if (name.standing === standing.alone) return !this.localOf(name);
    if (name.standing !== standing.member) return false;
    if (this.same.has(name.text) || this.list.named(name.offset) >= 0) return false;
    // A member that is only read counts where it is known what it is a member of.
    return name.isCalled || (name.receiver >= 0 && this.valueOf(name.receiver) >= 0);
  }

  private valueOf(number: number): number {
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
    const receiver = name.receiver >= 0 ? this.valueOf(name.receiver) : none;
    const of = this.walked.names[name.receiver];
    if (name.receiver === ownReceiver) return this.fieldOf(list.typeAround(name.offset), name.text);
    if (of?.standing === standing.own && of.receiver < 0) {
      const member = this.memberInFile(list.typeAround(name.offset), name.text, name.isCalled);
      if (member >= 0) return this.ownReference(member);
    }
    if (receiver === foreign || (receiver >= 0 && this.same.has(name.text))) return receiver;
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
      const type = this.types?.nameOf(local) ?? noReceiver;
      return type < 0 ? none : this.valueOf(type);
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

  private ownReference(definition: number): number {
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
