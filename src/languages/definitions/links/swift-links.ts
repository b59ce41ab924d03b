/** What the graph of the workspace reads in Swift: what names an expression or a type, and the types of locals. */
import type { Node } from '../../../syntax/syntax-node';
import type { LanguageLinks } from '../../language-links';
import { childOfType, childrenOfType } from '../../node-helpers';
import { words } from '../../word-lists';

/** The annotation or the value of `let x: Foo = …`. Several names in a pattern have no single type. */
function propertyType(pattern: Node): Node | null | undefined {
  const declaration = pattern.parent;
  if (declaration?.type !== 'property_declaration' || !pattern.childForFieldName('bound_identifier')) return null;
  if (childrenOfType(declaration, 'pattern').length > 1) return null;
  return childOfType(declaration, 'type_annotation') ?? declaration.childForFieldName('value');
}

/** The value in `if let x = value`. */
function unwrapped(_: Node, name: Node): Node | null | undefined {
  return name.nextSibling?.type === '=' ? name.nextSibling.nextSibling : null;
}

const builtins = words(`
  Any AnyObject Array Bool Character ClosedRange Codable Collection Comparable Decodable Dictionary Double Encodable
  Equatable Error Float Hashable Identifiable Int Int8 Int16 Int32 Int64 Never Optional Range Result Sendable Sequence
  Set String Substring $0 $1 $2 UInt UInt8 UInt16 UInt32 UInt64 Void assert assertionFailure fatalError max min
  precondition print type zip`);

export const swiftLinks: LanguageLinks = {
  naming: {
    call_expression: '',
    navigation_expression: (node) => node.childForFieldName('suffix')?.childForFieldName('suffix') ?? null,
    try_expression: (node) => node.lastNamedChild,
    await_expression: (node) => node.lastNamedChild,
    as_expression: (node) => node.lastNamedChild,
    postfix_expression: 'target',
    // `(x)`; a tuple of several has no members of its own.
    tuple_expression: (node) => (node.namedChildCount === 1 ? node.firstNamedChild : null),
    type_annotation: (node) => node.lastNamedChild,
    optional_type: '',
    existential_type: (node) => node.lastNamedChild,
    opaque_type: (node) => node.lastNamedChild,
    user_type: (node) => childrenOfType(node, 'type_identifier').at(-1) ?? null,
    inheritance_specifier: '',
  },
  bound: {
    pattern: propertyType,
    parameter: (node) => node.lastNamedChild,
    lambda_parameter: (node, name) =>
      node.lastNamedChild?.startIndex === name.startIndex ? null : node.lastNamedChild,
    if_statement: unwrapped,
    guard_statement: unwrapped,
    while_statement: unwrapped,
    type_parameter: (node, name) => (node.lastNamedChild?.startIndex === name.startIndex ? null : node.lastNamedChild),
  },
  own: ['self', 'Self'],
  base: ['super'],
  isOpen: true,
  bareMembers: true,
  builtins,
  silent: ['import_declaration'],
};
