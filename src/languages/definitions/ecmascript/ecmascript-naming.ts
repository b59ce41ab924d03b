/** What names an expression or a type in JavaScript and TypeScript, and what is known about the values of locals. */
import type { Node } from '../../../syntax/syntax-node';
import type { LanguageLinks } from '../../language-links';
import { each, words } from '../../word-lists';

/**
 * Types of the library that stand for one of their arguments: what is awaited, the elements of a collection, or the same members with
 * other modifiers. A collection stands for its elements, since what is done with it is mostly done to them.
 */
const firstArgument =
  'Promise PromiseLike Awaited Readonly Partial Required NonNullable Omit Pick Extract Exclude ReturnType InstanceType Array ' +
  'ReadonlyArray Set ReadonlySet WeakSet WeakRef Iterable Iterator IterableIterator Generator AsyncIterable AsyncIterator ' +
  'AsyncIterableIterator AsyncGenerator';
const lastArgument = 'Map ReadonlyMap WeakMap Record';
const transparentFirst = new Set(firstArgument.split(' '));
const transparentLast = new Set(lastArgument.split(' '));

function genericName(node: Node): Node | null {
  const name = node.childForFieldName('name');
  const list = node.childForFieldName('type_arguments');
  if (!name || !list) return name;
  if (transparentFirst.has(name.text)) return list.firstNamedChild ?? name;
  return transparentLast.has(name.text) ? (list.lastNamedChild ?? name) : name;
}

const empty = new Set(['undefined', 'null', 'literal_type', 'predefined_type']);

/** `X` in `X | undefined`. */
function unionMembers(node: Node): readonly Node[] {
  return node.namedChildren.filter((child) => !empty.has(child.type));
}

/** `a` and `b` in `a ?? b`; `b` in `a && b`. Other operators make numbers and booleans. */
function operands(node: Node): readonly Node[] {
  const operator = node.childForFieldName('operator')?.type;
  const sides = [node.childForFieldName('left'), node.childForFieldName('right')].filter((side) => side !== null);
  if (operator === '&&') return sides.slice(1);
  return operator === '??' || operator === '||' ? sides : [];
}

function branches(node: Node): readonly Node[] {
  const values = [node.childForFieldName('consequence'), node.childForFieldName('alternative')];
  return values.filter((value) => value !== null && !empty.has(value.type)) as Node[];
}

const inner = (node: Node): readonly Node[] => node.namedChildren.slice(0, 1);

/** The types that a nameless type is put together from. */
function typeParts(type: Node): readonly Node[] {
  if (/^(type_annotation|parenthesized_type|readonly_type)$/.test(type.type))
    return type.namedChildren.flatMap(typeParts);
  return /^(intersection|union)_type$/.test(type.type) ? type.namedChildren.flatMap(typeParts) : [type];
}

/** The type of `a` in `{ a: A }`; null if only nameless types could have it. */
function inlineMember(type: Node, name: string): Node | null | undefined {
  const parts = typeParts(type);
  const objects = parts.filter((part) => part.type === 'object_type');
  if (objects.length === 0) return undefined;
  for (const object of objects) {
    for (const member of object.namedChildren) {
      if (member.type !== 'property_signature' || member.childForFieldName('name')?.text !== name) continue;
      return member.childForFieldName('type');
    }
  }
  return parts.length === objects.length ? null : undefined;
}

/** Members of collections and promises that call a function with an element, and which parameter gets it. */
const elementFirst = new Set(
  words('map forEach filter find findLast findIndex findLastIndex some every flatMap then sort toSorted'),
);
const elementSecond = new Set(['reduce', 'reduceRight', 'sort', 'toSorted']);

/** `docs` for the `doc` in `docs.filter((doc) => …)`. */
function iterated(name: Node, parameter: Node, fn: Node | null): Node | null {
  const call = fn?.parent?.type === 'arguments' ? fn.parent.parent : null;
  const member = call?.childForFieldName('function');
  if (member?.type !== 'member_expression') return null;
  const method = member.childForFieldName('property')?.text ?? '';
  const parameters = parameter.parent?.type === 'formal_parameters' ? parameter.parent.namedChildren : [parameter];
  const at = parameters.findIndex((each) => each.startIndex <= name.startIndex && each.endIndex >= name.endIndex);
  const isElement = (at === 0 && elementFirst.has(method)) || (at === 1 && elementSecond.has(method));
  return isElement ? member.childForFieldName('object') : null;
}

function typedParameter(parameter: Node, name: Node): Node | null {
  const declared = parameter.childForFieldName('type') ?? parameter.childForFieldName('value');
  return declared ?? iterated(name, parameter, parameter.parent?.parent ?? null);
}

/** Parameters of JavaScript are the children of the list. */
function plainParameter(list: Node, name: Node): Node | null {
  const parameter = list.namedChildren.find(
    (each) => each.startIndex <= name.startIndex && each.endIndex >= name.endIndex,
  );
  if (!parameter) return null;
  const value = parameter.type === 'assignment_pattern' ? parameter.childForFieldName('right') : null;
  return value ?? iterated(name, parameter, list.parent);
}

/** `items` for the `item` in `for (const item of items)`. */
function loopedOver(loop: Node, name: Node): Node | null {
  const right = loop.childForFieldName('right');
  const isValue = loop.childForFieldName('operator')?.type === 'of';
  return isValue && right && name.startIndex < right.startIndex ? right : null;
}

/** The key that a part of `{ a, b: c, d = 1 }` gets its value from. */
function patternKey(_: Node, part: Node): string | undefined {
  switch (part.type) {
    case 'shorthand_property_identifier_pattern':
      return part.text;
    case 'pair_pattern': {
      const key = part.childForFieldName('key');
      return key?.type === 'property_identifier' ? key.text : undefined;
    }
    case 'object_assignment_pattern':
      return part.childForFieldName('left')?.text;
    default:
      // What a rest has is what the whole has.
      return part.type === 'rest_pattern' ? '' : undefined;
  }
}

const same = (): string => '';

export const ecmascriptNaming: LanguageLinks = {
  naming: {
    call_expression: 'function',
    new_expression: 'constructor',
    member_expression: 'property',
    subscript_expression: 'object',
    ...each('', 'non_null_expression satisfies_expression spread_element array'),
    assignment_expression: 'right',
    as_expression: (node) => node.lastNamedChild,
    ...each('', 'readonly_type array_type type_query intersection_type'),
    function_type: 'return_type',
    generic_type: genericName,
    nested_type_identifier: 'name',
    extends_clause: 'value',
  },
  choices: {
    ternary_expression: branches,
    binary_expression: operands,
    ...each(inner, 'await_expression parenthesized_expression type_annotation parenthesized_type'),
    union_type: unionMembers,
  },
  inlineMember,
  patternKeys: ['pair_pattern'],
  results: ['return'],
  bound: {
    variable_declarator: ['type', 'value'],
    ...each(typedParameter, 'required_parameter optional_parameter'),
    formal_parameters: plainParameter,
    arrow_function: (fn, name) => (fn.childForFieldName('parameter')?.id === name.id ? iterated(name, name, fn) : null),
    for_in_statement: loopedOver,
    assignment_expression: ['right'],
  },
  parts: {
    object_pattern: patternKey,
    ...each(same, 'pair_pattern object_assignment_pattern assignment_pattern rest_pattern array_pattern'),
  },
  own: ['this'],
  base: ['super'],
};
