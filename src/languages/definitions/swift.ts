import type { Node } from '../../syntax/syntax-node';
import { everyName, lastOfPath, wholeModule } from '../import-parts';
import type { DefinitionKind, IdentifierRole, ImportedNames, Language } from '../language';
import type { LanguageLinks } from '../language-links';
import { swiftModuleProvides } from '../libraries/swift-modules';
import { childOfType, childrenOfType, lastNamed, leaves, nameFromChild } from '../node-helpers';
import { each, words } from '../word-lists';

const importKinds: ReadonlySet<string> = new Set(words('class enum func let protocol struct typealias var'));

/** `import Foundation`, `import struct Foundation.Date`, `@testable import App`. */
function readImport(node: Node): ImportedNames {
  const path = modulePath(node);
  if (node.children.some((child) => importKinds.has(child.type)))
    return { names: path.slice(-1), links: () => [lastOfPath(path.join('.'), '.')] };
  const module = path[0] ?? '';
  const others = childrenOfType(node.parent ?? node, 'import_declaration').map((other) => modulePath(other)[0] ?? '');
  return {
    names: [module],
    provides: swiftModuleProvides(module, new Set(others)),
    links: () => [everyName(module), wholeModule(module, module)],
  };
}

function modulePath(node: Node): string[] {
  return childOfType(node, 'identifier')?.namedChildren.map((part) => part.text) ?? [];
}

/** The names of `let a = 1, (b, c) = d`. */
function propertyNames(node: Node): readonly Node[] {
  return childrenOfType(node, 'pattern').flatMap((pattern) => leaves(pattern, 'simple_identifier'));
}

function propertyKind(node: Node): DefinitionKind {
  if (node.parent?.type !== 'source_file') return 'property';
  return childOfType(node, 'value_binding_pattern')?.text === 'let' ? 'constant' : 'variable';
}

/** The type after `->`. */
function resultType(node: Node): Node | undefined {
  return node.children.find((child) => child.type === '->')?.nextNamedSibling ?? undefined;
}

const namingValues = /^(call_expression|navigation_expression|simple_identifier|await_expression|try_expression)$/;

/** The annotation or the value of a property. Several names in a pattern have no single type. */
function propertyType(node: Node): Node | undefined {
  if (propertyNames(node).length !== 1) return undefined;
  const annotation = childOfType(node, 'type_annotation');
  if (annotation) return annotation.lastNamedChild ?? undefined;
  const value = node.childForFieldName('value');
  return value && namingValues.test(value.type) ? value : undefined;
}

function inheritedTypes(node: Node): readonly Node[] {
  return childrenOfType(node, 'inheritance_specifier').flatMap((child) => child.namedChildren.slice(0, 1));
}

function typeKind(node: Node): DefinitionKind {
  const word = node.childForFieldName('declaration_kind')?.type;
  return word === 'struct' || word === 'enum' || word === 'extension' ? word : 'class';
}

/** For members whose keyword is their name: `deinit`, `subscript`. */
function keywordName(word: string): (node: Node) => readonly Node[] {
  return (node) => node.children.filter((child) => child.type === word).slice(0, 1);
}

/** A pattern with `let` or `var` binds names; a pattern without uses them. */
function patternRole(child: Node): IdentifierRole {
  if (child.type !== 'pattern') return 'reference';
  const binds =
    leaves(child, 'value_binding_pattern').length > 0 || child.previousNamedSibling?.type === 'value_binding_pattern';
  return binds || child.parent?.namedChildren.some((other) => other.type === 'value_binding_pattern')
    ? 'bind'
    : 'reference';
}

/** `if let x = x` and `if let x` keep the same value under the same name. */
function unwrappedRole(child: Node): IdentifierRole {
  const value = child.nextSibling?.type === '=' ? child.nextSibling.nextSibling : child;
  return value?.text === child.text ? 'reference' : 'bind';
}

/** The annotation or the value of `let x: Foo = …`. Several names in a pattern have no single type. */
function boundType(pattern: Node): Node | null | undefined {
  const declaration = pattern.parent;
  if (declaration?.type !== 'property_declaration' || !pattern.childForFieldName('bound_identifier')) return null;
  if (childrenOfType(declaration, 'pattern').length > 1) return null;
  return childOfType(declaration, 'type_annotation') ?? declaration.childForFieldName('value');
}

