import type { Node } from '../../syntax/syntax-node';
import { everyName, lastOfPath, wholeModule } from '../import-parts';
import type { DefinitionKind, IdentifierRole, ImportedNames, ImportLink, Language } from '../language';
import { basesFromClauses, childOfType, present, typeFromField } from '../node-helpers';
import { each, words } from '../word-lists';
import { rustLinks, rustMembers } from './rust-links';

/**
 * A path from the module of the file, not from the inline module that the statement is in: `super::x` in `mod tests { … }` is
 * `self::x`. Other files see only the path of the file.
 */
function pathFromFile(path: string, inlineModules: readonly string[]): string {
  const parts = path.replace(/\s+/g, '').split('::');
  if (parts[0] !== 'self' && parts[0] !== 'super') return parts.join('::');
  const base = ['self', ...inlineModules];
  while (parts[0] === 'self' || parts[0] === 'super') {
    if (parts.shift() === 'self') continue;
    if (base.length > 1) base.pop();
    else if (base[0] === 'self') base[0] = 'super';
    else base.unshift('super');
  }
  return [...base, ...parts].join('::');
}

/** The inline modules around a node, the outermost first. */
function inlineModulesAround(node: Node): readonly string[] {
  const names: string[] = [];
  for (let at = node.parent; at; at = at.parent)
    if (at.type === 'mod_item') names.unshift(at.childForFieldName('name')?.text ?? '');
  return names;
}

function useLinks(leaves: readonly UseTree[], inlineModules: readonly string[]): readonly ImportLink[] {
  const links: ImportLink[] = [];
  for (const { name, isGlob, isModule, path = '' } of leaves) {
    const from = pathFromFile(path, inlineModules);
    if (isGlob) links.push(everyName(from));
    else if (name !== undefined) links.push(isModule ? wholeModule(name, from) : lastOfPath(from, '::', name));
  }
  // `use super::*` in an inline module refers to names of this file.
  return links.filter(({ local, module, name }) => module !== 'self' || local !== name);
}

/** A use tree as plain data: a branch is `prefix::{children}`, a leaf is a path with the name it binds. */
interface UseTree {
  readonly text: string;
  /** Undefined for `*` and `as _`. */
  readonly name?: string;
  readonly isGlob?: boolean;
  /** `self` in a list: the module before it, never an item. */
  readonly isModule?: boolean;
  /** For a leaf: its whole path, without `::*` and without the new name. */
  readonly path?: string;
  readonly children?: readonly UseTree[];
}

/** Names in the prelude of every module, and names of derives and attributes. They never come from a glob. */
const prelude = new Set(
  words(`
    Self Option Some None Result Ok Err Vec String Box Rc Arc ToString ToOwned Into From TryFrom TryInto AsRef AsMut
    Default Iterator IntoIterator Extend DoubleEndedIterator ExactSizeIterator FromIterator Drop Fn FnMut FnOnce Clone
    Copy Send Sync Sized Unpin Eq PartialEq Ord PartialOrd Debug Hash`),
);

/** The names that globs of the standard library bring in. Any capitalised name may come from other globs. */
const standardGlobs: Readonly<Record<string, ReadonlySet<string>>> = {
  'std::collections': new Set(['HashMap', 'HashSet', 'BTreeMap', 'BTreeSet', 'BinaryHeap', 'LinkedList', 'VecDeque']),
  'std::io::prelude': new Set(['BufRead', 'Read', 'Seek', 'Write']),
};

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf(':') + 1);
}

function joinPath(prefix: string, path: string): string {
  return prefix === '' || path === '' ? prefix + path : `${prefix}::${path}`;
}

/** @param prefix the path before the enclosing list, which `self` refers to. */
function readUseTree(node: Node, prefix: string): UseTree {
  const path = node.childForFieldName('path')?.text;
  switch (node.type) {
    case 'scoped_use_list':
    case 'use_list': {
      const list = node.type === 'use_list' ? node : node.childForFieldName('list');
      const children = (list?.namedChildren ?? [])
        .filter((child) => !child.type.endsWith('comment'))
        .map((child) => readUseTree(child, joinPath(prefix, path ?? '')));
      return { text: path ?? '', children };
    }
    case 'use_as_clause': {
      const alias = node.childForFieldName('alias')?.text;
      const isSelf = path === 'self' && prefix !== '';
      return {
        text: node.text,
        ...(alias !== undefined && alias !== '_' && { name: alias }),
        path: isSelf ? prefix : joinPath(prefix, path ?? ''),
        isModule: isSelf,
      };
    }
    case 'use_wildcard':
      return { text: node.text, isGlob: true, path: joinPath(prefix, node.text.replace(/(::)?\*$/, '')) };
    case 'self':
      return { text: 'self', name: lastSegment(prefix), path: prefix, isModule: true };
    default:
      return { text: node.text, name: lastSegment(node.text), path: joinPath(prefix, node.text) };
  }
}

