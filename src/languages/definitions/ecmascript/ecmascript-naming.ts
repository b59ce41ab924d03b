import type { Node } from '../../../syntax/syntax-node';
import type { LanguageLinks } from '../../language';

/** Types that stand for their first argument: what is awaited, or the same members with other modifiers. */
const transparent = new Set(['Promise', 'Awaited', 'Readonly', 'Partial', 'Required', 'NonNullable', 'PromiseLike']);

function genericName(node: Node): Node | null {
  const name = node.childForFieldName('name');
  const first = node.childForFieldName('type_arguments')?.firstNamedChild;
  return first && name && transparent.has(name.text) ? first : name;
}

const empty = new Set(['undefined', 'null', 'literal_type', 'predefined_type']);

/** `X` in `X | undefined`. */
function unionMember(node: Node): Node | null {
  return node.namedChildren.find((child) => !empty.has(child.type)) ?? null;
}

export const ecmascriptNaming: LanguageLinks = {
  naming: {
    call_expression: 'function',
    new_expression: 'constructor',
    member_expression: 'property',
    await_expression: '',
    parenthesized_expression: '',
    non_null_expression: '',
    satisfies_expression: '',
    as_expression: (node) => node.lastNamedChild,
    type_annotation: '',
    parenthesized_type: '',
    readonly_type: '',
    type_query: '',
    generic_type: genericName,
    nested_type_identifier: 'name',
    union_type: unionMember,
    intersection_type: '',
    extends_clause: 'value',
  },
  bound: {
    variable_declarator: ['type', 'value'],
    required_parameter: ['type', 'value'],
    optional_parameter: ['type', 'value'],
  },
  own: ['this'],
  base: ['super'],
};
