/** Small ways to reach the nodes that language files name. */
import type { Node } from '../syntax/syntax-node';

export function childOfType(node: Node, ...types: readonly string[]): Node | undefined {
  return node.namedChildren.find((child) => types.includes(child.type));
}

export function childrenOfType(node: Node, ...types: readonly string[]): Node[] {
  return node.namedChildren.filter((child) => types.includes(child.type));
}

/** A `names` rule: the child of one of these fields. */
export function nameFromField(...names: readonly string[]): (node: Node) => readonly Node[] {
  return (node) => {
    for (const name of names) {
      const child = node.childForFieldName(name);
      if (child) return [child];
    }
    return [];
  };
}

/** A `names` rule: the first child of one of these types. */
export function nameFromChild(...types: readonly string[]): (node: Node) => readonly Node[] {
  return (node) => {
    const child = childOfType(node, ...types);
    return child ? [child] : [];
  };
}

/** All leaves of these types below a node: the names a destructuring pattern binds. */
export function leaves(node: Node, ...types: readonly string[]): readonly Node[] {
  if (types.includes(node.type)) return [node];
  return node.descendantsOfType(types);
}