function useTreeLeaves(tree: UseTree, found: UseTree[] = []): readonly UseTree[] {
  if (!tree.children) found.push(tree);
  else for (const child of tree.children) useTreeLeaves(child, found);
  return found;
}

/** Writes the tree with only the leaves to keep; `a::{b}` becomes `a::b`. */
function renderUseTree(tree: UseTree, keep: (leaf: UseTree) => boolean): string | undefined {
  if (!tree.children) return keep(tree) ? tree.text : undefined;
  const texts: string[] = [];
  for (const child of tree.children) {
    const text = renderUseTree(child, keep);
    if (text !== undefined) texts.push(text);
  }
  const [first] = texts;
  if (first === undefined) return undefined;
  if (texts.length > 1) return tree.text === '' ? `{${texts.join(', ')}}` : `${tree.text}::{${texts.join(', ')}}`;
  return first === 'self' ? tree.text : tree.text === '' ? first : `${tree.text}::${first}`;
}

function readUse(node: Node): ImportedNames | undefined {
  const argument = node.childForFieldName('argument');
  if (!argument) return undefined;
  const visibility = childOfType(node, 'visibility_modifier')?.text;
  const tree = readUseTree(argument, '');
  const whole = node.text;
  const names: string[] = [];
  for (const { name } of useTreeLeaves(tree)) if (name !== undefined) names.push(name);
  const known = new Set(names);
  // A glob in an inline module is usually `super::*`: its names are defined in this file and found there.
  const globs = node.parent?.type === 'source_file' ? useTreeLeaves(tree).filter((leaf) => leaf.isGlob) : [];
  return {
    names,
    narrow: (used) => {
      const isOther = [...used].some((word) => !known.has(word));
      const keep = (leaf: UseTree) => (leaf.name === undefined ? isOther && leaf.isGlob === true : used.has(leaf.name));
      const text = renderUseTree(tree, keep);
      return text === undefined ? whole : `${visibility === undefined ? '' : `${visibility} `}use ${text};`;
    },
    // Functions and constants come from globs too, but they cannot be told apart from locals in macros.
    ...(globs.length > 0 && {
      provides: (word: string) =>
        /^[A-Z]\w/.test(word) &&
        !prelude.has(word) &&
        globs.some((glob) => standardGlobs[glob.path ?? '']?.has(word) ?? true),
    }),
    links: () => useLinks(useTreeLeaves(tree), inlineModulesAround(node)),
  };
}

function readExternCrate(node: Node): ImportedNames {
  const name = node.childForFieldName('alias') ?? node.childForFieldName('name');
  if (!name || name.text === '_') return { names: [] };
  const crate = node.childForFieldName('name')?.text ?? name.text;
  return { names: [name.text], links: () => [wholeModule(name.text, crate)] };
}

/** `mod parser;` brings in a file; with a body it is a definition. */
function readModule(node: Node): ImportedNames | undefined {
  const name = node.childForFieldName('name');
  if (!name || node.childForFieldName('body')) return undefined;
  return {
    names: [name.text],
    links: () => [wholeModule(name.text, pathFromFile(`self::${name.text}`, inlineModulesAround(node)))],
  };
}

/** The type an impl is for: `P` in `impl<T> fmt::Display for &'a P<T>`. */
function implementedType(node: Node): readonly Node[] {
  let type = node.childForFieldName('type');
  for (;;) {
    const inner: Node | null | undefined =
      type?.type === 'scoped_type_identifier' ? type.childForFieldName('name') : type?.childForFieldName('type');
    if (!inner) return present(type);
    type = inner;
  }
}

const boundsOf = basesFromClauses('trait_bounds');

/** `B` in `trait A: B + 'static + ?Sized`. */
function superTraits(node: Node): readonly Node[] {
  return boundsOf(node).filter((bound) => /type|identifier/.test(bound.type));
}

const itemKinds: Readonly<Record<string, DefinitionKind>> = {
  static: 'variable',
  const: 'constant',
  ...each('struct', 'struct union'),
  enum: 'enum',
  fn: 'function',
  trait: 'trait',
  type: 'type',
};

