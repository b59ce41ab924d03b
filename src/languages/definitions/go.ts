import { remember } from '../../shared/maps';
import type { Node, Tree } from '../../syntax/syntax-node';
import { everyName, wholeModule } from '../import-parts';
import type { DefinitionKind, DefinitionRule, IdentifierRole, ImportedNames, Language } from '../language';
import { childrenOfType } from '../node-helpers';
import { each, words } from '../word-lists';
import { goLinks, goMembers, goResult } from './go-links';

interface ImportSpec {
  /** As written: `"fmt"`, `log "log/slog"`. */
  readonly text: string;
  /** The names that code may use for the package: certain for an alias, otherwise guessed from the path. */
  readonly names: readonly string[];
  /** `import . "x"`: code uses the package's exported names without a qualifier. */
  readonly isDot: boolean;
  /** Without quotes. */
  readonly path: string;
}

const version = /^v\d+$/;

/**
 * The possible names of a package, most likely first. The package clause decides, but it is in another repository. By convention
 * the name is the last element of the path without a version (`/v2`, `.v3`) and without `go-`, `-go` or `.go`.
 */
function packageNames(path: string): readonly string[] {
  const elements = path.split('/');
  let last = elements.pop() ?? path;
  const names: string[] = [];
  if (version.test(last) && elements.length > 0) {
    // `k8s.io/api/core/v1` is package v1, `github.com/x/y/v2` is package y.
    names.push(last);
    last = elements.pop() ?? last;
  }
  const bare = last.replace(/\.v\d+$/, '');
  const stem = bare.replace(/^go[-.]|[-.]go$|^golang-/, '') || bare;
  const parts = stem.split(/[-.]/);
  const likeliest = parts.length > 1 ? [parts.join(''), parts.join('_'), parts.at(-1) ?? stem] : [stem];
  if (bare !== stem) likeliest.push(bare.replace(/[-.]/g, ''), bare.replace(/[-.]/g, '_'));
  return [...new Set([...likeliest, ...names])];
}

function readImportSpec(node: Node): ImportSpec {
  const name = node.childForFieldName('name');
  const path = node.childForFieldName('path')?.text.slice(1, -1) ?? '';
  const isDot = name?.type === 'dot';
  const names = name ? (name.type === 'package_identifier' ? [name.text] : []) : packageNames(path);
  return { text: node.text, names, isDot, path };
}

function readImport(node: Node): ImportedNames {
  const specs = node.descendantsOfType('import_spec').map(readImportSpec);
  const hasDot = specs.some((spec) => spec.isDot);
  return {
    names: specs.flatMap((spec) => spec.names),
    narrow: (used) => {
      const isOther = [...used].some((word) => !specs.some((spec) => spec.names.includes(word)));
      const needed = specs.filter((spec) => spec.names.some((name) => used.has(name)) || (isOther && spec.isDot));
      const texts = needed.map((spec) => spec.text);
      return texts.length === 1 ? `import ${texts[0]}` : `import (${texts.join('; ')})`;
    },
    // A package exports only capitalised names. A single letter is a type parameter.
    ...(hasDot && { provides: (word: string) => /^\p{Lu}./u.test(word) }),
    links: () =>
      specs.flatMap(({ names, isDot, path }) =>
        isDot ? [everyName(path)] : names.map((name) => wholeModule(name, path)),
      ),
  };
}

/** `_` is not a name. */
function specNames(spec: Node): readonly Node[] {
  // The field also contains the commas between the names.
  return spec.childrenForFieldName('name').filter((name) => name.isNamed && name.text !== '_');
}

const specTypes = ['const_spec', 'var_spec', 'type_spec', 'type_alias'];

function specsOf(declaration: Node): Node[] {
  return childrenOfType(declaration, ...specTypes, 'var_spec_list').flatMap((child) =>
    child.type === 'var_spec_list' ? childrenOfType(child, 'var_spec') : [child],
  );
}

const namingValues = /^(call_expression|composite_literal|unary_expression|identifier|selector_expression)$/;

/** The declared type or the value. A struct or interface is a type of its own. */
function specType(spec: Node): Node | undefined {
  const type = spec.childForFieldName('type');
  if (type) return ownTypes.test(type.type) ? undefined : type;
  const values = spec.childForFieldName('value')?.namedChildren ?? [];
  const [value] = values;
  return value && values.length === 1 && namingValues.test(value.type) ? value : undefined;
}

const ownTypes = /^(struct|interface)_type$/;

/** `B` in `struct { B; *c.D }` and in `interface { B }`. */
function embeddedTypes(spec: Node): readonly Node[] {
  const type = spec.childForFieldName('type');
  if (type?.type === 'struct_type')
    return childrenOfType(type.namedChildren[0] ?? type, 'field_declaration')
      .filter((field) => !field.childForFieldName('name'))
      .flatMap((field) => field.childForFieldName('type') ?? []);
  if (type?.type !== 'interface_type') return [];
  // With several, it is a union of types, which has no members.
  const elements = childrenOfType(type, 'type_elem').filter((element) => element.namedChildCount === 1);
  return elements.flatMap((element) => element.namedChildren).filter((child) => child.type !== 'negated_type');
}

