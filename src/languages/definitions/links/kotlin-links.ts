/** What the graph of the workspace reads in Kotlin: what names an expression or a type, the types of locals, properties in heads. */
import type { Node } from '../../../syntax/syntax-node';
import type { TypeMember } from '../../language';
import type { LanguageLinks } from '../../language-links';
import { childOfType, childrenOfType } from '../../node-helpers';
import { each } from '../../word-lists';

function typeIn(node: Node): Node | undefined {
  return childOfType(node, 'user_type', 'nullable_type', 'non_nullable_type', 'parenthesized_type');
}

/** The declared type of a variable, or the value of `val x = Foo()`. */
function variableType(variable: Node): Node | undefined {
  const { parent } = variable;
  const declared = typeIn(variable);
  if (declared || parent?.type !== 'property_declaration') return declared;
  const value = variable.nextNamedSibling;
  return value?.previousSibling?.type === '=' ? value : undefined;
}

/** The properties in `class A(val b: B, c: C)`: only `b`. */
export function constructorProperties(node: Node): readonly TypeMember[] {
  const head = childOfType(node, 'primary_constructor');
  const list = head && childOfType(head, 'class_parameters');
  return (list ? childrenOfType(list, 'class_parameter') : []).flatMap((declaration) => {
    const name = childOfType(declaration, 'identifier');
    const isProperty = declaration.children.some(({ type }) => type === 'val' || type === 'var');
    return name && isProperty ? [{ kind: 'property', name, declaration, type: typeIn(declaration) }] : [];
  });
}

export const kotlinLinks: LanguageLinks = {
  naming: {
    call_expression: '',
    navigation_expression: (node) => node.lastNamedChild,
    ...each('', 'parenthesized_expression unary_expression'),
    as_expression: 'right',
    user_type: (node) => childrenOfType(node, 'identifier').at(-1) ?? null,
    ...each('', 'nullable_type non_nullable_type parenthesized_type'),
  },
  bound: {
    variable_declaration: variableType,
    ...each(typeIn, 'parameter class_parameter catch_block type_parameter'),
  },
  own: ['this'],
  base: ['super'],
  isOpen: true,
  bareMembers: true,
  methodReferences: true,
  blockCalls: true,
  silent: ['import', 'package_header'],
  // The parameter of a lambda, and the value of a property in its accessors.
  builtins: ['it', 'field'],
};