/** The items that a module-level macro call seems to define: `thread_local! { static A: …; }`, `bitflags! { struct Flags … }`. */
function macroItems(node: Node): readonly { readonly name: Node; readonly kind: DefinitionKind }[] {
  const call = node.type === 'macro_invocation' ? node : childOfType(node, 'macro_invocation');
  const tokens = childOfType(call, 'token_tree');
  const items: { name: Node; kind: DefinitionKind }[] = [];
  let kind: DefinitionKind | undefined;
  for (const token of tokens?.children ?? []) {
    const next = itemKinds[token.type];
    if (next) kind = next;
    else if (kind && token.type === 'identifier') {
      // `ref` and `mut` may come between `static` and the name.
      if (token.text === 'ref') continue;
      items.push({ name: token, kind });
      kind = undefined;
    } else if (token.type !== 'ref' && token.type !== 'mutable_specifier') kind = undefined;
  }
  return items;
}

const macroCallRule = {
  kind: 'variable' as const,
  names: (node: Node) => macroItems(node).map((item) => item.name),
  kindOf: (node: Node) => macroItems(node)[0]?.kind ?? 'variable',
};

/** A capitalised name in a pattern is a constant or a unit type, not a new variable. */
function patternRole(node: Node): IdentifierRole {
  return node.type === 'identifier' && /^[A-Z]/.test(node.text) ? 'reference' : 'pass';
}

export const rust: Language = {
  id: 'rust',
  name: 'Rust',
  extensions: ['.rs'],
  interpreters: ['rust-script'],
  comment: ['// ', ''],
  elision: ' { /* … */ }',
  structure: {
    definitions: {
      ...each({ kind: 'function', type: typeFromField('return_type') }, 'function_item function_signature_item'),
      ...each({ kind: 'struct', members: rustMembers }, 'struct_item union_item'),
      enum_item: { kind: 'enum', members: rustMembers },
      trait_item: { kind: 'trait', container: 'type', bases: superTraits },
      impl_item: {
        kind: 'impl',
        container: 'type',
        names: implementedType,
        bases: (node) => node.childrenForFieldName('trait'),
      },
      mod_item: { kind: 'module', container: 'namespace' },
      type_item: { kind: 'type', type: typeFromField('type') },
      associated_type: { kind: 'type' },
      macro_definition: { kind: 'macro' },
    },
    values: {
      const_item: { kind: 'constant', type: typeFromField('type') },
      static_item: { kind: 'variable', type: typeFromField('type') },
      ...each(macroCallRule, 'macro_invocation expression_statement'),
    },
    transparent: ['foreign_mod_item', 'declaration_list'],
    bodies: ['block', 'declaration_list', 'field_declaration_list', 'enum_variant_list', 'field_initializer_list'],
    comments: ['line_comment', 'block_comment'],
    attributes: ['attribute_item'],
    imports: {
      use_declaration: readUse,
      extern_crate_declaration: readExternCrate,
      mod_item: readModule,
    },
  },
  references: {
    identifiers: ['identifier', 'type_identifier', 'shorthand_field_identifier'],
    // Modules and types share a namespace, separate from values: a parameter `ptr` does not hide the module in `ptr::read`.
    typeIdentifiers: ['type_identifier', 'scoped_identifier.path', 'scoped_type_identifier.path'],
    roles: {
      ...each('name', 'lifetime label enum_variant.name associated_type.name type_binding.name'),
      extern_crate_declaration: 'name',
      ...each('bindOuter', 'function_item.name function_signature_item.name'),
      ...each('bind', 'macro_definition.name mod_item.name const_item.name static_item.name type_parameter.name'),
      ...each('bind', 'const_parameter.name parameter.pattern closure_parameters let_declaration.pattern'),
      ...each('bind', 'let_condition.pattern for_expression.pattern match_arm.pattern use_as_clause.alias'),
      use_list: 'bind',
      ...each('bindBoth', 'struct_item.name union_item.name enum_item.name trait_item.name type_item.name'),
      ...each(patternRole, 'match_pattern tuple_pattern slice_pattern tuple_struct_pattern struct_pattern'),
      ...each(patternRole, 'field_pattern ref_pattern reference_pattern captured_pattern or_pattern'),
      ...each('reference', 'match_pattern.condition tuple_struct_pattern.type struct_pattern.type'),
      mut_pattern: 'pass',
    },
    scopes: {
      ...each('function', 'function_item function_signature_item function_type closure_expression'),
      ...each('block', 'impl_item trait_item'),
      // Methods and associated items always need `Self::`: `fn fmt` does not hide the module `fmt`.
      declaration_list: 'class',
      ...each('block', 'struct_item union_item enum_item type_item block match_arm if_expression'),
      ...each('block', 'while_expression for_expression'),
    },
    // The types of a signature do not see its parameters: `fn fmt(&self, fmt: &mut fmt::Formatter) -> fmt::Result`.
    outside: words(`
      for_expression.value parameter.type function_item.return_type function_signature_item.return_type
      closure_expression.return_type`),
    bindFrom: 'declaration',
    memberOperators: ['.', '::'],
  },
  links: rustLinks,
};
