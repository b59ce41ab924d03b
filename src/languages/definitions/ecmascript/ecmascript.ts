/** Rules that JavaScript and TypeScript share: names of declarations and assignments, and the roles of identifiers. */

import type { Node } from '../../../syntax/syntax-node';
import type { DefinitionKind, DefinitionRule, IdentifierRole, LanguageReferences } from '../../language';
import { present } from '../../node-helpers';
import { each } from '../../word-lists';
import {
  classBases,
  declarationType,
  declaredClassBases,
  declaredObjectMembers,
  defaultObjectMembers,
  heldFunction,
  returnType,
  typeOrValue,
  valueType,
} from './ecmascript-types';

/** The names that a declaration's pattern binds, without the names that its default values and computed keys use. */
export function patternNames(pattern: Node | null): readonly Node[] {
  switch (pattern?.type) {
    case 'identifier':
    case 'shorthand_property_identifier_pattern':
      return [pattern];
    case 'object_pattern':
    case 'array_pattern':
    case 'rest_pattern':
      return pattern.namedChildren.flatMap(patternNames);
    case 'pair_pattern':
      return patternNames(pattern.childForFieldName('value'));
    case 'assignment_pattern':
    case 'object_assignment_pattern':
      return patternNames(pattern.childForFieldName('left'));
    default:
      return [];
  }
}

function declaredNames(declaration: Node): readonly Node[] {
  return declaration.namedChildren
    .filter((child) => child.type === 'variable_declarator')
    .flatMap((declarator) => patternNames(declarator.childForFieldName('name')));
}

const valueKinds: Readonly<Record<string, DefinitionKind>> = {
  ...each('function', 'arrow_function function_expression generator_function'),
  class: 'class',
};

function valueKind(value: Node | null | undefined): DefinitionKind | undefined {
  if (value?.type === 'assignment_expression') return valueKind(value.childForFieldName('right'));
  return value ? valueKinds[value.type] : undefined;
}

function declarationKind(declaration: Node): DefinitionKind {
  const constant = declaration.child(0)?.text === 'const' ? 'constant' : 'variable';
  const declarators = declaration.namedChildren.filter((child) => child.type === 'variable_declarator');
  if (declarators.length !== 1) return constant;
  return valueKind(declarators[0]?.childForFieldName('value')) ?? constant;
}

export const declarationRule: DefinitionRule = {
  kind: 'constant',
  names: declaredNames,
  kindOf: declarationKind,
  type: declarationType,
  callable: heldFunction,
  bases: declaredClassBases,
  members: declaredObjectMembers,
};

export const functionRule: DefinitionRule = { kind: 'function', type: returnType };

export const classRule: DefinitionRule = { kind: 'class', container: 'type', bases: classBases };

/** A class field. A field that holds a function counts as a method. */
export function fieldRule(name: string): DefinitionRule {
  return {
    kind: 'field',
    names: (node) => present(node.childForFieldName(name)),
    kindOf: (node) => (valueKind(node.childForFieldName('value')) ? 'method' : 'field'),
    type: typeOrValue,
    callable: heldFunction,
  };
}

export const methodRule: DefinitionRule = {
  kind: 'method',
  kindOf: (node) => (node.childForFieldName('name')?.text === 'constructor' ? 'constructor' : 'method'),
  type: returnType,
};

/**
 * `exports.a = …` and `Foo.prototype.bar = function …` define members of the object before the last dot, not module-level names.
 * Other assignments count only if they define a function or class.
 */
export const assignmentRule: DefinitionRule = {
  kind: 'constant',
  names: (assignment) => {
    const left = assignment.childForFieldName('left');
    const property = left?.type === 'member_expression' ? left.childForFieldName('property') : undefined;
    const isExport = /^(module\.)?exports\b/.test(left?.text ?? '');
    return property && (isExport || valueKind(assignment.childForFieldName('right'))) ? [property] : [];
  },
  kindOf: (assignment) => {
    const right = assignment.childForFieldName('right');
    return valueKind(right) ?? (right?.type === 'object' ? 'object' : 'constant');
  },
  owner: (assignment) =>
    assignment
      .childForFieldName('left')
      ?.childForFieldName('object')
      ?.text.replace(/\.prototype$/, ''),
  type: (assignment) => valueType(assignment.childForFieldName('right')),
  callable: heldFunction,
  bases: (assignment) => {
    const right = assignment.childForFieldName('right');
    return right?.type === 'class' ? classBases(right) : [];
  },
};

