/** Finds what is known about the type of locals and assigned fields: the name of their declared type, or of what makes their value. */
import type { LanguageLinks } from '../../languages/language-links';
import type { Node, NodePath, SyntaxTree } from '../../syntax/syntax-node';
import { namingNodes } from './link-words';
import {
  isAssignedField,
  type LocalName,
  numberAt,
  type PlacedName,
  patternReceiver,
  standing,
  type WalkedNames,
} from './placed-names';

/** How far above a name the node that binds it may be. */
const maxClimb = 7;

/** How often a local may get its type from another one. */
const maxPasses = 3;

/** A pattern takes a value apart, so its names do not have the type of the value. Go's `a, err := f()` is a plain list. */
const takesApart = /(?<!as_)pattern(?!_target)|tuple/;

/** What is around the statement that binds a name binds something else. */
const encloses = /block|body|compound_statement/;

/** What a name gets as its value: what another name of the file stands for, or a member of it (`const { a } = b`). */
export interface BoundValue {
  /** The numbers of the names that it may be; the first that stands for something counts. */
  readonly numbers: readonly number[];
  readonly members: readonly string[];
  /** A type without a name: `{ a: A }`. */
  readonly inline: Node | undefined;
}

export class LocalTypes {
  private readonly values = new Map<LocalName | PlacedName, BoundValue>();
  private readonly results = new Map<number, BoundValue>();
  /** By the id of its node. */
  private readonly wholes = new Map<number, BoundValue | undefined>();
  /** The names whose locals were looked up. */
  private readonly looked = new Set<string>();

  /** @param functions where the functions begin whose results are to be found. */
  constructor(
    tree: SyntaxTree,
    private readonly links: LanguageLinks,
    private readonly walked: WalkedNames,
    functions: ReadonlySet<number>,
  ) {
    if (!links.bound) return;
    const texts = this.receivers();
    this.find(tree, this.assigned(), texts);
    this.findResults(tree, functions, texts);
    // A local may get its type from another local: `x := s`.
    let next: ReadonlySet<string> = texts;
    for (let pass = 0; pass < maxPasses && next.size > 0; pass++) {
      const from = new Set<string>();
      this.find(tree, this.localsNamed(next), from);
      next = from;
    }
  }

  /** What the function that begins at an offset returns; undefined if nothing is known. */
  resultOf(start: number): BoundValue | undefined {
    return this.results.get(start);
  }

  /** A member of a type without a name; undefined if it is not known. */
  inlineMember(type: Node, name: string): BoundValue | undefined {
    const node = this.links.inlineMember?.(type, name);
    return node ? this.valueOfNode(node, []) : undefined;
  }

  /** What a local or an assigned field stands for; undefined if nothing is known. */
  valueOf(name: LocalName | PlacedName): BoundValue | undefined {
    return this.values.get(name);
  }

  /**
   * Finds the values of these names. A path moves forward only, so all of them are looked up in one pass.
   * @param from gets the names of the locals that they have their value from.
   */
  private find(tree: SyntaxTree, names: readonly (LocalName | PlacedName)[], from: Set<string>): void {
    if (names.length === 0) return;
    const path = tree.path(new Uint8Array(0));
    for (const name of names) {
      const value = this.boundValue(path, name.offset);
      if (!value) continue;
      this.values.set(name, value);
      this.addSources(value, from);
    }
  }

  private findResults(tree: SyntaxTree, functions: ReadonlySet<number>, from: Set<string>): void {
    const found: (readonly [offset: number, start: number])[] = [];
    for (const [start, offsets] of this.walked.results)
      if (functions.has(start)) for (const offset of offsets) found.push([offset, start]);
    if (found.length === 0) return;
    found.sort(([a], [b]) => a - b);
    const path = tree.path(new Uint8Array(0));
    for (const [offset, start] of found) {
      path.moveTo(offset);
      const result = path.nodeAt(path.depth).parent?.firstNamedChild;
      const value = result ? this.valueOfNode(result, []) : undefined;
      if (!value) continue;
      const known = this.results.get(start);
      this.results.set(start, known ? { ...known, numbers: [...known.numbers, ...value.numbers] } : value);
      this.addSources(value, from);
    }
  }

