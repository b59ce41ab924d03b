import { remember } from '../../shared/maps';
import type { Node } from '../../syntax/syntax-node';
import { everyName, lastOfPath } from '../import-parts';
import type { IdentifierRole, ImportedNames, ImportLink, Language, TypeMember } from '../language';
import type { LanguageLinks } from '../language-links';
import { dotnetExtensionProvides, dotnetNamespaceProvides, dotnetStaticProvides } from '../libraries/dotnet-namespaces';
import {
  childOfType,
  childrenOfType,
  firstChildRole,
  leaves,
  membersByField,
  nodesAt,
  typeFromField,
} from '../node-helpers';
import { each, words } from '../word-lists';

/** `using A = B.C;` binds a name; `using N;` and `using static N.C;` bring in names that the file does not list. */
function readUsing(node: Node): ImportedNames {
  const alias = node.childForFieldName('name');
  if (alias) return { names: [alias.text], links: () => aliasLinks(node, alias.text) };
  const path = childOfType(node, 'qualified_name', 'identifier', 'alias_qualified_name')?.text ?? '';
  const isStatic = node.children.some((child) => child.type === 'static');
  const links = (): readonly ImportLink[] => [everyName(namespacePath(path))];
  if (isStatic) return { names: [], provides: dotnetStaticProvides(path), links };
  return {
    names: [],
    provides: dotnetNamespaceProvides(path, siblingNamespaces(node)),
    members: dotnetExtensionProvides(path),
    links,
  };
}

/** Without spaces, type arguments and `global::`. */
function namespacePath(path: string): string {
  return path.replace(/<.*$/s, '').replace(/\s+|^\s*global\s*::/g, '');
}

/** `using X = A.B.C;`. A name without a namespace is looked up in this file's scope; a tuple or array has no name. */
function aliasLinks(node: Node, local: string): readonly ImportLink[] {
  const type = node.lastNamedChild;
  if (!type || !/^(qualified_name|identifier|generic_name|alias_qualified_name)$/.test(type.type)) return [];
  const path = namespacePath(type.text);
  return [path.includes('.') ? lastOfPath(path, '.', local) : { local, module: '', name: path }];
}

/** By parent node, because every `using` needs its siblings. */
const namespaceCache = new WeakMap<Node, readonly string[]>();

/** The namespaces that the siblings use or declare. */
function siblingNamespaces({ parent }: Node): readonly string[] {
  if (!parent) return [];
  return remember(namespaceCache, parent, () => parent.namedChildren.flatMap(namespaceName));
}

function namespaceName(node: Node): readonly string[] {
  if (!/^(using_directive|(file_scoped_)?namespace_declaration)$/.test(node.type)) return [];
  const name =
    node.type === 'using_directive'
      ? childOfType(node, 'qualified_name', 'identifier')
      : node.childForFieldName('name');
  return name ? [name.text] : [];
}

/** The names of `int a = 1, b;` in fields, events and top-level statements. */
function declaratorNames(node: Node): readonly Node[] {
  const declaration = childOfType(node, 'variable_declaration');
  return (declaration?.namedChildren ?? [])
    .filter((child) => child.type === 'variable_declarator')
    .flatMap((child) => child.childForFieldName('name') ?? leaves(child.namedChildren[0] ?? child, 'identifier'));
}

const namingValues =
  /^(object_creation_expression|invocation_expression|await_expression|identifier|member_access_expression)$/;

/** The type of `Foo a, b;`, or the value of `var a = new Foo();`. */
function declarationType(node: Node): Node | undefined {
  const declaration = childOfType(node, 'variable_declaration');
  const type = declaration?.childForFieldName('type');
  if (!declaration || type?.type !== 'implicit_type') return type ?? undefined;
  const value = childOfType(declaration, 'variable_declarator')?.lastNamedChild;
  return value?.previousSibling?.type === '=' && namingValues.test(value.type) ? value : undefined;
}

/** `class A : B, C` and `record A(int X) : B(X)`. */
function baseTypes(node: Node): readonly Node[] {
  return childrenOfType(node, 'base_list')
    .flatMap((list) => list.namedChildren)
    .filter((child) => child.type !== 'comment' && child.type !== 'argument_list')
    .map((child) => child.childForFieldName('type') ?? child);
}

function hasModifier(node: Node, ...modifiers: readonly string[]): boolean {
  return node.namedChildren.some((child) => child.type === 'modifier' && modifiers.includes(child.text));
}

/** In `new { Key = value, other }`, the identifier before `=` is a key. */
function anonymousMemberRole(child: Node): IdentifierRole {
  return child.nextSibling?.type === '=' ? 'name' : 'reference';
}

