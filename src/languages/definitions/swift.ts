import type { Node } from '../../syntax/syntax-node';
import { everyName, lastOfPath, wholeModule } from '../import-links';
import type { DefinitionKind, IdentifierRole, ImportedNames, Language } from '../language';
import { swiftModuleProvides } from '../libraries/swift-modules';
import { childOfType, childrenOfType, leaves, nameFromChild } from '../node-helpers';
import { swiftLinks } from './links/swift-links';

const importKinds: ReadonlySet<string> = new Set([
  'class',
  'enum',
  'func',
  'let',
  'protocol',
  'struct',
  'typealias',
  'var',
]);

/** `import Foundation`, `import struct Foundation.Date`, `@testable import App`. */
function readImport(node: Node): ImportedNames {
  const path = modulePath(node);
  if (node.children.some((child) => importKinds.has(child.type))) {
    return { names: path.slice(-1), links: () => [lastOfPath(path.join('.'), '.')] };
  }
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

export const swift: Language = {
  id: 'swift',
  name: 'Swift',
  extensions: ['.swift', '.swiftinterface'],
  interpreters: ['swift'],
  grammar: 'swift',
  comment: ['// ', ''],
  elision: ' { /* … */ }',
  structure: {
    definitions: {
      class_declaration: { kind: 'class', container: 'type', kindOf: typeKind, bases: inheritedTypes },
      protocol_declaration: { kind: 'protocol', container: 'type', bases: inheritedTypes },
      function_declaration: { kind: 'function', type: resultType },
      protocol_function_declaration: { kind: 'function', type: resultType },
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
    bodies: [
      'class_body',
      'enum_class_body',
      'protocol_body',
      'function_body',
      'computed_property',
      'willset_didset_block',
    ],
    comments: ['comment', 'multiline_comment'],
    imports: { import_declaration: readImport },
    bareFields: true,
  },
  references: {
    identifiers: ['simple_identifier', 'type_identifier'],
    roles: {
      'class_declaration.name': 'bindOuter',
      'protocol_declaration.name': 'bindOuter',
      'typealias_declaration.name': 'bind',
      'associatedtype_declaration.name': 'bind',
      'function_declaration.name': 'bindOuter',
      'protocol_function_declaration.name': 'bindOuter',
      macro_declaration: 'name',
      'parameter.external_name': 'name',
      'parameter.name': 'bind',
      'lambda_parameter.external_name': 'name',
      'lambda_parameter.name': 'bind',
      'capture_list_item.name': 'bind',
      type_parameter: 'bind',
      pattern: 'pass',
      'property_declaration.name': 'bind',
      'protocol_property_declaration.name': 'bind',
      'for_statement.item': 'bind',
      'catch_block.error': 'bind',
      switch_pattern: patternRole,
      'if_statement.condition': patternRole,
      'guard_statement.condition': patternRole,
      'while_statement.condition': patternRole,
      'if_statement.bound_identifier': unwrappedRole,
      'guard_statement.bound_identifier': unwrappedRole,
      'while_statement.bound_identifier': unwrappedRole,
      'enum_entry.name': 'bind',
      computed_setter: 'bind',
      willset_clause: 'bind',
      didset_clause: 'bind',
      value_argument_label: 'name',
      enum_type_parameters: 'name',
      'tuple_expression.name': 'name',
      'tuple_type_item.name': 'name',
      'navigation_suffix.suffix': 'name',
      precedence_group_declaration: 'name',
      precedence_group_attribute: 'name',
      directive: 'name',
    },
    scopes: {
      class_declaration: 'block',
      protocol_declaration: 'block',
      function_declaration: 'function',
      protocol_function_declaration: 'function',
      init_declaration: 'function',
      deinit_declaration: 'function',
      subscript_declaration: 'function',
      macro_declaration: 'function',
      lambda_literal: 'function',
      computed_property: 'function',
      computed_getter: 'function',
      computed_setter: 'function',
      willset_clause: 'function',
      didset_clause: 'function',
      statements: 'block',
      if_statement: 'block',
      for_statement: 'block',
      while_statement: 'block',
      do_statement: 'block',
      catch_block: 'block',
      switch_entry: 'block',
    },
    bindFrom: 'declaration',
    memberOperators: ['.'],
  },
  links: swiftLinks,
};
