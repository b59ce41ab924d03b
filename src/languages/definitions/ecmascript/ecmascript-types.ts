/** The types of definitions in JavaScript and TypeScript, as far as they are written down. */

import type { Node } from '../../../syntax/syntax-node';
import type { TypeMember } from '../../language';
import { childOfType, childrenOfType } from '../../node-helpers';
import { words } from '../../word-lists';

/** `Foo` in `: Foo`. A predicate (`x is Foo`) is a boolean. */
function annotatedType(node: Node, field: string): Node | undefined {
  const annotation = node.childForFieldName(field);
  return annotation?.type === 'type_annotation' ? annotation.namedChildren[0] : undefined;
}

export function returnType(node: Node): Node | undefined {
  return annotatedType(node, 'return_type');
}

const functions: ReadonlySet<string> = new Set(['arrow_function', 'function_expression', 'generator_function']);

/** The declared result of a function, or the expression that an arrow function is. */
function functionType(node: Node): Node | undefined {
  const declared = returnType(node);
  const body = node.childForFieldName('body');
  return declared ?? (body?.type === 'statement_block' ? undefined : valueType(body));
}

/** The function in a declaration, a field, a pair or an assignment. */
export function heldFunction(node: Node): Node | undefined {
  const holder = onlyDeclarator(node) ?? node;
  let value = holder.childForFieldName('value') ?? holder.childForFieldName('right');
  while (value?.type === 'assignment_expression') value = value.childForFieldName('right');
  return value && functions.has(value.type) ? value : undefined;
}

/** Values that name what they are: `new X()`, calls, other names. */
const namingValues: ReadonlySet<string> = new Set(
  words(`
  new_expression call_expression await_expression identifier member_expression subscript_expression
  ternary_expression binary_expression array`),
);

/** The return type of a function, the type in `x as Foo`, or the value itself. */
export function valueType(value: Node | null | undefined): Node | undefined {
  switch (value?.type) {
    case 'as_expression':
      // `as const` has no type.
      return value.namedChildren[1] ?? valueType(value.namedChildren[0]);
    case 'satisfies_expression':
    case 'non_null_expression':
    case 'parenthesized_expression':
      return valueType(value.namedChildren[0]);
    case 'assignment_expression':
      return valueType(value.childForFieldName('right'));
    default:
      if (!value) return undefined;
      return functions.has(value.type) ? functionType(value) : namingValues.has(value.type) ? value : undefined;
  }
}

/** For fields and variables: the annotation or the value. The annotation of a function says nothing about its result. */
export function typeOrValue(node: Node): Node | undefined {
  const value = node.childForFieldName('value');
  const declared = value && functions.has(value.type) ? undefined : annotatedType(node, 'type');
  return declared ?? valueType(value);
}

/** `const a: Foo = …`. The parts of a pattern and several names have no single type. */
export function declarationType(declaration: Node): Node | undefined {
  const declarator = onlyDeclarator(declaration);
  return declarator?.childForFieldName('name')?.type === 'identifier' ? typeOrValue(declarator) : undefined;
}

function onlyDeclarator(declaration: Node): Node | undefined {
  const declarators = childrenOfType(declaration, 'variable_declarator');
  return declarators.length === 1 ? declarators[0] : undefined;
}

/** Longer objects are tables of data, not something that code takes members of. */
const maxMembers = 100;

/** The members of `const a = { b: 1, c() {} }`. A declared type has members of its own. */
export function declaredObjectMembers(declaration: Node): readonly TypeMember[] {
  const declarator = onlyDeclarator(declaration);
  return declarator && !declarator.childForFieldName('type')
    ? objectMembers(declarator.childForFieldName('value'))
    : [];
}