/** By tree and declaration id. A group can have thousands of specs, and each of them needs the answer. */
const singleDefinitionCache = new WeakMap<Tree, Map<number, boolean>>();

/** True if a declaration is one definition: it has one spec, or its specs use `iota` and have no meaning on their own. */
function isSingleDefinition(declaration: Node): boolean {
  const known = remember(singleDefinitionCache, declaration.tree, () => new Map<number, boolean>());
  return remember(known, declaration.id, () => {
    return specsOf(declaration).length === 1 || declaration.descendantsOfType('iota').length > 0;
  });
}

/** For declarations that are one definition. */
function declarationRule(kind: DefinitionKind, kindOf?: (spec: Node) => DefinitionKind): DefinitionRule {
  return {
    kind,
    names: (node) => (isSingleDefinition(node) ? specsOf(node).flatMap(specNames) : []),
    type: (node) => {
      const [spec, ...others] = specsOf(node);
      return spec && others.length === 0 ? specType(spec) : undefined;
    },
    bases: (node) => specsOf(node).slice(0, 1).flatMap(embeddedTypes),
    ...(kind === 'type' && {
      members: (node: Node) => specsOf(node).flatMap((spec) => goMembers(spec.childForFieldName('type'))),
    }),
    ...(kindOf && {
      kindOf: (node: Node) => {
        const spec = specsOf(node)[0];
        return spec ? kindOf(spec) : kind;
      },
    }),
  };
}

/** For the specs of all other declarations: each one is a definition. */
function specRule(kind: DefinitionKind, kindOf?: (spec: Node) => DefinitionKind): DefinitionRule {
  return {
    kind,
    names: (node) => {
      const parent = node.parent?.type === 'var_spec_list' ? node.parent.parent : node.parent;
      return parent && !isSingleDefinition(parent) ? specNames(node) : [];
    },
    type: specType,
    bases: embeddedTypes,
    ...(kind === 'type' && { members: (node: Node) => goMembers(node.childForFieldName('type')) }),
    ...(kindOf && { kindOf }),
  };
}

function typeKind(node: Node): DefinitionKind {
  const type = node.childForFieldName('type')?.type;
  return type === 'struct_type' ? 'struct' : type === 'interface_type' ? 'interface' : 'type';
}

function receiverType(node: Node): string | undefined {
  return node.childForFieldName('receiver')?.descendantsOfType('type_identifier')[0]?.text;
}

/** Keys of maps and arrays are values; keys of structs are fields. An inner literal may omit its type: `[]Point{{X: 1}}`. */
function keyRole(key: Node): IdentifierRole {
  let literal = key.parent?.parent;
  let depth = 0;
  while (literal && literal.parent?.type !== 'composite_literal') {
    do literal = literal?.parent;
    while (literal && literal.type !== 'literal_value');
    depth++;
  }
  let type = literal?.parent?.childForFieldName('type');
  for (; depth > 0 && type; depth--) type = type.childForFieldName('element') ?? type.childForFieldName('value');
  return type && /^(map|array|slice|implicit_length_array)_type$/.test(type.type) ? 'reference' : 'name';
}

export const go: Language = {
  id: 'go',
  name: 'Go',
  extensions: ['.go'],
  comment: ['// ', ''],
  elision: ' { /* … */ }',
  structure: {
    definitions: {
      function_declaration: { kind: 'function', names: specNames, type: goResult },
      method_declaration: { kind: 'method', owner: receiverType, type: goResult },
      type_declaration: declarationRule('type', typeKind),
      type_spec: specRule('type', typeKind),
      type_alias: specRule('type'),
    },
    values: {
      const_declaration: declarationRule('constant'),
      const_spec: specRule('constant'),
      var_declaration: declarationRule('variable'),
      var_spec: specRule('variable'),
    },
    transparent: ['type_declaration', 'const_declaration', 'var_declaration', 'var_spec_list'],
    bodies: ['block', 'field_declaration_list', 'literal_value'],
    imports: { import_declaration: readImport },
  },
  references: {
    identifiers: ['identifier', 'type_identifier', 'package_identifier'],
    roles: {
      package_clause: 'name',
      'keyed_element.key': keyRole,
      ...each('pass', 'literal_element expression_list'),
      ...each('bindOuter', 'function_declaration.name type_spec.name type_alias.name'),
      ...each('bind', 'const_spec.name var_spec.name parameter_declaration.name'),
      ...each('bind', 'variadic_parameter_declaration.name type_parameter_declaration.name'),
      ...each('bind', 'short_var_declaration.left range_clause.left receive_statement.left'),
      'type_switch_statement.alias': 'bind',
    },
    scopes: {
      ...each('function', 'function_declaration method_declaration func_literal function_type method_elem'),
      ...each('block', 'type_spec type_alias block if_statement for_statement expression_switch_statement'),
      ...each('block', 'type_switch_statement expression_case type_case default_case communication_case'),
    },
    // Parameters are visible only in the body: `func parse(url string) *url.URL` returns a type of package url.
    outside: words(`
      parameter_declaration.type variadic_parameter_declaration.type function_declaration.result
      method_declaration.result func_literal.result function_type.result method_elem.result`),
    bindFrom: 'declaration',
  },
  links: goLinks,
};
