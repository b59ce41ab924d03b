/**
 * Rules that C, C++ and Objective-C share: declarators and the positions of names. For `#include`, see `c-includes.ts`.
 *
 * The name in a declaration is nested in declarators that mirror its use: `int *(*f[3])(void)`. From the outside in, these are
 * pointer, array, function and parenthesised declarators, and the name is the innermost node.
 */

import { remember } from '../../../shared/maps';
import type { Node, Tree } from '../../../syntax/syntax-node';
import type { DefinitionKind, DefinitionRule, IdentifierRole } from '../../language';
import { present } from '../../node-helpers';
import { each, words } from '../../word-lists';

const declaratorType =
  /declarator$|^(identifier|type_identifier|field_identifier|qualified_identifier|operator_name|destructor_name)$/;

function innerDeclarator(declarator: Node): Node | undefined {
  return (
    declarator.childForFieldName('declarator') ??
    (declarator.type.endsWith('declarator')
      ? declarator.namedChildren.find((child) => declaratorType.test(child.type))
      : undefined)
  );
}

/** The name in a declarator; undefined if it has none. */
export function declaredName(declarator: Node): Node | undefined {
  let at: Node | undefined = declarator;
  while (at) {
    const next = innerDeclarator(at);
    if (!next) return at.type.startsWith('abstract_') || at.isMissing || isKeyword(at) ? undefined : at;
    at = next;
  }
  return undefined;
}

/** The grammar may parse `PARSER(int);` as a declaration of `int`. */
function isKeyword(name: Node): boolean {
  return (
    name.type === 'primitive_type' || (name.type === 'type_identifier' && /^(int|long|short|char)$/.test(name.text))
  );
}

/** True if a declarator declares a function, not a pointer to one. */
export function declaresFunction(declarator: Node): boolean {
  let at: Node | undefined = declarator;
  let isFunctionSoFar = false;
  while (at) {
    if (at.type === 'function_declarator') isFunctionSoFar = true;
    else if (at.type === 'pointer_declarator' || at.type === 'array_declarator') isFunctionSoFar = false;
    else if (at.type === 'block_pointer_declarator' || at.type === 'init_declarator') isFunctionSoFar = false;
    at = innerDeclarator(at);
  }
  return isFunctionSoFar;
}

export const cFunctionRule: DefinitionRule = {
  kind: 'function',
  names: (node) => {
    const declarator = node.childForFieldName('declarator');
    return present(declarator && declaredName(declarator));
  },
  type: declaredType,
};

const namingValues = /^(call_expression|new_expression|identifier|field_expression|qualified_identifier)$/;

/** The type before the declarators; for `auto`, the type after `->` or the value. */
export function declaredType(node: Node): Node | undefined {
  const type = node.childForFieldName('type');
  if (type?.type !== 'placeholder_type_specifier') return type ?? undefined;
  const [declarator] = declarators(node);
  const trailing = declarator?.descendantsOfType('trailing_return_type')[0];
  if (trailing) return trailing.namedChildren[0];
  const value = declarator?.type === 'init_declarator' ? declarator.childForFieldName('value') : null;
  return value && namingValues.test(value.type) ? value : undefined;
}

/** The declarators of a declaration: several in `int a, *b;`. */
export function declarators(node: Node): Node[] {
  return node.childrenForFieldName('declarator').filter((child) => child.isNamed);
}

const typeSpecifiers: Readonly<Record<string, DefinitionKind>> = {
  ...each('struct', 'struct_specifier union_specifier'),
  enum_specifier: 'enum',
  class_specifier: 'class',
};

/** The type that a declaration or typedef also defines: `struct point { … } origin;`. */
export function definedType(node: Node): Node | undefined {
  const type = node.childForFieldName('type');
  return type && typeSpecifiers[type.type] && type.childForFieldName('body') ? type : undefined;
}

export function specifierKind(node: Node): DefinitionKind {
  return typeSpecifiers[node.type] ?? 'type';
}

/** `Rep` in `struct Table::Rep` and in `struct Rep<int>`. */
function innermostName(name: Node): Node {
  const inner = /^(template_type|qualified_identifier)$/.test(name.type) ? name.childForFieldName('name') : null;
  return inner ? innermostName(inner) : name;
}

/** The name and, for an enum whose constants need no qualifier, its constants. */
function specifierNames(node: Node): Node[] {
  const names: Node[] = [];
  const name = node.childForFieldName('name');
  if (name) names.push(innermostName(name));
  // `enum class` hides its constants.
  const isScoped = node.children[1]?.type === 'class' || node.children[1]?.type === 'struct';
  if (node.type === 'enum_specifier' && !isScoped) {
    for (const item of node.childForFieldName('body')?.namedChildren ?? []) {
      const constant = item.type === 'enumerator' ? item.childForFieldName('name') : null;
      if (constant) names.push(constant);
    }
  }
  return names;
}

const definedTags = new WeakMap<Tree, ReadonlySet<string>>();