/** The last child, if that is not the name itself. */
function typeAfterName(node: Node, name: Node): Node | null {
  return node.lastNamedChild?.startIndex === name.startIndex ? null : node.lastNamedChild;
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

/** What the graph of the workspace reads in Swift: what names an expression or a type, and the types of locals. */
const swiftLinks: LanguageLinks = {
  naming: {
    ...each('', 'call_expression optional_type inheritance_specifier'),
    navigation_expression: (node) => node.childForFieldName('suffix')?.childForFieldName('suffix') ?? null,
    ...each(lastNamed, 'try_expression await_expression as_expression type_annotation existential_type opaque_type'),
    postfix_expression: 'target',
    // `(x)`; a tuple of several has no members of its own.
    tuple_expression: (node) => (node.namedChildCount === 1 ? node.firstNamedChild : null),
    user_type: (node) => childrenOfType(node, 'type_identifier').at(-1) ?? null,
  },
  bound: {
    pattern: boundType,
    parameter: lastNamed,
    ...each(unwrapped, 'if_statement guard_statement while_statement'),
    ...each(typeAfterName, 'lambda_parameter type_parameter'),
  },
  own: ['self', 'Self'],
  base: ['super'],
  isOpen: true,
  bareMembers: true,
  builtins,
  silent: ['import_declaration'],
};

export const swift: Language = {
  id: 'swift',
  name: 'Swift',
  extensions: ['.swift', '.swiftinterface'],
  interpreters: ['swift'],
  comment: ['// ', ''],
  elision: ' { /* … */ }',
  structure: {
    definitions: {
      class_declaration: { kind: 'class', container: 'type', kindOf: typeKind, bases: inheritedTypes },
      protocol_declaration: { kind: 'protocol', container: 'type', bases: inheritedTypes },
      ...each({ kind: 'function', type: resultType }, 'function_declaration protocol_function_declaration'),
      init_declaration: { kind: 'constructor' },
      deinit_declaration: { kind: 'method', names: keywordName('deinit') },
      subscript_declaration: { kind: 'method', names: keywordName('subscript'), type: resultType },
      typealias_declaration: { kind: 'type', type: (node) => node.lastNamedChild ?? undefined },
      associatedtype_declaration: { kind: 'type' },
      macro_declaration: { kind: 'macro', names: nameFromChild('simple_identifier') },
    },
    values: {
      property_declaration: { kind: 'property', names: propertyNames, kindOf: propertyKind, type: propertyType },
      protocol_property_declaration: { kind: 'property', names: propertyNames, type: propertyType },
      enum_entry: {
        kind: 'constant',
        names: (node) => node.childrenForFieldName('name').filter((child) => child.type === 'simple_identifier'),
      },
    },
    bodies: words('class_body enum_class_body protocol_body function_body computed_property willset_didset_block'),
    comments: ['comment', 'multiline_comment'],
    imports: { import_declaration: readImport },
    bareFields: true,
  },
  references: {
    identifiers: ['simple_identifier', 'type_identifier'],
    roles: {
      ...each('bindOuter', 'class_declaration.name protocol_declaration.name function_declaration.name'),
      'protocol_function_declaration.name': 'bindOuter',
      ...each('bind', 'typealias_declaration.name associatedtype_declaration.name parameter.name'),
      ...each('bind', 'lambda_parameter.name capture_list_item.name type_parameter property_declaration.name'),
      ...each('bind', 'protocol_property_declaration.name for_statement.item catch_block.error enum_entry.name'),
      ...each('bind', 'computed_setter willset_clause didset_clause'),
      ...each('name', 'macro_declaration parameter.external_name lambda_parameter.external_name'),
      ...each('name', 'value_argument_label enum_type_parameters tuple_expression.name tuple_type_item.name'),
      ...each('name', 'navigation_suffix.suffix precedence_group_declaration precedence_group_attribute'),
      directive: 'name',
      pattern: 'pass',
      ...each(patternRole, 'switch_pattern if_statement.condition guard_statement.condition'),
      'while_statement.condition': patternRole,
      ...each(unwrappedRole, 'if_statement.bound_identifier guard_statement.bound_identifier'),
      'while_statement.bound_identifier': unwrappedRole,
    },
    scopes: {
      ...each('block', 'class_declaration protocol_declaration statements if_statement for_statement'),
      ...each('block', 'while_statement do_statement catch_block switch_entry'),
      ...each('function', 'function_declaration protocol_function_declaration init_declaration'),
      ...each('function', 'deinit_declaration subscript_declaration macro_declaration lambda_literal'),
      ...each('function', 'computed_property computed_getter computed_setter willset_clause didset_clause'),
    },
    bindFrom: 'declaration',
  },
  links: swiftLinks,
};