/** `new Point { X = 1 }` sets members, `{ a, b }` uses names. */
function assignmentTargetRole(child: Node): IdentifierRole {
  return child.parent?.parent?.type === 'initializer_expression' ? 'name' : 'reference';
}

/** Types that stand for their argument: it is what `await` gives. */
const transparent = new Set(['Task', 'ValueTask', 'Nullable']);

function genericName(node: Node): Node | null {
  const name = node.firstNamedChild;
  const argument = childOfType(node, 'type_argument_list')?.firstNamedChild;
  return argument && name && transparent.has(name.text) ? argument : name;
}

/** The declared type of a variable, or the value of one with `var`. */
function variableType(declarator: Node): Node | null | undefined {
  const type = declarator.parent?.childForFieldName('type');
  if (type && type.type !== 'implicit_type') return type;
  const value = declarator.lastNamedChild;
  return value?.previousSibling?.type === '=' ? value : undefined;
}

/** `Foo` in `where T : Foo`. */
function constraint(parameter: Node): Node | null | undefined {
  const name = parameter.childForFieldName('name')?.text;
  const clauses = childrenOfType(parameter.parent?.parent ?? parameter, 'type_parameter_constraints_clause');
  const clause = clauses.find((candidate) => candidate.firstNamedChild?.text === name);
  return childOfType(clause, 'type_parameter_constraint')?.childForFieldName('type');
}

const enumConstants = nodesAt(':body enum_member_declaration*');
const headParameters = nodesAt('parameter_list parameter*');

/** The properties in `record A(Foo B)`. */
function recordProperties(node: Node): readonly TypeMember[] {
  return membersByField('property', headParameters(node));
}