/** The words before the opening brace of every type in the file. They include the names of all types that the file defines. */
function tagsDefinedIn(tree: Tree): ReadonlySet<string> {
  return remember(definedTags, tree, () => {
    const heads = tree.rootNode.text.match(/\b(?:struct|class|union|enum)\b[^;{}()]*\{/g) ?? [];
    return new Set(heads.flatMap((head) => head.match(/\w+/g) ?? []));
  });
}

/**
 * In C, tags and enum constants inside a struct are module-level: `struct parser { enum { IDLE, BUSY } state; };`. In C++ they
 * belong to the type.
 */
function leakedNames(node: Node): Node[] {
  const type = typeSpecifiers[node.type] ? node : definedType(node);
  const body = type?.type === 'enum_specifier' ? null : type?.childForFieldName('body');
  const inside = body?.descendantsOfType(Object.keys(typeSpecifiers)) ?? [];
  return inside.filter((inner) => inner.childForFieldName('body')).flatMap(specifierNames);
}

/** Adds the names that leak out of types to a C rule. */
export function withLeakedNames(rule: DefinitionRule): DefinitionRule {
  return {
    ...rule,
    names: (node) => {
      const names = rule.names?.(node) ?? [];
      return names.length > 0 ? [...names, ...leakedNames(node)] : names;
    },
  };
}

/** A separate `struct`, `union`, `enum` or `class`. A forward declaration counts only if the file does not define the type. */
export const specifierRule: DefinitionRule = {
  kind: 'type',
  kindOf: specifierKind,
  names: (node) => {
    const names = specifierNames(node);
    const [name] = names;
    if (!name || node.childForFieldName('body')) return names;
    return tagsDefinedIn(node.tree).has(name.text) ? [] : names;
  },
};

export const typedefRule: DefinitionRule = {
  kind: 'type',
  names: (node) => {
    const type = definedType(node);
    const names = declarators(node).map(declaredName);
    return [...names.filter((name) => name !== undefined), ...(type ? specifierNames(type) : [])];
  },
  kindOf: (node) => {
    const type = definedType(node);
    return type ? specifierKind(type) : 'type';
  },
  type: (node) => (definedType(node) ? undefined : declaredType(node)),
};

/** `#define X`, but not the include guard. */
export const macroRule: DefinitionRule = {
  kind: 'macro',
  names: (node) => {
    const name = node.childForFieldName('name');
    const isGuard =
      node.type === 'preproc_def' &&
      !node.childForFieldName('value') &&
      node.parent?.type === 'preproc_ifdef' &&
      node.parent.childForFieldName('name')?.text === name?.text;
    return name && !isGuard ? [name] : [];
  },
};

/**
 * True if a declaration is a local of a function that did not parse (`#if` around half an `if`). The rest of the function is then
 * at the top level of an ERROR node, and only the indentation shows that the declaration is local.
 */
function isStrayLocal(node: Node): boolean {
  if (node.startPosition.column === 0) return false;
  let at: Node | null = node.parent;
  while (at && preprocessorBlocks.includes(at.type)) at = at.parent;
  return at?.type === 'ERROR';
}

/** The names of prototypes, except in function bodies, where `Lock lock(mutex);` looks like one. */
export function prototypeNames(node: Node): readonly Node[] {
  if (node.parent?.type === 'compound_statement' || isStrayLocal(node)) return [];
  const names: Node[] = [];
  for (const declarator of declarators(node)) {
    const name = declaresFunction(declarator) ? declaredName(declarator) : undefined;
    if (name) names.push(name);
  }
  return names;
}

export function variableNames(node: Node): readonly Node[] {
  if (isStrayLocal(node)) return [];
  const type = definedType(node);
  const names = declarators(node).map(declaredName);
  return [...names.filter((name) => name !== undefined), ...(type ? specifierNames(type) : [])];
}

export function variableKind(node: Node): DefinitionKind {
  const isConstant = node.namedChildren.some((child) => child.type === 'type_qualifier' && /^const/.test(child.text));
  return isConstant ? 'constant' : 'variable';
}

export const preprocessorBlocks = words(`
  preproc_if preproc_ifdef preproc_else preproc_elif preproc_elifdef linkage_specification declaration_list`);

export const cBodies = ['compound_statement', 'field_declaration_list', 'enumerator_list', 'initializer_list'];

/** Declarators are patterns: the node around them decides whether they declare a local, a parameter or a function. */
export const cRoles: Readonly<Record<string, IdentifierRole>> = {
  ...each('pass', 'pointer_declarator.declarator array_declarator.declarator function_declarator.declarator'),
  ...each('pass', 'init_declarator.declarator parenthesized_declarator attributed_declarator'),
  ...each('bind', 'declaration.declarator parameter_declaration.declarator'),
  ...each('bind', 'type_definition.declarator enumerator.name preproc_params'),
  // Parameters without types, as in C before 1989.
  parameter_list: 'bind',
  'function_definition.declarator': 'bindOuter',
  ...each('name', 'preproc_def.name preproc_function_def.name attribute.name attribute.prefix'),
};

export const cScopes = {
  ...each('function', 'function_definition preproc_function_def'),
  ...each('block', 'compound_statement for_statement'),
  // For parameters in a function pointer field or in a method's prototype.
  field_declaration: 'block',
} as const;
