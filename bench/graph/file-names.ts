/**
 * The names in a file for oracles that answer questions about places: which names to ask about, and which of them can be the name of
 * a definition that a graph can have. Only the shape of the text is read from our syntax tree, what a name means is the oracle's part.
 */
import { ParsedSource } from '../../src/code/identify/parsed-source';
import type { Language } from '../../src/languages/language';
import type { Node } from '../../src/syntax/syntax-node';

export interface NameRules {
  /** Node types of names. */
  readonly names: readonly string[];
  /** Node types inside of which nothing is a use or a definition: imports, package clauses. */
  readonly skipped: readonly string[];
  /** Node types whose `body` is local. */
  readonly functions: readonly string[];
  /** Node types inside of which every definition is local: parameters. */
  readonly locals: readonly string[];
  /** A name that is no use though it stands outside of what is skipped: keys of literals, names of arguments. */
  readonly isKey?: (name: Node, parent: Node) => boolean;
  /** A name inside a method that defines a member of its class: `self.x`. */
  readonly isMember?: (name: Node, parent: Node) => boolean;
}

export interface FileName {
  readonly name: string;
  readonly offset: number;
  readonly isUse: boolean;
  /** As a definition it would be local. */
  readonly isLocal: boolean;
  /** The type of the node around it. */
  readonly around: string;
}

/** By offset, in the order of the text. */
export async function fileNames(
  language: Language,
  rules: NameRules,
  text: string,
): Promise<ReadonlyMap<number, FileName>> {
  const parsed = await ParsedSource.parse(language, text);
  try {
    const found = new Map<number, FileName>();
    collect(parsed.tree.rootNode, rules, found);
    return found;
  } finally {
    parsed.delete();
  }
}

function collect(root: Node, rules: NameRules, found: Map<number, FileName>): void {
  const visit = (node: Node, isLocal: boolean, isMethod: boolean): void => {
    if (rules.skipped.includes(node.type)) return;
    const body = rules.functions.includes(node.type) ? node.childForFieldName('body')?.id : undefined;
    const inLocals = isLocal || rules.locals.includes(node.type);
    for (const child of node.namedChildren) {
      if (rules.names.includes(child.type)) {
        const isMember = isMethod && rules.isMember?.(child, node);
        found.set(child.startIndex, {
          name: child.text,
          offset: child.startIndex,
          isUse: !rules.isKey?.(child, node),
          isLocal: (inLocals || child.id === body) && !isMember,
          around: isMember ? 'attribute' : node.type,
        });
      }
      if (child.namedChildCount === 0) continue;
      const isBody = child.id === body;
      // A function inside a method still sees `self`; one inside another function does not have a class.
      visit(child, inLocals || isBody, isMethod || (isBody && !inLocals));
    }
  };
  visit(root, false, false);
}
