/** What the graph of the workspace reads in Dart. An expression is not one node but a name and the selectors after it. */
import type { Node } from '../../syntax/syntax-node';
import type { LanguageLinks } from '../language-links';
import { childOfType } from '../node-helpers';
import { words } from '../word-lists';

/** `b` for the selector `.b` or `?.b`; undefined for arguments and indices. */
function selectedName(selector: Node): Node | undefined {
  const inner = selector.firstNamedChild;
  return inner?.type.endsWith('assignable_selector') ? childOfType(inner, 'identifier') : undefined;
}

/** `c` in `a.b(1).c(2)`: the last name of the selectors after the first one. */
function lastName(first: Node | null | undefined): Node | null {
  if (!first || first.namedChildCount > 0) return first ? lastName(first.firstNamedChild) : null;
  let name = first;
  for (let at = first.nextNamedSibling; at?.type === 'selector'; at = at.nextNamedSibling)
    name = selectedName(at) ?? name;
  return name.type === 'identifier' ? name : null;
}

/** `T` in `Future<T>`. */
function awaitedType(type: Node | undefined): Node | undefined {
  const args = type && /^(Future|FutureOr|Stream)$/.test(type.text) ? type.nextNamedSibling : undefined;
  return (args?.type === 'type_arguments' ? childOfType(args, 'type_identifier') : undefined) ?? type;
}

function declaredOrValue(node: Node): Node | null {
  return awaitedType(childOfType(node, 'type_identifier')) ?? lastName(node.childForFieldName('value'));
}

/** The name before a member: its selector follows those of the expression. */
function receiver(member: Node): Node | null {
  let at = member.parent?.parent?.previousNamedSibling ?? null;
  while (at?.type === 'selector') {
    const name = selectedName(at);
    if (name) return name;
    at = at.previousNamedSibling;
  }
  return at?.type === 'identifier' ? at : null;
}

const builtins = words(`
  bool double dynamic int num void Object String List Map Set Iterable Future FutureOr Stream Function Null Never
  Duration DateTime Uri Exception Error print identical override deprecated`);

export const dartLinks: LanguageLinks = {
  naming: {},
  bound: {
    initialized_variable_definition: declaredOrValue,
    formal_parameter: (node) => childOfType(node, 'type_identifier') ?? null,
    for_loop_parts: (node) => childOfType(node, 'type_identifier') ?? null,
  },
  own: ['this'],
  base: ['super'],
  bareMembers: true,
  builtins,
  receiver,
  silent: ['import_or_export', 'part_directive', 'part_of_directive', 'library_name'],
};
