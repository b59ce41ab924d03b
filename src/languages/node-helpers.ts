/** Helpers for language files: find child nodes by type or field, and name what they define. */
import type { Node } from '../syntax/syntax-node';
import type { DefinitionKind, IdentifierRole, TypeMember } from './language';
import { words } from './word-lists';

type MaybeNode = Node | null | undefined;

/** A list of the node, empty if there is none. */
export function present(node: MaybeNode): readonly Node[] {
  return node ? [node] : [];
}

export function childOfType(node: MaybeNode, ...types: readonly string[]): Node | undefined {
  return node?.namedChildren.find((child) => types.includes(child.type));
}

export function childrenOfType(node: MaybeNode, ...types: readonly string[]): Node[] {
  return node?.namedChildren.filter((child) => types.includes(child.type)) ?? [];
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

/** A `names` rule: the child in the first of these fields that is set. */
export function nameFromField(...names: readonly string[]): (node: Node) => readonly Node[] {
  const child = typeFromField(...names);
  return (node) => present(child(node));
}

/** A `names` rule: the first child of one of these types. */
export function nameFromChild(...types: readonly string[]): (node: Node) => readonly Node[] {
  return (node) => present(childOfType(node, ...types));
}

/**
 * A `names` rule: the nodes at the end of a path. A step is the first child of a type, `:name` the child in a field; with `*` all such
 * children.
 */
export function nodesAt(path: string): (node: Node) => readonly Node[] {
  const steps = words(path).map(stepOf);
  return (node) => steps.reduce<readonly Node[]>((nodes, step) => nodes.flatMap(step), [node]);
}

function stepOf(text: string): (node: Node) => readonly Node[] {
  const [, colon, name = '', all] = /^(:?)(\w+)(\*?)$/.exec(text) ?? [];
  if (!colon) return (node) => (all ? childrenOfType(node, name) : present(childOfType(node, name)));
  return (node) => (all ? node.childrenForFieldName(name) : present(node.childForFieldName(name)));
}

/** All nodes of these types in a subtree, for example the names that a destructuring pattern binds. */
export function leaves(node: Node, ...types: readonly string[]): readonly Node[] {
  if (types.includes(node.type)) return [node];
  return node.descendantsOfType(types);
}

/** A `bases` rule: the types in the clauses of these types, such as `extends_clause`. */
export function basesFromClauses(...clauses: readonly string[]): (node: Node) => readonly Node[] {
  return (node) =>
    childrenOfType(node, ...clauses)
      .flatMap((clause) => clause.namedChildren)
      .filter((child) => !/comment|modifier|specifier$|annotation/.test(child.type));
}

/** For a `members` rule: what each of these nodes declares, by its fields `name` and `type`. */
export function membersByField(kind: DefinitionKind, declarations: readonly Node[]): TypeMember[] {
  return declarations.flatMap((declaration) =>
    present(declaration.childForFieldName('name')).map((name) => {
      return { kind, name, declaration, type: declaration.childForFieldName('type') ?? undefined };
    }),
  );
}

/** What names an expression that ends with it. */
export const lastNamed = (node: Node): Node | null => node.lastNamedChild;

/** True for the first named child of a node. */
export function isFirstChild(node: Node): boolean {
  return node.id === node.parent?.firstNamedChild?.id;
}

/** A role that the first child has, and one for the others: `let x = y`, `x <- xs`. */
export function firstChildRole(first: IdentifierRole, others: IdentifierRole): (child: Node) => IdentifierRole {
  return (child) => (isFirstChild(child) ? first : others);
}
