/** Lists the definitions of a file for its links, each with what it is inside. */

import type { DefinitionKind, TypeMember } from '../../languages/language';
import { firstIndex } from '../../shared/range-of';
import type { Node } from '../../syntax/syntax-node';
import { maxSignature, signatureEnd } from '../identify/enclosing';
import type { Definition, Outline, OutlineLevel } from '../identify/outline';
import type { SourceText } from '../source-text';

export interface ListedDefinition {
  readonly definition: Definition;
  /** Set for a member that is no definition of its own; `definition` is then the one that has it. */
  readonly member: TypeMember | undefined;
  readonly kind: DefinitionKind;
  readonly name: string;
  readonly nameStart: number;
  /** The number of the definition around it; -1 at module level. */
  readonly container: number;
  readonly start: number;
  readonly end: number;
  readonly signatureEnd: number;
  /** Where the members of a type begin. What is before it is outside of the type. */
  readonly bodyStart: number;
  readonly isType: boolean;
  readonly hasBody: boolean;
}

const methodKinds: ReadonlySet<DefinitionKind> = new Set(['function', 'method', 'constructor', 'macro']);

/** Kinds of definitions that add members to a type of the same name. */
const extending: ReadonlySet<DefinitionKind> = new Set(['impl', 'extension']);

export class DefinitionList {
  /** Containers are before what is inside them. */
  readonly all: ListedDefinition[] = [];
  private readonly byNameStart = new Map<number, number>();
  /** The numbers of the definitions of chunks, by where they start. */
  private readonly inOrder: number[] = [];
  private readonly methods = new Map<string, number>();
  private readonly otherMembers = new Map<string, number>();
  private readonly typesByName = new Map<string, number>();
  private readonly extensions = new Map<string, readonly Definition[]>();
  private readonly firstByType = new Map<string, number>();
  private readonly hasPrototypes: boolean;
  private functionsWithBody: Map<string, number> | undefined;

  constructor(
    private readonly outline: Outline,
    private readonly source: SourceText,
    roots: readonly Node[],
  ) {
    this.hasPrototypes = outline.language.links?.hasPrototypes === true;
    for (const root of roots) this.collect(root.namedChildren, 'module', -1);
    this.adopt();
  }

  /** The number of the definition whose name starts at an offset; -1: none. */
  named(nameStart: number): number {
    return this.byNameStart.get(nameStart) ?? -1;
  }

  /** The number of a member of a definition; -1: it has none of that name in this file. A method and a field may share a name. */
  member(container: number, name: string, isCalled: boolean): number {
    const key = `${container} ${name}`;
    const { methods, otherMembers } = this;
    return (isCalled ? (methods.get(key) ?? otherMembers.get(key)) : (otherMembers.get(key) ?? methods.get(key))) ?? -1;
  }

  /** The number of a method of a type; -1: it has none of that name in this file. */
  method(container: number, name: string): number {
    return this.methods.get(`${container} ${name}`) ?? -1;
  }

  /** The number of the type that a type is inside; -1: none. */
  typeOutside(type: number): number {
    let at = this.all[type]?.container ?? -1;
    while (at >= 0 && !this.all[at]?.isType) at = this.all[at]?.container ?? -1;
    return at;
  }

  /** The number of the type of this file with a name; -1: none. */
  typeNamed(name: string): number {
    return this.typesByName.get(name) ?? -1;
  }

  /**
   * The number of the innermost definition around an offset that has members: a type, what extends one, or a method that is written
   * outside of its type; -1: none. Ask for offsets in any order.
   */
  typeAround(offset: number): number {
    const { all, inOrder } = this;
    const after = firstIndex(inOrder.length, (i) => (all[inOrder[i] ?? 0]?.start ?? 0) > offset);
    // What is around the offset is around the last definition that starts before it.
    let at = inOrder[after - 1] ?? -1;
    for (let entry = all[at]; entry; entry = all[at]) {
      if (offset < entry.end && offset >= entry.bodyStart && hasMembers(entry)) return at;
      at = entry.container;
      if (at < 0) break;
    }
    return -1;
  }

  private collect(nodes: readonly Node[], level: OutlineLevel, container: number): void {
    for (const node of nodes) {
      const item = this.outline.item(node, level);
      if (item.is === 'definition') this.add(item.definition, container);
      else if (item.is === 'statement' && this.outline.isTransparent(item))
        this.collect(node.namedChildren, level, container);
    }
  }

  /** Makes what is written outside of a type a member of it, if the file defines the type: `func (s *Server) run()`, `impl Server`. */
  private adopt(): void {
    const { typesByName: types } = this;
    for (let number = 0; number < this.all.length; number++) {
      const { isType, name, kind } = this.all[number] ?? {};
      if (isType && name !== undefined && kind && !extending.has(kind) && !types.has(name)) types.set(name, number);
    }
    for (let number = 0; number < this.all.length; number++) {
      const listed = this.all[number];
      if (!listed || listed.member) continue;
      if (extending.has(listed.kind))
        this.extensions.set(listed.name, [...(this.extensions.get(listed.name) ?? []), listed.definition]);
      const owner = this.all[listed.container]?.isType ? this.extendedType(listed.container) : listed.definition.owner;
      const type = owner === undefined ? undefined : types.get(owner);
      if (type !== undefined && type !== number) this.addMember(type, listed.name, listed.kind, number);
    }
  }

