import type { LanguageLinks } from '../../languages/language-links';
import type { Node } from '../../syntax/syntax-node';

const maxDepth = 12;

/** The identifier that names an expression or a type: `save` for `repo.save(x)`, `Map` for `new Map<string, X>()`. */
export function namingNode(node: Node, { naming, choices }: LanguageLinks): Node | undefined {
  let at: Node | null = node;
  for (let depth = 0; at && depth < maxDepth; depth++) {
    const { type }: Node = at;
    const rule: string | ((node: Node) => Node | null) | undefined = naming[type];
    const chosen: readonly Node[] | undefined = rule === undefined ? choices?.[type]?.(at) : undefined;
    if (rule === undefined && !chosen) return at.namedChildCount === 0 ? at : undefined;
    if (rule === '.') return at;
    if (chosen) at = chosen[0] ?? null;
    else if (typeof rule === 'function') at = rule(at);
    else at = rule ? at.childForFieldName(rule) : at.firstNamedChild;
  }
  return undefined;
}

/** The same for each of the values that an expression chooses from: `a` and `b` for `c ? a : b`. */
export function namingNodes(node: Node, links: LanguageLinks): readonly Node[] {
  const choose = links.choices?.[node.type];
  if (choose) return choose(node).flatMap((choice) => namingNodes(choice, links));
  const naming = namingNode(node, links);
  return naming ? [naming] : [];
}
