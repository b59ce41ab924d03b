/**
 * The grammar splits functions and top-level variables: a `function_signature` and its `function_body` are siblings, and so are
 * `final`, the type and the name of a variable. Here the body is the definition, and the nodes before it are listed as attributes,
 * which stay with the definition after them.
 */

import type { Node } from '../../syntax/syntax-node';
import { everyName, wholeModule } from '../import-parts';
import type { DefinitionKind, IdentifierRole, ImportedNames, ImportLink, Language, LocatedName } from '../language';
import { dartLibraryProvides } from '../libraries/dart-libraries';
import { childOfType, childrenOfType, leaves, nameFromChild, nameFromField } from '../node-helpers';
import { each, words } from '../word-lists';
import { dartLinks } from './dart-links';

const importText = /^import\s+(?:r?['"])([^'"]*)['"]/;
const importPrefix = /['"\s]as\s+(\w+)/;
const shownNames = /\bshow\s+([\w$,\s]+?)\s*(?:\bhide\b|;|$)/;

/** `import 'a.dart';`, `… as a`, `… show A, B`, `… hide C`; `export` and `part` bind nothing. */
function readImport(node: Node): ImportedNames {
  const { text } = node;
  const links = (): readonly ImportLink[] => directiveLinks(text);
  const uri = importText.exec(text)?.[1];
  if (uri === undefined) return { names: [], links };
  const prefix = importPrefix.exec(text)?.[1];
  if (prefix !== undefined) return { names: [prefix], links };
  const shown = shownNames.exec(text)?.[1];
  if (shown !== undefined) {
    const names = shown.split(',').map((name) => name.trim());
    const narrow = (used: ReadonlySet<string>): string =>
      `import '${uri}' show ${names.filter((name) => used.has(name)).join(', ')};`;
    return { names, narrow, links };
  }
  const hidden = new Set(/\bhide\s+([\w$,\s]+)/.exec(text)?.[1]?.split(/[\s,]+/));
  const others = childrenOfType(node.parent ?? node, node.type).flatMap(
    (other) => importText.exec(other.text)?.[1] ?? [],
  );
  const provides = dartLibraryProvides(uri, new Set(others));
  return { names: [], provides: (word) => !hidden.has(word) && provides(word), links };
}

/** The parts of a library share all names: both `part 'x.dart'` and `part of 'x.dart'` bring in every name. */
function directiveLinks(text: string): readonly ImportLink[] {
  const uri = /^(?:import|export|part(?:\s+of)?)\s+r?['"]([^'"]*)['"]/.exec(text)?.[1];
  if (uri === undefined) return [];
  const prefix = importPrefix.exec(text)?.[1];
  if (prefix !== undefined) return [wholeModule(prefix, uri)];
  const shown = shownNames.exec(text)?.[1]?.split(',');
  return shown?.map((name) => ({ local: name.trim(), module: uri, name: name.trim() })) ?? [everyName(uri)];
}

const signatures: ReadonlySet<string> = new Set(
  words(`
  method_signature function_signature getter_signature setter_signature`),
);

/** The signature before a body. */
function signatureBefore(body: Node): Node | undefined {
  let before = body.previousNamedSibling;
  while (before?.type === 'comment') before = before.previousNamedSibling;
  return before && signatures.has(before.type) ? before : undefined;
}

/** The specific signature node, which `method_signature` and `declaration` wrap. */
function innerSignature(node: Node): Node | undefined {
  if (node.type !== 'method_signature' && node.type !== 'declaration') return node;
  return node.namedChildren.find((child) => child.type.endsWith('_signature'));
}

/** `Order.named` for a constructor, `+` for `operator +`, otherwise the name. */
function signatureNames(node: Node | undefined): readonly LocatedName[] {
  const signature = node && innerSignature(node);
  if (!signature) return [];
  if (signature.type === 'operator_signature')
    return signature.namedChildren.filter((child) => child.type.includes('operator')).slice(0, 1);
  const named = signature.childrenForFieldName('name').filter((child) => child.type === 'identifier');
  const parts = named.length > 0 ? named : childrenOfType(signature, 'identifier');
  const [first] = parts;
  return first ? [{ text: parts.map((part) => part.text).join('.'), startIndex: first.startIndex }] : [];
}

function signatureKind(node: Node | undefined): DefinitionKind {
  const type = (node && innerSignature(node))?.type ?? '';
  if (type.includes('constructor')) return 'constructor';
  return type === 'getter_signature' || type === 'setter_signature' ? 'property' : 'function';
}

const declarationLists = ['static_final_declaration_list', 'initialized_identifier_list', 'identifier_list'];

/** The names in `a = 1, b`. */
function listNames(list: Node): readonly Node[] {
  return list.namedChildren.flatMap((child) => leaves(child, 'identifier').slice(0, 1));
}

function fieldNames(node: Node): readonly Node[] {
  const list = childOfType(node, ...declarationLists);
  return list ? listNames(list) : [];
}

function aliasNames(node: Node): readonly Node[] {
  const names = childrenOfType(node, 'type_identifier');
  // In `typedef int Compare(int a);`, the result type comes first.
  return childOfType(node, 'formal_parameter_list') ? names.slice(-1) : names.slice(0, 1);
}

/** In `int a` and `a`, the identifier is bound and the type is used. */
function boundIdentifierRole(child: Node): IdentifierRole {
  return child.type === 'identifier' ? 'bind' : 'reference';
}

/** In `Point(x: var a)`, `x` is a field name. */
function patternFieldRole(child: Node): IdentifierRole {
  return child.type === 'identifier' ? 'name' : 'reference';
}

/** In `a = b` and `(a, b) = c`, the first child is bound. */
function firstNameRole(child: Node): IdentifierRole {
  const names = child.parent?.namedChildren.filter((other) => !/builtin|type/.test(other.type));
  return names?.[0]?.id === child.id ? 'bind' : 'reference';
}

/** Where a top-level variable begins: at its first `final`, `const`, `var` or type. */
function declarationStart(list: Node): Node {
  let start = list;
  for (let before = list.previousSibling; before; before = before.previousSibling) {
    if (!/builtin$|_type$|^type_|^late$|^covariant$/.test(before.type)) break;
    start = before;
  }
  return start;
}

const typeNodes = ['type_identifier', 'function_type', 'record_type'];

/** The result of a function or getter; a constructor has none. */
function signatureType(node: Node | undefined): Node | undefined {
  const signature = node && innerSignature(node);
  return signature?.type.includes('constructor') ? undefined : childOfType(signature, ...typeNodes);
}

/** The class in `a = Foo()` and `a = Foo.named()`. A value is not one node but an identifier and its selectors. */
function initialValue(list: Node | undefined): Node | undefined {
  const [only, ...others] = list?.namedChildren ?? [];
  const [, value, selector] = only?.namedChildren ?? [];
  if (others.length > 0 || value?.type !== 'identifier' || selector?.type !== 'selector') return undefined;
  return /^_*[A-Z]/.test(value.text) || childOfType(selector, 'argument_part') ? value : undefined;
}

function fieldType(node: Node): Node | undefined {
  return childOfType(node, ...typeNodes) ?? initialValue(childOfType(node, ...declarationLists));
}

/** The type of a top-level variable is a sibling before its names. */
function variableType(list: Node): Node | undefined {
  for (let at: Node | null = declarationStart(list); at && at.id !== list.id; at = at.nextSibling)
    if (typeNodes.includes(at.type)) return at;
  return initialValue(list);
}

/** `extends A with B implements C`, `mixin A on B`. */
function superTypes(node: Node): readonly Node[] {
  return node.namedChildren.flatMap((child) => {
    if (child.type === 'type_identifier') return [child];
    return /^(superclass|mixins|interfaces|mixin_application(_class)?)$/.test(child.type) ? superTypes(child) : [];
  });
}

export const dart: Language = {
  id: 'dart',
  name: 'Dart',
  extensions: ['.dart'],
  interpreters: ['dart'],
  comment: ['// ', ''],
  elision: ' { /* … */ }',
  structure: {
    definitions: {
      class_definition: {
        kind: 'class',
        container: 'type',
        names: (node) => {
          const alias = childOfType(node, 'mixin_application_class');
          return alias ? nameFromChild('identifier')(alias) : nameFromField('name')(node);
        },
        bases: superTypes,
      },
      mixin_declaration: { kind: 'trait', container: 'type', names: nameFromChild('identifier'), bases: superTypes },
      extension_declaration: {
        kind: 'extension',
        container: 'type',
        names: nameFromField('name', 'class'),
        owner: (node) => node.childForFieldName('class')?.text,
      },
      extension_type_declaration: { kind: 'type', container: 'type', bases: superTypes },
      enum_declaration: { kind: 'enum', container: 'type', bases: superTypes },
      type_alias: { kind: 'type', names: aliasNames, type: (node) => childrenOfType(node, ...typeNodes)[1] },
      function_body: {
        kind: 'function',
        names: (node) => signatureNames(signatureBefore(node)),
        kindOf: (node) => signatureKind(signatureBefore(node)),
        head: signatureBefore,
        type: (node) => signatureType(signatureBefore(node)),
      },
      declaration: { kind: 'function', names: signatureNames, kindOf: signatureKind, type: signatureType },
    },
    values: {
      declaration: { kind: 'field', names: fieldNames, type: fieldType },
      static_final_declaration_list: { kind: 'constant', names: listNames, head: declarationStart, type: variableType },
      initialized_identifier_list: { kind: 'variable', names: listNames, head: declarationStart, type: variableType },
      enum_constant: { kind: 'constant' },
    },
    wrappers: ['local_function_declaration', 'lambda_expression'],
    bodies: ['class_body', 'extension_body', 'enum_body', 'block'],
    comments: ['comment', 'documentation_comment'],
    attributes: words(`
      annotation method_signature function_signature getter_signature setter_signature const_builtin final_builtin
      inferred_type type_identifier type_arguments nullable_type function_type record_type void_type`),
    imports: {
      import_or_export: readImport,
      part_directive: (node) => ({ names: [], links: () => directiveLinks(node.text) }),
    },
    exports: { part_of_directive: (node) => directiveLinks(node.text) },
    bareFields: true,
  },
  references: {
    identifiers: ['identifier', 'type_identifier', 'identifier_dollar_escaped'],
    roles: {
      'function_signature.name': 'bindOuter',
      ...each('name', 'getter_signature.name setter_signature.name constructor_signature.name'),
      ...each('name', 'constant_constructor_signature factory_constructor_signature label labeled_statement'),
      ...each('name', 'break_statement continue_statement unconditional_assignable_selector'),
      ...each('name', 'conditional_assignable_selector cascade_selector constructor_param'),
      ...each('name', 'super_formal_parameter dotted_identifier_list'),
      ...each('bind', 'enum_constant.name representation_declaration.name initialized_variable_definition.name'),
      ...each('bind', 'for_loop_parts.name catch_parameters type_parameter'),
      ...each(boundIdentifierRole, 'formal_parameter variable_pattern'),
      object_pattern: patternFieldRole,
      ...each(firstNameRole, 'initialized_identifier pattern_variable_declaration'),
      ...each('pass', 'constant_pattern record_pattern list_pattern'),
    },
    scopes: {
      ...each('block', 'class_definition mixin_declaration extension_declaration extension_type_declaration'),
      ...each('block', 'enum_declaration type_alias declaration block for_statement for_element try_statement'),
      ...each('block', 'if_statement switch_statement_case switch_expression_case'),
      ...each('function', 'method_signature function_signature setter_signature function_body'),
      function_expression: 'function',
    },
    reach: {
      method_signature: 'function_body',
      function_signature: 'function_body',
      setter_signature: 'function_body',
    },
  },
  links: dartLinks,
};