  /** The number of the definition with a body, if a function is declared without one before it (C, C++). */
  implementation(number: number): number {
    const listed = this.all[number];
    if (!this.hasPrototypes || !listed || listed.hasBody) return number;
    return this.implementations().get(this.functionKey(listed)) ?? number;
  }

  private implementations(): ReadonlyMap<string, number> {
    if (!this.functionsWithBody) {
      this.functionsWithBody = new Map();
      for (let number = this.all.length - 1; number >= 0; number--) {
        const listed = this.all[number];
        if (listed?.hasBody && methodKinds.has(listed.kind))
          this.functionsWithBody.set(this.functionKey(listed), number);
      }
    }
    return this.functionsWithBody;
  }

  private functionKey({ container, definition, name }: ListedDefinition): string {
    const around = this.all[container];
    return `${around?.isType ? around.name : (definition.owner ?? '')} ${name}`;
  }

  /** The name of the type that a definition adds members to, or that it belongs to; undefined for a type itself. */
  extendedType(number: number): string | undefined {
    const listed = this.all[number];
    if (!listed) return undefined;
    if (extending.has(listed.kind)) return listed.definition.owner ?? listed.name;
    return listed.isType ? undefined : listed.definition.owner;
  }

  /** The definitions of this file that extend a type: they may give it base types. */
  extensionsOf({ isType, kind, name }: ListedDefinition): readonly Definition[] {
    return isType && !extending.has(kind) ? (this.extensions.get(name) ?? []) : [];
  }

  /** The first definition that extends or belongs to the same type: references to their members are the same. */
  firstOfType(number: number): number {
    const extended = this.extendedType(number);
    if (extended === undefined) return number;
    const first = this.firstByType.get(extended);
    if (first === undefined) this.firstByType.set(extended, number);
    return first ?? number;
  }

  private addMember(container: number, name: string, kind: DefinitionKind, number: number): void {
    // A constructor has the name of its type, which always means the type.
    if (kind === 'constructor' && name === this.all[container]?.name) return;
    const members = methodKinds.has(kind) ? this.methods : this.otherMembers;
    const key = `${container} ${name}`;
    if (!members.has(key)) members.set(key, number);
  }

  private add(definition: Definition, container: number): void {
    const { names, start, end, kind, inner, container: holds, rule } = definition;
    const first = this.all.length;
    const body = names.length > 0 ? this.outline.body(inner) : undefined;
    const signedTo = names.length > 0 ? signatureEnd(this.source, definition, body) : start;
    const members = names.length > 0 ? (rule.members?.(inner) ?? []) : [];
    const isType = holds === 'type' || (rule.members !== undefined && (!definition.isValue || members.length > 0));
    const bodyStart = isType ? (body?.startIndex ?? (holds === 'type' ? end : start)) : start;
    const hasBody = body !== undefined;
    for (const { text: written, start: fullStart } of names) {
      const number = this.all.length;
      // Dart's `A.named` is the member `named` of A; PHP's `private $name` is used as `->name`.
      const skipped = kind === 'constructor' ? written.lastIndexOf('.') + 1 : 0;
      const text = written.slice(kind === 'property' && written.startsWith('$') ? 1 : skipped);
      const nameStart = fullStart + skipped;
      this.byNameStart.set(nameStart, number);
      this.inOrder.push(number);
      this.addMember(container, text, kind, number);
      const place = { nameStart, container, start, end, signatureEnd: signedTo, bodyStart };
      this.all.push({ definition, member: undefined, kind, name: text, ...place, isType, hasBody });
    }
    for (const member of members) this.addListed(definition, member, first);
    if (!holds) return;
    // A container without a name adds to what is around it: Ruby's `class << self`, Kotlin's `companion object`.
    this.collect(
      this.outline.inside(definition),
      holds === 'type' ? 'type' : 'module',
      names.length > 0 ? first : container,
    );
  }

  private addListed(definition: Definition, member: TypeMember, container: number): void {
    const { kind, name, declaration } = member;
    const { startIndex: start, endIndex: end } = declaration;
    const { startIndex: nameStart, endIndex: nameEnd } = name;
    const text = this.source.text.slice(nameStart, nameEnd);
    this.addMember(container, text, kind, this.all.length);
    const signedTo = Math.min(end, start + maxSignature);
    const place = { nameStart, container, start, end, signatureEnd: signedTo, bodyStart: start };
    this.all.push({ definition, member, kind, name: text, ...place, isType: false, hasBody: false });
  }
}

function hasMembers({ isType, definition }: ListedDefinition): boolean {
  return isType || definition.owner !== undefined;
}
