import type { Node, Tree } from '../../../syntax/syntax-node';
import { everyName, lastOfPath } from '../../import-links';
import type { IdentifierRole, ImportedNames, Language } from '../../language';
import { jvmWildcardProvides } from '../../libraries/jvm-packages';
import { basesFromClauses, childOfType, childrenOfType, typeFromField } from '../../node-helpers';
import { javaLinks, recordComponents } from '../links/java-links';

/** `import a.b.C;` and `import static a.b.C.d;` bind the last name; `.*` brings in the names of the package or class. */
function readImport(node: Node): ImportedNames {
  const path = childOfType(node, 'scoped_identifier', 'identifier')?.text ?? '';
  if (childOfType(node, 'asterisk'))
    return { names: [], provides: jvmWildcardProvides(path), links: () => [everyName(withoutSpace(path))] };
  return { names: [path.slice(path.lastIndexOf('.') + 1)], links: () => [lastOfPath(withoutSpace(path), '.')] };
}

function withoutSpace(path: string): string {
  return path.replace(/\s+/g, '');
}

/** The names of `int a = 1, b[];`. */
function declaratorNames(node: Node): readonly Node[] {
  return node.childrenForFieldName('declarator').flatMap((declarator) => declarator.childForFieldName('name') ?? []);
}

const clauseTypes = basesFromClauses('superclass', 'super_interfaces', 'extends_interfaces');

/** `extends A`, `implements B, C`. Interfaces are in a list of their own. */
function superTypes(node: Node): readonly Node[] {
  return clauseTypes(node).flatMap((type) => (type.type === 'type_list' ? type.namedChildren : [type]));
}

function isConstant(node: Node): boolean {
  return /\bstatic\b/.test(childOfType(node, 'modifiers')?.text ?? '');
}

/** In a pattern `Order order`, the type is used and the variable is bound. */
function patternVariableRole(child: Node): IdentifierRole {
  return child.type === 'identifier' ? 'bind' : 'reference';
}

const staticImports = new WeakMap<Tree, ReadonlySet<string>>();

/** Methods have their own namespace, which only `import static` adds to: `size()` does not use a field. */
function calledMethodRole(name: Node): IdentifierRole {
  let imported = staticImports.get(name.tree);
  if (!imported) {
    const texts = childrenOfType(name.tree.rootNode, 'import_declaration').map((node) => node.text);
    imported = new Set(texts.flatMap((text) => /^import\s+static\b.*?([\w$]+|\*)\s*;$/s.exec(text)?.[1] ?? []));
    staticImports.set(name.tree, imported);
  }
  return imported.has(name.text) || imported.has('*') ? 'reference' : 'name';
}

export const java: Language = {
  id: 'java',
  name: 'Java',
  extensions: ['.java', '.jav', '.jsh'],
  grammar: 'java',
  comment: ['// ', ''],
  elision: ' { /* … */ }',
  structure: {
    definitions: {
      class_declaration: { kind: 'class', container: 'type', bases: superTypes },
      interface_declaration: { kind: 'interface', container: 'type', bases: superTypes },
      enum_declaration: { kind: 'enum', container: 'type', bases: superTypes },
      record_declaration: { kind: 'class', container: 'type', bases: superTypes, members: recordComponents },
      annotation_type_declaration: { kind: 'interface', container: 'type' },
      method_declaration: { kind: 'function', type: typeFromField('type') },
      constructor_declaration: { kind: 'constructor' },
      compact_constructor_declaration: { kind: 'constructor' },
      annotation_type_element_declaration: { kind: 'method', type: typeFromField('type') },
      module_declaration: { kind: 'module' },
    },
    values: {
      field_declaration: {
        kind: 'field',
        names: declaratorNames,
        kindOf: (node) => (isConstant(node) ? 'constant' : 'field'),
        type: typeFromField('type'),
      },
      constant_declaration: { kind: 'constant', names: declaratorNames, type: typeFromField('type') },
      enum_constant: { kind: 'constant' },
    },
    transparent: ['enum_body_declarations'],
    bodies: [
      'class_body',
      'interface_body',
      'enum_body',
      'annotation_type_body',
      'constructor_body',
      'block',
      'module_body',
    ],
    comments: ['line_comment', 'block_comment'],
    imports: { import_declaration: readImport },
    bareFields: true,
    fileScopes: {
      package_declaration: (node) => node.namedChildren.filter((child) => /identifier$/.test(child.type)),
    },
  },
  references: {
    identifiers: ['identifier', 'type_identifier'],
    // Methods are separate from variables too: in `tag(tag)`, a local does not hide a method from `import static`.
    typeIdentifiers: ['type_identifier', 'method_invocation.name'],
    roles: {
      'class_declaration.name': 'bindBoth',
      'interface_declaration.name': 'bindBoth',
      'enum_declaration.name': 'bindBoth',
      'record_declaration.name': 'bindBoth',
      'annotation_type_declaration.name': 'bindBoth',
      // Methods have their own namespace: a method `size` does not hide a field `size`.
      'method_declaration.name': 'name',
      'constructor_declaration.name': 'name',
      'compact_constructor_declaration.name': 'name',
      'annotation_type_element_declaration.name': 'name',
      'enum_constant.name': 'bind',
      'variable_declarator.name': 'bind',
      'formal_parameter.name': 'bind',
      'catch_formal_parameter.name': 'bind',
      'enhanced_for_statement.name': 'bind',
      'resource.name': 'bind',
      'instanceof_expression.name': 'bind',
      inferred_parameters: 'bind',
      'method_invocation.name': calledMethodRole,
      type_pattern: patternVariableRole,
      record_pattern_component: patternVariableRole,
      'lambda_expression.parameters': 'bind',
      type_parameter: 'bind',
      'element_value_pair.key': 'name',
      'field_access.field': 'name',
      'scoped_identifier.name': 'name',
      labeled_statement: 'name',
      break_statement: 'name',
      continue_statement: 'name',
      package_declaration: 'name',
    },
    scopes: {
      class_declaration: 'block',
      interface_declaration: 'block',
      enum_declaration: 'block',
      record_declaration: 'block',
      annotation_type_declaration: 'block',
      class_body: 'block',
      method_declaration: 'function',
      constructor_declaration: 'function',
      compact_constructor_declaration: 'function',
      static_initializer: 'function',
      lambda_expression: 'function',
      block: 'block',
      constructor_body: 'block',
      for_statement: 'block',
      enhanced_for_statement: 'block',
      try_with_resources_statement: 'block',
      catch_clause: 'block',
      switch_block: 'block',
      switch_rule: 'block',
      switch_block_statement_group: 'block',
    },
    bindFrom: 'declaration',
    memberOperators: ['.', '::'],
  },
  links: javaLinks,
};
