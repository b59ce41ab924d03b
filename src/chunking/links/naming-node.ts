import type { LanguageLinks } from '../../languages/language';
import type { Node } from '../../syntax/syntax-node';

const maxDepth = 12;

/** The identifier that names an expression or a type: `save` for `repo.save(x)`, `Map` for `new Map<string, X>()`. */
export function namingNode(node: Node, { naming }: LanguageLinks): Node | undefined {
  let at: Node | null = node;
  for (let depth = 0; at && depth < maxDepth; depth++) {
    const rule: string | ((node: Node) => Node | null) | undefined = naming[at.type];
    if (rule === undefined) return at.namedChildCount === 0 ? at : undefined;
    if (rule === '.') return at;
    at = typeof rule === 'function' ? rule(at) : rule === '' ? at.firstNamedChild : at.childForFieldName(rule);
  }
  return undefined;
}
