/** Finds what is known about the type of locals: the name of their declared type, or of the function or class that makes their value. */
import type { LanguageLinks } from '../../languages/language';
import type { Node } from '../../syntax/syntax-node';
import type { SyntaxTree } from '../../syntax/syntax-tree';
import { type LocalName, noReceiver, numberAt, ownReceiver, standing, type WalkedNames } from './name-walk';
import { namingNode } from './naming-node';

/** How far above a name the node that binds it may be. */
const maxClimb = 5;

/** How often a local may get its type from another one. */
const maxPasses = 3;

/** A pattern takes a value apart, so its names do not have the type of the value. Go's `a, err := f()` is a plain list. */
const takesApart = /(?<!as_)pattern(?!_target)|tuple/;

export class LocalTypes {
  private readonly numbers = new Map<LocalName, number>();
  /** The names whose locals were looked up. */
  private readonly looked = new Set<string>();

  constructor(
    tree: SyntaxTree,
    private readonly links: LanguageLinks,
    private readonly walked: WalkedNames,
  ) {
    const { bound } = links;
    if (!bound) return;
    // A local may get its type from another local: `x := s`.
    let texts = this.receivers();
    for (let pass = 0; pass < maxPasses && texts.size > 0; pass++) texts = this.find(tree, bound, texts);
  }

  /**
   * Finds the types of the locals with these names. A path moves forward only, so all of them are looked up in one pass.
   * @returns the names of the locals that they get their type from.
   */
  private find(tree: SyntaxTree, bound: NonNullable<LanguageLinks['bound']>, texts: ReadonlySet<string>): Set<string> {
    const next = new Set<string>();
    const path = tree.path(new Uint8Array(0));
    for (const local of this.localsNamed(texts)) {
      path.moveTo(local.offset);
      const name = path.nodeAt(path.depth);
      let at: Node | null = name.parent;
      for (let climb = 0; at && climb < maxClimb; climb++, at = at.parent) {
        const { type } = at;
        const rule = Object.hasOwn(bound, type) ? bound[type] : undefined;
        if (rule) {
          const number = typeof rule === 'function' ? this.nameOfNode(rule(at, name)) : this.nameIn(at, rule, local);
          this.numbers.set(local, number);
          const from = this.walked.names[number];
          if (from?.standing === standing.alone && !this.looked.has(from.text)) next.add(from.text);
          break;
        }
        if (takesApart.test(type)) break;
      }
    }
    return next;
  }

  /** The number of the name that stands for the type of a local; `noReceiver` if nothing is known. */
  nameOf(local: LocalName): number {
    return this.numbers.get(local) ?? noReceiver;
  }

  private nameIn(binding: Node, fields: readonly string[], local: LocalName): number {
    for (const field of fields) {
      const node = field === '' ? binding.firstNamedChild : binding.childForFieldName(field);
      // The name itself may be in the field: `for x in x`.
      const naming = node && node.startIndex !== local.offset ? namingNode(node, this.links) : undefined;
      if (naming) return numberAt(this.walked.names, naming.startIndex);
    }
    return noReceiver;
  }

  private nameOfNode(node: Node | null | undefined): number {
    const naming = node ? namingNode(node, this.links) : undefined;
    return naming ? numberAt(this.walked.names, naming.startIndex) : noReceiver;
  }

  private receivers(): Set<string> {
    const { names } = this.walked;
    const texts = new Set<string>();
    for (let number = 0; number < names.length; number++) {
      const name = names[number];
      const root = name?.standing === standing.member && name.receiver >= 0 ? names[name.receiver] : undefined;
      if (root?.standing === standing.alone) texts.add(root.text);
      // The value of `this.repo = repo` is the type of a field.
      const isField = root?.standing === standing.own || name?.receiver === ownReceiver;
      const value = name?.isAssigned && isField ? names[number + 1] : undefined;
      if (value?.standing === standing.alone) texts.add(value.text);
    }
    return texts;
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
