/** Finds what is known about the type of locals: the name of their declared type, or of the function or class that makes their value. */
import type { LanguageLinks } from '../../languages/language';
import type { Node } from '../../syntax/syntax-node';
import type { SyntaxTree } from '../../syntax/syntax-tree';
import { type LocalName, noReceiver, numberAt, standing, type WalkedNames } from './name-walk';
import { namingNode } from './naming-node';

/** How far above a name the node that binds it may be. */
const maxClimb = 5;

/** A pattern takes a value apart, so its names do not have the type of the value. Go's `a, err := f()` is a plain list. */
const takesApart = /(?<!as_)pattern(?!_target)|tuple/;

export class LocalTypes {
  private readonly numbers = new Map<LocalName, number>();

  constructor(
    tree: SyntaxTree,
    private readonly links: LanguageLinks,
    private readonly walked: WalkedNames,
  ) {
    const { bound } = links;
    if (!bound) return;
    // A path moves forward only, so all locals that have members are looked up in one pass.
    const wanted = this.receivers();
    if (wanted.length === 0) return;
    const path = tree.path(new Uint8Array(0));
    for (const local of wanted) {
      path.moveTo(local.offset);
      let at: Node | null = path.nodeAt(path.depth).parent;
      for (let climb = 0; at && climb < maxClimb && !takesApart.test(at.type); climb++, at = at.parent) {
        const fields = bound[at.type];
        if (!fields) continue;
        this.numbers.set(local, this.nameIn(at, fields, local));
        break;
      }
    }
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

  private receivers(): LocalName[] {
    const { names, locals } = this.walked;
    const texts = new Set<string>();
    for (const { standing: stands, receiver } of names) {
      const root = stands === standing.member && receiver >= 0 ? names[receiver] : undefined;
      if (root?.standing === standing.alone) texts.add(root.text);
    }
    const wanted: LocalName[] = [];
    for (const text of texts) for (const local of locals.get(text) ?? []) if (!local.isImport) wanted.push(local);
    return wanted.sort((a, b) => a.offset - b.offset);
  }
}
