/** What the graph of the workspace reads in C#: what names an expression or a type, the types of locals, members of heads and enums. */
import type { Node } from '../../../syntax/syntax-node';
import type { TypeMember } from '../../language';
import type { LanguageLinks } from '../../language-links';
import { childOfType, childrenOfType } from '../../node-helpers';
import { each, words } from '../../word-lists';

/** Types that stand for their argument: it is what `await` gives. */
const transparent = new Set(['Task', 'ValueTask', 'Nullable']);

function genericName(node: Node): Node | null {
  const name = node.firstNamedChild;
  const argument = childOfType(node, 'type_argument_list')?.firstNamedChild;
  return argument && name && transparent.has(name.text) ? argument : name;
}

/** The declared type of a variable, or the value of one with `var`. */
function variableType(declarator: Node): Node | null | undefined {
  const type = declarator.parent?.childForFieldName('type');
  if (type && type.type !== 'implicit_type') return type;
  const value = declarator.lastNamedChild;
  return value?.previousSibling?.type === '=' ? value : undefined;
}

/** `Foo` in `where T : Foo`. */
function constraint(parameter: Node): Node | null | undefined {
  const name = parameter.childForFieldName('name')?.text;
  const clauses = childrenOfType(parameter.parent?.parent ?? parameter, 'type_parameter_constraints_clause');
  const clause = clauses.find((candidate) => candidate.firstNamedChild?.text === name);
  return clause && childOfType(clause, 'type_parameter_constraint')?.childForFieldName('type');
}

export function enumMembers(node: Node): readonly TypeMember[] {
  const list = childrenOfType(node.childForFieldName('body') ?? node, 'enum_member_declaration');
  return list.flatMap((declaration) => {
    const name = declaration.childForFieldName('name');
    return name ? [{ kind: 'constant', name, declaration, type: undefined }] : [];
  });
}

/** The properties in `record A(Foo B)`. */
export function recordProperties(node: Node): readonly TypeMember[] {
  const list = childOfType(node, 'parameter_list');
  return (list ? childrenOfType(list, 'parameter') : []).flatMap((declaration) => {
    const name = declaration.childForFieldName('name');
    const type = declaration.childForFieldName('type') ?? undefined;
    return name ? [{ kind: 'property', name, declaration, type }] : [];
  });
}

/** The type that an extension method extends: `Foo` in `With(this Foo foo)`. */
function extendedType(method: Node): string | undefined {
  const first = method.childForFieldName('parameters')?.firstNamedChild;
  if (first?.type !== 'parameter' || childOfType(first, 'modifier')?.text !== 'this') return undefined;
  return first
    .childForFieldName('type')
    ?.text.replace(/<.*$|[?[].*$/s, '')
    .replace(/^.*\./s, '');
}

export const csharpLinks: LanguageLinks = {
  naming: {
    invocation_expression: 'function',
    member_access_expression: 'name',
    conditional_access_expression: (node) => node.lastNamedChild,
    ...each('name', 'member_binding_expression qualified_name alias_qualified_name'),
    ...each('type', 'object_creation_expression cast_expression default_expression nullable_type array_type'),
    ref_type: 'type',
    element_access_expression: 'expression',
    ...each('', 'await_expression parenthesized_expression postfix_unary_expression'),
    as_expression: 'right',
    conditional_expression: 'consequence',
    generic_name: genericName,
  },
  bound: {
    variable_declarator: variableType,
    parameter: ['type'],
    // `params Foo[] rest` is in the list without its own node.
    parameter_list: ['type'],
    ...each(['type'], 'foreach_statement catch_declaration declaration_pattern recursive_pattern'),
    ...each(['type'], 'declaration_expression from_clause'),
    type_parameter: constraint,
  },
  extended: { method_declaration: extendedType },
  own: ['this'],
  base: ['base'],
  isOpen: true,
  bareMembers: true,
  typeEdges: words(`
    parameter.type property_declaration.type method_declaration.returns variable_declaration
    object_creation_expression nullable_type array_type type_parameter_constraint event_declaration.type
    declaration_pattern.type declaration_expression.type catch_declaration.type foreach_statement.type
    type_argument_list base_list typeof_expression`),
  silent: ['using_directive', 'file_scoped_namespace_declaration', 'extern_alias_directive'],
  keywords: ['global'],
  // `value` is the parameter of setters.
  builtins: ['nameof', 'value', '_'],
};
