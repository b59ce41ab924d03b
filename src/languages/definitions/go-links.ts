/** What the graph of the workspace reads in Go: what names an expression or a type, the types of locals, the members of types. */
import type { Node } from '../../syntax/syntax-node';
import type { TypeMember } from '../language';
import type { LanguageLinks } from '../language-links';
import { childOfType, childrenOfType } from '../node-helpers';
import { each, words } from '../word-lists';

/** Only `min`, `max` and `clear` are missing: older code has functions of these names. */
const builtins = words(`
  any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint
  uint8 uint16 uint32 uint64 uintptr append cap close complex copy delete imag len make new panic print println real
  recover _`);

/** `T` in `new(T)`, `make([]T, n)` and `append(ts, …)`; otherwise the function. */
function calledName(node: Node): Node | null {
  const called = node.childForFieldName('function');
  if (called?.type !== 'identifier' || !/^(new|make|append)$/.test(called.text)) return called;
  return node.childForFieldName('arguments')?.firstNamedChild ?? null;
}

/** The item of a list at the place where a name is in another list. */
function itemBeside(list: Node | null, names: Node | null, name: Node): Node | null | undefined {
  const items = list?.namedChildren ?? [];
  const place = names?.namedChildren.findIndex((other) => other.startIndex === name.startIndex) ?? -1;
  // `s, err := open()`: the others are usually errors.
  return items.length === 1 && place > 0 ? null : items[place];
}

/** The element in `for i, x := range xs`. */
function rangeElement(node: Node, name: Node): Node | null | undefined {
  const [, element] = node.childForFieldName('left')?.namedChildren ?? [];
  return element?.startIndex === name.startIndex ? node.childForFieldName('right') : null;
}

/** A slice, map or channel has the name of its elements: only those have members. */
export const goLinks: LanguageLinks = {
  naming: {
    call_expression: calledName,
    selector_expression: 'field',
    ...each('operand', 'index_expression slice_expression unary_expression'),
    ...each('', 'parenthesized_expression expression_list pointer_type parenthesized_type parameter_list'),
    ...each('', 'type_constraint type_elem'),
    ...each('type', 'composite_literal type_assertion_expression type_conversion_expression generic_type'),
    ...each('type', 'parameter_declaration type_instantiation_expression'),
    ...each('result', 'func_literal function_type'),
    qualified_type: 'name',
    ...each('element', 'slice_type array_type implicit_length_array_type'),
    ...each('value', 'map_type channel_type'),
  },
  bound: {
    ...each(['type'], 'parameter_declaration variadic_parameter_declaration'),
    var_spec: (node, name) => {
      const names = node.childrenForFieldName('name').filter((child) => child.isNamed);
      const values = node.childForFieldName('value')?.namedChildren ?? [];
      const place = names.findIndex((other) => other.startIndex === name.startIndex);
      return node.childForFieldName('type') ?? (values.length === 1 && place > 0 ? null : values[place]);
    },
    short_var_declaration: (node, name) =>
      itemBeside(node.childForFieldName('right'), node.childForFieldName('left'), name),
    receive_statement: (node, name) =>
      itemBeside(node.childForFieldName('right'), node.childForFieldName('left'), name),
    range_clause: rangeElement,
    type_parameter_declaration: ['type'],
    // Its type is another one in each case.
    type_switch_statement: () => null,
  },
  isOpen: true,
  builtins,
};

/** The fields of a struct and the methods of an interface. */
export function goMembers(type: Node | null): readonly TypeMember[] {
  if (type?.type === 'interface_type') return childrenOfType(type, 'method_elem').flatMap(interfaceMethod);
  if (type?.type !== 'struct_type') return [];
  const list = childOfType(type, 'field_declaration_list');
  return list ? childrenOfType(list, 'field_declaration').flatMap(structFields) : [];
}

function interfaceMethod(declaration: Node): readonly TypeMember[] {
  const name = declaration.childForFieldName('name');
  return name ? [{ kind: 'method', name, declaration, type: goResult(declaration) }] : [];
}

function structFields(declaration: Node): readonly TypeMember[] {
  const type = declaration.childForFieldName('type') ?? undefined;
  const names = declaration.childrenForFieldName('name').filter((child) => child.isNamed);
  const embedded = names.length === 0 && type ? embeddedName(type) : undefined;
  return (embedded ? [embedded] : names).map((name) => ({ kind: 'field', name, declaration, type }));
}

/** `B` in `struct { *a.B[int] }`. */
function embeddedName(type: Node): Node | undefined {
  if (type.type === 'type_identifier') return type;
  const inner = type.childForFieldName('name') ?? type.childForFieldName('type') ?? type.firstNamedChild;
  return inner ? embeddedName(inner) : undefined;
}

/** The result of a function; the first of several, because the others are usually errors. */
export function goResult(node: Node): Node | undefined {
  const result = node.childForFieldName('result');
  if (result?.type !== 'parameter_list') return result ?? undefined;
  return result.namedChildren[0]?.childForFieldName('type') ?? undefined;
}
