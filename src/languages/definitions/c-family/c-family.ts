/**
 * What C, C++ and Objective-C share: declarators and where names stand; for `#include` see `c-includes.ts`.
 *
 * A declaration names things inside declarators that mirror their use: `int *(*f[3])(void)`. From the outside in they are
 * pointer, array, function and parenthesised declarators, and the name is the innermost node.
 */

import type { Node, Tree } from '../../../syntax/syntax-node';
import type { DefinitionKind, DefinitionRule, IdentifierRole } from '../../language';

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

/** The node that names what a declarator declares; undefined for one without a name. */
export function declaredName(declarator: Node): Node | undefined {
  let at: Node | undefined = declarator;
  while (at) {
    const next = innerDeclarator(at);
    if (!next) return at.type.startsWith('abstract_') || at.isMissing || isKeyword(at) ? undefined : at;
    at = next;
  }
  return undefined;
}

/** `PARSER(int);` may be read as a declaration of `int`. */
function isKeyword(name: Node): boolean {
  return (
    name.type === 'primitive_type' || (name.type === 'type_identifier' && /^(int|long|short|char)$/.test(name.text))
  );
}

/** Whether a declarator declares a function, not a pointer to one. */
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

/** The declarators of a declaration: several in `int a, *b;`. */
export function declarators(node: Node): Node[] {
  return node.childrenForFieldName('declarator').filter((child) => child.isNamed);
}

const typeSpecifiers: Readonly<Record<string, DefinitionKind>> = {
  struct_specifier: 'struct',
  union_specifier: 'struct',
  enum_specifier: 'enum',
  class_specifier: 'class',
};

/** The type that a declaration or typedef defines on the way: `struct point { … } origin;`. */
function definedType(node: Node): Node | undefined {
  const type = node.childForFieldName('type');
  return type && typeSpecifiers[type.type] && type.childForFieldName('body') ? type : undefined;
}

export function specifierKind(node: Node): DefinitionKind {
  return typeSpecifiers[node.type] ?? 'type';
}

/** `Rep` of `struct Table::Rep` and of `struct Rep<int>`. */
function innermostName(name: Node): Node {
  const inner = /^(template_type|qualified_identifier)$/.test(name.type) ? name.childForFieldName('name') : null;
  return inner ? innermostName(inner) : name;
}

/** Name and, for an enum whose constants are used bare, the constants. */
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

/** The words before the brace of every type in the file; among them are the names of all types it defines. */
function tagsDefinedIn(tree: Tree): ReadonlySet<string> {
  let tags = definedTags.get(tree);
  if (!tags) {
    const heads = tree.rootNode.text.match(/\b(?:struct|class|union|enum)\b[^;{}()]*\{/g) ?? [];
    tags = new Set(heads.flatMap((head) => head.match(/\w+/g) ?? []));
    definedTags.set(tree, tags);
  }
  return tags;
}

/**
 * In C the tags and enum constants inside a struct are names of the file: `struct parser { enum { IDLE, BUSY } state; };`. C++
 * keeps them in the type.
 */
function leakedNames(node: Node): Node[] {
  const type = typeSpecifiers[node.type] ? node : definedType(node);
  const body = type?.type === 'enum_specifier' ? null : type?.childForFieldName('body');
  const inside = body?.descendantsOfType(Object.keys(typeSpecifiers)) ?? [];
  return inside.filter((inner) => inner.childForFieldName('body')).flatMap(specifierNames);
}

/** A rule of C, with the names that leak out of types. */
export function withLeakedNames(rule: DefinitionRule): DefinitionRule {
  return {
    ...rule,
    names: (node) => {
      const names = rule.names?.(node) ?? [];
      return names.length > 0 ? [...names, ...leakedNames(node)] : names;
    },
  };
}

/** A `struct`, `union`, `enum` or `class` that stands alone. A forward declaration counts only where the file has nothing better. */
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
 * Whether a declaration is a local of a function that the parser lost hold of (`#if` around half an `if`): what follows then stands
 * at the top level of an ERROR, and only the indentation tells.
 */
function isStrayLocal(node: Node): boolean {
  if (node.startPosition.column === 0) return false;
  let at: Node | null = node.parent;
  while (at && preprocessorBlocks.includes(at.type)) at = at.parent;
  return at?.type === 'ERROR';
}

/** Prototypes; not in function bodies, where `Lock lock(mutex);` looks like one. */
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

export const preprocessorBlocks = [
  'preproc_if',
  'preproc_ifdef',
  'preproc_else',
  'preproc_elif',
  'preproc_elifdef',
  'linkage_specification',
  'declaration_list',
];

export const cBodies = ['compound_statement', 'field_declaration_list', 'enumerator_list', 'initializer_list'];

/** Declarators are patterns: what is around them decides whether they declare a local, a parameter or a function. */
export const cRoles: Readonly<Record<string, IdentifierRole>> = {
  'pointer_declarator.declarator': 'pass',
  'array_declarator.declarator': 'pass',
  'function_declarator.declarator': 'pass',
  'init_declarator.declarator': 'pass',
  parenthesized_declarator: 'pass',
  attributed_declarator: 'pass',
  'declaration.declarator': 'bind',
  'parameter_declaration.declarator': 'bind',
  // Parameters without types, as before 1989.
  parameter_list: 'bind',
  'type_definition.declarator': 'bind',
  'function_definition.declarator': 'bindOuter',
  'enumerator.name': 'bind',
  preproc_params: 'bind',
  'preproc_def.name': 'name',
  'preproc_function_def.name': 'name',
  'attribute.name': 'name',
  'attribute.prefix': 'name',
};

export const cScopes = {
  function_definition: 'function',
  preproc_function_def: 'function',
  // Of parameters in a field that is a pointer to a function, or in a method's prototype.
  field_declaration: 'block',
  compound_statement: 'block',
  for_statement: 'block',
} as const;
