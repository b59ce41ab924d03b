/** Helpers for language files: find child nodes by type or field. */
import type { Node } from '../syntax/syntax-node';

export function childOfType(node: Node, ...types: readonly string[]): Node | undefined {
  return node.namedChildren.find((child) => types.includes(child.type));
}

export function childrenOfType(node: Node, ...types: readonly string[]): Node[] {
  return node.namedChildren.filter((child) => types.includes(child.type));
}

/** A `names` rule: the child in the first of these fields that is set. */
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

/** All nodes of these types in a subtree, for example the names that a destructuring pattern binds. */
export function leaves(node: Node, ...types: readonly string[]): readonly Node[] {
  if (types.includes(node.type)) return [node];
  return node.descendantsOfType(types);
}

/** A `type` rule: the child in the first of these fields that is set. */
export function typeFromField(...names: readonly string[]): (node: Node) => Node | undefined {
  return (node) => {
    for (const name of names) {
      const child = node.childForFieldName(name);
      if (child) return child;
    }
    return undefined;
  };
}

/** A `bases` rule: the types in the clauses of these types, such as `extends_clause`. */
export function basesFromClauses(...clauses: readonly string[]): (node: Node) => readonly Node[] {
  return (node) =>
    childrenOfType(node, ...clauses)
      .flatMap((clause) => clause.namedChildren)
      .filter((child) => !/comment|modifier|specifier$|annotation/.test(child.type));
}