/** The type that an extension method extends: `Foo` in `With(this Foo foo)`. */
function extendedType(method: Node): string | undefined {
  const first = method.childForFieldName('parameters')?.firstNamedChild;
  if (first?.type !== 'parameter' || childOfType(first, 'modifier')?.text !== 'this') return undefined;
  return first
    .childForFieldName('type')
    ?.text.replace(/<.*$|[?[].*$/s, '')
    .replace(/^.*\./s, '');
}

/** What the graph of the workspace reads in C#: what names an expression or a type, the types of locals, members of heads and enums. */
const csharpLinks: LanguageLinks = {
  naming: {
    invocation_expression: 'function',
    member_access_expression: 'name',
    conditional_access_expression: (node) => node.lastNamedChild,
    ...each('name', 'member_binding_expression qualified_name alias_qualified_name'),
    ...each('type', 'object_creation_expression cast_expression default_expression nullable_type array_type'),
    ref_type: 'type',
    element_access_expression: 'expression',
    ...each('', 'await_expression parenthesized_expression postfix_unary_expression'),
    as_expression: 'right',
    conditional_expression: 'consequence',
    generic_name: genericName,
  },
  bound: {
    variable_declarator: variableType,
    parameter: ['type'],
    // `params Foo[] rest` is in the list without its own node.
    parameter_list: ['type'],
    ...each(['type'], 'foreach_statement catch_declaration declaration_pattern recursive_pattern'),
    ...each(['type'], 'declaration_expression from_clause'),
    type_parameter: constraint,
  },
  extended: { method_declaration: extendedType },
  own: ['this'],
  base: ['base'],
  isOpen: true,
  bareMembers: true,
  typeEdges: words(`
    parameter.type property_declaration.type method_declaration.returns variable_declaration
    object_creation_expression nullable_type array_type type_parameter_constraint event_declaration.type
    declaration_pattern.type declaration_expression.type catch_declaration.type foreach_statement.type
    type_argument_list base_list typeof_expression`),
  silent: ['using_directive', 'file_scoped_namespace_declaration', 'extern_alias_directive'],
  keywords: ['global'],
  // `value` is the parameter of setters.
  builtins: ['nameof', 'value', '_'],
};

export const csharp: Language = {
  id: 'csharp',
  name: 'C#',
  extensions: ['.cs', '.csx', '.cake'],
  interpreters: ['dotnet-script', 'csi'],
  grammar: 'c_sharp',
  comment: ['// ', ''],
  elision: ' { /* … */ }',
  structure: {
    definitions: {
      namespace_declaration: { kind: 'namespace', container: 'namespace' },
      class_declaration: { kind: 'class', container: 'type', bases: baseTypes },
      struct_declaration: { kind: 'struct', container: 'type', bases: baseTypes },
      interface_declaration: { kind: 'interface', container: 'type', bases: baseTypes },
      record_declaration: { kind: 'class', container: 'type', bases: baseTypes, members: recordProperties },
      enum_declaration: { kind: 'enum', members: (node) => membersByField('constant', enumConstants(node)) },
      delegate_declaration: { kind: 'type', type: typeFromField('type') },
      method_declaration: { kind: 'function', type: typeFromField('returns', 'type') },
      local_function_statement: { kind: 'function', type: typeFromField('returns', 'type') },
      constructor_declaration: { kind: 'constructor' },
      destructor_declaration: { kind: 'method' },
      operator_declaration: { kind: 'method', names: (node) => node.childrenForFieldName('operator').slice(0, 1) },
      conversion_operator_declaration: {
        kind: 'method',
        names: (node) => node.childrenForFieldName('type').slice(0, 1),
      },
      indexer_declaration: {
        kind: 'property',
        names: (node) => node.children.filter((child) => child.type === 'this'),
        type: typeFromField('type'),
      },
    },
    values: {
      field_declaration: {
        kind: 'field',
        names: declaratorNames,
        kindOf: (node) => (hasModifier(node, 'const') ? 'constant' : 'field'),
        type: declarationType,
      },
      property_declaration: { kind: 'property', type: typeFromField('type') },
      event_field_declaration: { kind: 'event', names: declaratorNames, type: declarationType },
      event_declaration: { kind: 'event', type: typeFromField('type') },
      local_declaration_statement: { kind: 'variable', names: declaratorNames, type: declarationType },
    },
    wrappers: ['global_statement'],
    transparent: ['preproc_if', 'preproc_else', 'preproc_elif'],
    bodies: ['declaration_list', 'enum_member_declaration_list', 'block', 'accessor_list', 'arrow_expression_clause'],
    // A region is a heading for the code after it.
    comments: ['comment', 'preproc_region'],
    imports: { using_directive: readUsing },
    bareFields: true,
    fileScopes: { file_scoped_namespace_declaration: (node) => node.childrenForFieldName('name') },
  },
  references: {
    identifiers: ['identifier', 'implicit_parameter'],
    roles: {
      ...each('bindOuter', 'class_declaration.name struct_declaration.name interface_declaration.name'),
      ...each('bindOuter', 'record_declaration.name enum_declaration.name delegate_declaration.name'),
      ...each('name', 'namespace_declaration.name file_scoped_namespace_declaration.name'),
      // Methods are found through their class.
      ...each('name', 'method_declaration.name constructor_declaration.name destructor_declaration.name'),
      ...each('bind', 'property_declaration.name event_declaration.name enum_member_declaration.name'),
      ...each('bind', 'variable_declarator.name tuple_pattern.name parameter.name'),
      'local_function_statement.name': 'bindOuter',
      // `params string[] rest` is in the list without its own node.
      ...each('bind', 'parameter_list.name bracketed_parameter_list.name'),
      'lambda_expression.parameters': 'bind',
      ...each('bind', 'type_parameter.name foreach_statement.left catch_declaration.name'),
      ...each('bind', 'declaration_pattern.name recursive_pattern.name var_pattern.name list_pattern.name'),
      ...each('bind', 'declaration_expression.name from_clause.name join_into_clause'),
      // The others are used: `let x = y`, `join x in y on …`.
      ...each(firstChildRole('bind', 'reference'), 'let_clause join_clause'),
      // `into x` is a direct child of the query.
      query_expression: 'bind',
      ...each('name', 'subpattern member_access_expression.name member_binding_expression.name'),
      ...each('pass', 'member_access_expression.expression generic_name'),
      // In `namespace A.B`, the parent decides.
      qualified_name: 'pass',
      ...each('name', 'qualified_name.name argument.name attribute_argument.name tuple_element.name'),
      ...each('name', 'labeled_statement goto_statement preproc_if.condition preproc_elif.condition'),
      explicit_interface_specifier: 'reference',
      with_initializer: firstChildRole('name', 'reference'),
      anonymous_object_creation_expression: anonymousMemberRole,
      'assignment_expression.left': assignmentTargetRole,
    },
    scopes: {
      ...each('block', 'class_declaration struct_declaration interface_declaration record_declaration'),
      ...each('block', 'enum_declaration delegate_declaration block for_statement foreach_statement'),
      ...each('block', 'using_statement fixed_statement catch_clause switch_body switch_section'),
      ...each('block', 'switch_expression_arm query_expression arrow_expression_clause'),
      ...each('function', 'method_declaration constructor_declaration destructor_declaration'),
      ...each('function', 'operator_declaration conversion_operator_declaration indexer_declaration'),
      ...each('function', 'accessor_declaration local_function_statement lambda_expression'),
      anonymous_method_expression: 'function',
    },
    memberOperators: ['.', '?.', '->'],
    wordCharacters: '@',
  },
  links: csharpLinks,
};
