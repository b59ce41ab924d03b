/** What the graph of the workspace reads in PHP: what names an expression or a type, the types of variables, promoted properties. */
import type { Node } from '../../../syntax/syntax-node';
import type { TypeMember } from '../../language';
import type { LanguageLinks } from '../../language-links';
import { phpFunctions } from '../../libraries/php-functions';
import { childOfType, childrenOfType } from '../../node-helpers';

/** The class in `new Foo(…)`; an anonymous class has no name. */
function createdClass(node: Node): Node | null {
  return childOfType(node, 'name', 'qualified_name', 'relative_name') ?? null;
}

/** `Foo` in `int|Foo`. */
function firstNamed(node: Node): Node | null {
  return childOfType(node, 'named_type', 'optional_type') ?? null;
}

/** The properties that a constructor declares: `__construct(private Foo $foo)`. */
export function promotedProperties(node: Node): readonly TypeMember[] {
  const members = node.childForFieldName('body') ?? node;
  const method = childrenOfType(members, 'method_declaration').find(
    (candidate) => candidate.childForFieldName('name')?.text.toLowerCase() === '__construct',
  );
  const list = method?.childForFieldName('parameters');
  return (list ? childrenOfType(list, 'property_promotion_parameter') : []).flatMap((declaration) => {
    const name = declaration.childForFieldName('name')?.lastNamedChild;
    const type = declaration.childForFieldName('type') ?? undefined;
    return name ? [{ kind: 'property', name, declaration, type }] : [];
  });
}

export const phpLinks: LanguageLinks = {
  naming: {
    object_creation_expression: createdClass,
    function_call_expression: 'function',
    member_call_expression: 'name',
    nullsafe_member_call_expression: 'name',
    member_access_expression: 'name',
    nullsafe_member_access_expression: 'name',
    scoped_call_expression: 'name',
    scoped_property_access_expression: 'name',
    class_constant_access_expression: (node) => node.lastNamedChild,
    subscript_expression: '',
    parenthesized_expression: '',
    clone_expression: '',
    assignment_expression: 'right',
    variable_name: '.',
    qualified_name: (node) => node.lastNamedChild,
    named_type: '',
    optional_type: '',
    union_type: firstNamed,
    intersection_type: firstNamed,
    type_list: '',
  },
  bound: {
    simple_parameter: ['type'],
    property_promotion_parameter: ['type'],
    variadic_parameter: ['type'],
    catch_clause: ['type'],
    assignment_expression: ['right'],
    static_variable_declaration: ['value'],
  },
  own: ['$this', 'self', 'static'],
  base: ['parent'],
  isOpen: true,
  silent: ['namespace_use_declaration'],
  variablePrefix: '$',
  keywords: ['class'],
  builtins: phpFunctions,
};