  private addSources({ numbers }: BoundValue, from: Set<string>): void {
    for (const number of numbers) {
      const source = this.walked.names[number];
      if (source?.standing === standing.alone && !this.looked.has(source.text)) from.add(source.text);
    }
  }

  private boundValue(path: NodePath, offset: number): BoundValue | undefined {
    const { bound = {}, parts } = this.links;
    path.moveTo(offset);
    const name = path.nodeAt(path.depth);
    const members: string[] = [];
    let child = name;
    for (let climb = 0; climb < maxClimb; climb++) {
      const at = child.parent;
      if (!at) return undefined;
      const { type } = at;
      const rule = Object.hasOwn(bound, type) ? bound[type] : undefined;
      if (rule) {
        const node = typeof rule === 'function' ? rule(at, name) : fieldIn(at, rule, offset);
        if (!node) return undefined;
        return members.length > 0 ? this.valueOfNode(node, members) : this.wholeValue(node);
      }
      if (encloses.test(type)) return undefined;
      if (takesApart.test(type)) {
        const part = parts && Object.hasOwn(parts, type) ? parts[type]?.(at, child) : undefined;
        if (part === undefined) return undefined;
        if (part !== '') members.unshift(part);
      }
      child = at;
    }
    return undefined;
  }

  /** A broken text can have thousands of names in one type, and each would read all of it. */
  private wholeValue(node: Node): BoundValue | undefined {
    if (!this.wholes.has(node.id)) this.wholes.set(node.id, this.valueOfNode(node, []));
    return this.wholes.get(node.id);
  }

  /** @param members the members of the value that are meant, from the outermost. */
  private valueOfNode(node: Node, members: readonly string[]): BoundValue | undefined {
    let type = node;
    let inner = 0;
    for (; inner < members.length; inner++) {
      const member = this.links.inlineMember?.(type, members[inner] ?? '');
      if (member === undefined) break;
      if (member === null) return undefined;
      type = member;
    }
    const numbers = namingNodes(type, this.links)
      .map(({ startIndex }) => numberAt(this.walked.names, startIndex))
      .filter((number) => number >= 0);
    const isInline = this.links.inlineMember?.(type, '') !== undefined;
    if (numbers.length === 0 && !isInline) return undefined;
    return { numbers, members: members.slice(inner), inline: isInline ? type : undefined };
  }

  private receivers(): Set<string> {
    const { names } = this.walked;
    const texts = new Set<string>();
    for (const name of names) {
      const root = name.standing === standing.member && name.receiver >= 0 ? names[name.receiver] : undefined;
      if (root?.standing === standing.alone) texts.add(root.text);
    }
    return texts;
  }

  /** Fields with a value and keys of patterns. */
  private assigned(): readonly PlacedName[] {
    const { names } = this.walked;
    return names.filter((name) => name.receiver === patternReceiver || isAssignedField(name, names));
  }

  /** In the order of the text. */
  private localsNamed(texts: ReadonlySet<string>): readonly LocalName[] {
    const wanted: LocalName[] = [];
    for (const text of texts) {
      this.looked.add(text);
      for (const local of this.walked.locals.get(text) ?? []) if (!local.isImport) wanted.push(local);
    }
    return wanted.sort((a, b) => a.offset - b.offset);
  }
}

/** The first of the fields that is set and is not the name itself: `for x in x`. */
function fieldIn(binding: Node, fields: readonly string[], offset: number): Node | undefined {
  for (const field of fields) {
    const node = field === '' ? binding.firstNamedChild : binding.childForFieldName(field);
    if (node && node.startIndex !== offset) return node;
  }
  return undefined;
}