function defaultKeyword(statement: Node | null): readonly Node[] {
  const isExport = statement?.type === 'export_statement';
  return isExport ? statement.children.filter((child) => child.type === 'default') : [];
}

/** `export default function () {}` and similar exports are named `default`. Elsewhere these nodes are expressions. */
function defaultExport(kind: DefinitionKind): DefinitionRule {
  return { kind, names: (node) => defaultKeyword(node.parent), type: valueType };
}

export const defaultExports: Readonly<Record<string, DefinitionRule>> = {
  class: { ...defaultExport('class'), container: 'type', bases: classBases },
  ...each(defaultExport('function'), 'function_expression generator_function arrow_function'),
  call_expression: defaultExport('constant'),
  // The statement, not the object in it, because the body of a definition must be inside its node.
  export_statement: {
    kind: 'object',
    container: 'type',
    names: (node) => (node.childForFieldName('value')?.type === 'object' ? defaultKeyword(node) : []),
    members: defaultObjectMembers,
  },
};

/** `name: function () {}` in an object. Other pairs define no function. */
export const pairRule: DefinitionRule = {
  kind: 'method',
  names: (pair) => {
    const key = pair.childForFieldName('key');
    return key && valueKind(pair.childForFieldName('value')) === 'function' ? [key] : [];
  },
  type: (pair) => valueType(pair.childForFieldName('value')),
  callable: heldFunction,
};

/** `for (const x of y)` declares `x`, `for (x of y)` uses it. */
function loopVariableRole(left: Node): IdentifierRole {
  const kind = left.parent?.childForFieldName('kind')?.text;
  return kind === undefined ? 'reference' : kind === 'var' ? 'bindFunction' : 'bind';
}

/** `<div>` is a built-in element, not a component. */
function elementNameRole(name: Node): IdentifierRole {
  return name.type === 'identifier' && /^[a-z]/.test(name.text) ? 'name' : 'reference';
}

/** In `import { a as b }`, `a` is a name in the other module. */
function importedNameRole(name: Node): IdentifierRole {
  return name.parent?.childForFieldName('alias') ? 'name' : 'bind';
}

/** Roles for both grammars. */
export const ecmascriptRoles: LanguageReferences['roles'] = {
  // Declarations. `var` belongs to the function, `let` and `const` to the block.
  'variable_declarator.name': 'pass',
  ...each('bind', 'lexical_declaration catch_clause.parameter formal_parameters arrow_function.parameter'),
  ...each('bind', 'function_expression.name generator_function.name'),
  variable_declaration: 'bindFunction',
  'for_in_statement.left': loopVariableRole,
  ...each('bindOuter', 'function_declaration.name generator_function_declaration.name'),
  ...each('bindBoth', 'class_declaration.name class.name'),
  // Patterns. In an assignment, or in `for (x of …)` without a keyword, they use the names.
  ...each('pass', 'object_pattern array_pattern rest_pattern pair_pattern.value assignment_pattern.left'),
  'object_assignment_pattern.left': 'pass',
  // Names that are not references.
  ...each('name', 'export_specifier.alias namespace_export jsx_namespace_name'),
  ...each(elementNameRole, 'jsx_opening_element.name jsx_closing_element.name jsx_self_closing_element.name'),
  // Imports inside a namespace or an ambient module.
  'import_specifier.name': importedNameRole,
  ...each('bind', 'import_specifier.alias import_clause namespace_import'),
};

export const ecmascriptScopes: Readonly<Record<string, 'function' | 'block'>> = {
  ...each('function', 'function_declaration generator_function_declaration function_expression'),
  ...each('function', 'generator_function arrow_function method_definition class_static_block'),
  ...each('block', 'class_declaration class statement_block switch_body for_statement for_in_statement'),
  catch_clause: 'block',
};