function objectMembers(value: Node | null | undefined): readonly TypeMember[] {
  if (value && /^(as|satisfies|parenthesized)_expression$/.test(value.type))
    return objectMembers(value.firstNamedChild);
  if (value?.type !== 'object' || value.namedChildCount > maxMembers) return [];
  return value.namedChildren.flatMap((member) => {
    const isMethod = member.type === 'method_definition';
    const name = member.childForFieldName(isMethod ? 'name' : 'key');
    if (name?.type !== 'property_identifier' || !(isMethod || member.type === 'pair')) return [];
    const held = member.childForFieldName('value');
    const kind = isMethod || (held && functions.has(held.type)) ? ('method' as const) : ('property' as const);
    return [{ kind, name, declaration: member, type: isMethod ? returnType(member) : valueType(held) }];
  });
}

/** The values of `export default { b: 1 }`; its functions are definitions of their own. */
export function defaultObjectMembers(statement: Node): readonly TypeMember[] {
  return objectMembers(statement.childForFieldName('value')).filter(({ kind }) => kind === 'property');
}

/** `constructor(private readonly repo: Repo)` declares the field `repo`. */
export function parameterProperties(node: Node): readonly TypeMember[] {
  const methods = childrenOfType(node.childForFieldName('body') ?? node, 'method_definition');
  const maker = methods.find((method) => method.childForFieldName('name')?.text === 'constructor');
  return (maker?.childForFieldName('parameters')?.namedChildren ?? []).flatMap((parameter) => {
    const name = parameter.childForFieldName('pattern');
    const isField = parameter.children.some(({ type }) =>
      /^(accessibility_modifier|override_modifier|readonly)$/.test(type),
    );
    if (!isField || name?.type !== 'identifier') return [];
    return [{ kind: 'field' as const, name, declaration: parameter, type: annotatedType(parameter, 'type') }];
  });
}

/** `class A extends B implements C`, `interface I extends J, K`. */
export function classBases(node: Node): readonly Node[] {
  const heritage = childOfType(node, 'class_heritage');
  if (!heritage) {
    const clause = childOfType(node, 'extends_type_clause');
    return clause?.childrenForFieldName('type').filter((type) => type.isNamed) ?? [];
  }
  return heritage.namedChildren.flatMap((child) => {
    if (child.type === 'extends_clause') return child.childrenForFieldName('value').filter((value) => value.isNamed);
    return child.type === 'implements_clause' ? child.namedChildren : [child];
  });
}

/** `const A = class extends B {}`. */
export function declaredClassBases(declaration: Node): readonly Node[] {
  const value = onlyDeclarator(declaration)?.childForFieldName('value');
  return value?.type === 'class' ? classBases(value) : [];
}

/** The types that `A & { b: string }` and `A | B` put together; a single one otherwise. */
function typeParts(type: Node | null | undefined): Node[] {
  if (!type) return [];
  const isJoined = /^(intersection|union|parenthesized)_type$/.test(type.type);
  return isJoined ? type.namedChildren.flatMap((part) => typeParts(part)) : [type];
}

/** The members of `type A = { b: string; c(): void }`. */
export function aliasMembers(node: Node): TypeMember[] {
  return typeParts(node.childForFieldName('value'))
    .filter(({ type }) => type === 'object_type')
    .flatMap((object) => object.namedChildren)
    .flatMap((member) => {
      const name = member.childForFieldName('name');
      if (name?.type !== 'property_identifier') return [];
      const isMethod = member.type === 'method_signature';
      const declared = isMethod ? returnType(member) : annotatedType(member, 'type');
      return [
        { kind: isMethod ? ('method' as const) : ('property' as const), name, declaration: member, type: declared },
      ];
    });
}

/** The named types in `type A = B & { c: string }`. */
export function aliasBases(node: Node): Node[] {
  const parts = typeParts(node.childForFieldName('value'));
  return parts.length > 1 ? parts.filter(({ type }) => type !== 'object_type') : [];
}

export function enumConstants(node: Node): TypeMember[] {
  return (node.childForFieldName('body')?.namedChildren ?? []).flatMap((member) => {
    const name = member.type === 'enum_assignment' ? member.childForFieldName('name') : member;
    return name?.type === 'property_identifier'
      ? [{ kind: 'constant' as const, name, declaration: member, type: undefined }]
      : [];
  });
}
