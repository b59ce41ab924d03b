import { remember } from '../../../shared/maps';
import type { Node, Tree } from '../../../syntax/syntax-node';
import { everyName, lastOfPath } from '../../import-parts';
import type { IdentifierRole, ImportedNames, Language, TypeMember } from '../../language';
import type { LanguageLinks } from '../../language-links';
import { jvmWildcardProvides } from '../../libraries/jvm-packages';
import {
  basesFromClauses,
  childOfType,
  childrenOfType,
  lastNamed,
  membersByField,
  nodesAt,
  typeFromField,
} from '../../node-helpers';
import { each, words } from '../../word-lists';

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
const declaratorNames = nodesAt(':declarator* :name');

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
  const imported = remember(staticImports, name.tree, () => {
    const texts = childrenOfType(name.tree.rootNode, 'import_declaration').map((node) => node.text);
    return new Set(texts.flatMap((text) => /^import\s+static\b.*?([\w$]+|\*)\s*;$/s.exec(text)?.[1] ?? []));
  });
  return imported.has(name.text) || imported.has('*') ? 'reference' : 'name';
}

/** The often used types of `java.lang`, which every file can use without an import. */
const javaLangTypes = words(`
  ArithmeticException ArrayIndexOutOfBoundsException AssertionError AutoCloseable Boolean Byte CharSequence Character
  Class ClassCastException ClassLoader ClassNotFoundException CloneNotSupportedException Cloneable Comparable
  Deprecated Double Enum Error Exception Float FunctionalInterface IllegalAccessException IllegalArgumentException
  IllegalStateException IndexOutOfBoundsException InheritableThreadLocal Integer InterruptedException Iterable Long
  Math NoClassDefFoundError NoSuchFieldException NoSuchMethodException NullPointerException Number
  NumberFormatException Object OutOfMemoryError Override ReflectiveOperationException Runnable Runtime
  RuntimeException SafeVarargs SecurityException Short StackOverflowError StackTraceElement String StringBuffer
  StringBuilder SuppressWarnings System Thread ThreadLocal Throwable UnsupportedOperationException Void`);

/** The declared type of a variable, or the value of one with `var`. */
function variableType(declarator: Node): Node | null | undefined {
  const { parent } = declarator;
  if (parent?.type === 'spread_parameter') return parent.namedChildren.at(-2);
  return typeUnlessVar(parent) ?? declarator.childForFieldName('value');
}

function typeUnlessVar(node: Node | null): Node | null | undefined {
  const type = node?.childForFieldName('type');
  return type?.text === 'var' ? undefined : type;
}

function recordComponents(node: Node): readonly TypeMember[] {
  return membersByField('field', childrenOfType(node.childForFieldName('parameters'), 'formal_parameter'));
}

/** What the graph of the workspace reads in Java: what names an expression or a type, the types of locals, the members of records. */
const javaLinks: LanguageLinks = {
  naming: {
    method_invocation: 'name',
    ...each('type', 'object_creation_expression array_creation_expression cast_expression'),
    field_access: 'field',
    ...each('', 'array_access parenthesized_expression generic_type'),
    ternary_expression: 'consequence',
    array_type: 'element',
    ...each(lastNamed, 'annotated_type scoped_type_identifier'),
    ...each('', 'catch_type type_bound'),
  },
  bound: {
    variable_declarator: variableType,
    formal_parameter: ['type'],
    catch_formal_parameter: (node) => childOfType(node, 'catch_type'),
    enhanced_for_statement: typeUnlessVar,
    resource: (node) => typeUnlessVar(node) ?? node.childForFieldName('value'),
    instanceof_expression: ['right'],
    ...each([''], 'type_pattern record_pattern_component'),
    type_parameter: (node) => childOfType(node, 'type_bound'),
  },
  own: ['this'],
  base: ['super'],
  isOpen: true,
  bareMembers: true,
  separateMethods: true,
  methodReferences: true,
  silent: ['import_declaration', 'package_declaration'],
  keywords: ['var', 'class', 'new'],
  builtins: javaLangTypes,
};

export const java: Language = {
  id: 'java',
  name: 'Java',
  extensions: ['.java', '.jav', '.jsh'],
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
      ...each({ kind: 'constructor' }, 'constructor_declaration compact_constructor_declaration'),
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
    bodies: words('class_body interface_body enum_body annotation_type_body constructor_body block module_body'),
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
      ...each('bindBoth', 'class_declaration.name interface_declaration.name enum_declaration.name'),
      ...each('bindBoth', 'record_declaration.name annotation_type_declaration.name'),
      // Methods have their own namespace: a method `size` does not hide a field `size`.
      ...each('name', 'method_declaration.name constructor_declaration.name'),
      ...each('name', 'compact_constructor_declaration.name annotation_type_element_declaration.name'),
      ...each('name', 'element_value_pair.key field_access.field scoped_identifier.name labeled_statement'),
      ...each('name', 'break_statement continue_statement package_declaration'),
      ...each('bind', 'enum_constant.name variable_declarator.name formal_parameter.name'),
      ...each('bind', 'catch_formal_parameter.name enhanced_for_statement.name resource.name'),
      ...each('bind', 'instanceof_expression.name inferred_parameters lambda_expression.parameters'),
      type_parameter: 'bind',
      'method_invocation.name': calledMethodRole,
      ...each(patternVariableRole, 'type_pattern record_pattern_component'),
    },
    scopes: {
      ...each('block', 'class_declaration interface_declaration enum_declaration record_declaration'),
      ...each('block', 'annotation_type_declaration class_body block constructor_body for_statement'),
      ...each('block', 'enhanced_for_statement try_with_resources_statement catch_clause switch_block'),
      ...each('block', 'switch_rule switch_block_statement_group'),
      ...each('function', 'method_declaration constructor_declaration compact_constructor_declaration'),
      ...each('function', 'static_initializer lambda_expression'),
    },
    bindFrom: 'declaration',
    memberOperators: ['.', '::'],
  },
  links: javaLinks,
};
