import type { Node } from '../../syntax/syntax-node';
import type { DefinitionKind, ImportedNames, ImportLink, Language } from '../language';
import { childOfType, present } from '../node-helpers';
import { each } from '../word-lists';

const containerKinds: Readonly<Record<string, DefinitionKind>> = {
  ...each('struct', 'struct_declaration union_declaration'),
  ...each('enum', 'enum_declaration error_set_declaration'),
  opaque_declaration: 'type',
};

const containerTypes = Object.keys(containerKinds);

/** The names in `const a = …`. In `const a, const b = …`, all children except the value, which has no field. */
function declaredNames(node: Node): readonly Node[] {
  const names = node.namedChildren.slice(0, -1).filter((child) => child.type === 'identifier' && child.text !== '_');
  return names.length > 0 || node.namedChildCount > 1 ? names : node.namedChildren;
}

/** `const std = @import("std");`, with or without members after it. */
function readImport(node: Node): ImportedNames | undefined {
  let value = node.lastNamedChild;
  while (value?.type === 'field_expression') value = value.childForFieldName('object');
  const callee = value?.type === 'builtin_function' ? value.firstNamedChild?.text : undefined;
  if (callee !== '@import' && callee !== '@cImport') return undefined;
  const names = declaredNames(node).map((name) => name.text);
  return { names, links: () => importLinks(node, names) };
}

const importExpression = /^@import\(\s*"([^"]+)"\s*\)((?:\s*\.\s*\w+)*)$/;

/** `@import("x.zig").a.b` is `a.b` of `x.zig`. */
function importLinks(node: Node, names: readonly string[]): readonly ImportLink[] {
  const [, module, members = ''] = importExpression.exec(node.lastNamedChild?.text ?? '') ?? [];
  if (module === undefined) return [];
  const name = members.replace(/\s+/g, '').slice(1);
  return names.map((local) => ({ local, module, name: name === '' && local === '*' ? '*' : name }));
}

/** `usingnamespace @import("x.zig");` */
function readUsingNamespace(node: Node): ImportedNames {
  return { names: [], links: () => importLinks(node, ['*']) };
}

function isContainer(node: Node): boolean {
  return childOfType(node, ...containerTypes) !== undefined;
}

/** `"adds"` with its quotes, so that the test is not confused with the function `adds`; `test` if it has no name. */
function testName(node: Node): readonly Node[] {
  return present(childOfType(node, 'string') ?? node.firstChild);
}

export const zig: Language = {
  id: 'zig',
  name: 'Zig',
  extensions: ['.zig', '.zon'],
  comment: ['// ', ''],
  elision: ' { /* … */ }',
  structure: {
    definitions: {
      function_declaration: {
        kind: 'function',
        kindOf: (node) => (node.parent && containerTypes.includes(node.parent.type) ? 'method' : 'function'),
      },
      variable_declaration: {
        kind: 'struct',
        // Code inside uses the members without a qualifier, as in a file: a file is a struct.
        container: 'namespace',
        names: (node) => (isContainer(node) ? declaredNames(node) : []),
        kindOf: (node) => containerKinds[childOfType(node, ...containerTypes)?.type ?? ''] ?? 'struct',
      },
      test_declaration: { kind: 'test', names: testName },
    },
    values: {
      variable_declaration: {
        kind: 'variable',
        names: declaredNames,
        kindOf: (node) => (/^(pub\s+|export\s+|comptime\s+)*const\b/.test(node.text) ? 'constant' : 'variable'),
      },
    },
    bodies: ['block', ...containerTypes],
    imports: {
      variable_declaration: readImport,
      using_namespace_declaration: readUsingNamespace,
    },
  },
  references: {
    // Locals need no rule: Zig rejects a local or parameter with the same name as anything visible outside the function.
    roles: {
      ...each('name', 'field_expression.member container_field.name error_set_declaration error_type'),
      ...each('name', 'block_label break_label'),
      ...each('bind', 'parameter.name payload'),
    },
    scopes: {
      function_declaration: 'function',
      ...each('block', 'block for_statement while_statement if_statement if_expression else_clause switch_case'),
      ...each('block', 'catch_expression errdefer_statement'),
    },
    wordCharacters: '',
  },
};
