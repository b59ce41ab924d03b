/**
 * Which names a file imports and where it uses them, found independently of src/languages, for the languages whose
 * imports list the imported names. (C and C++ include files, C# opens namespaces, Ruby requires files: nothing to check.)
 *
 * The rules, the same for every chunker:
 * - An import counts if it is at the top level of the file and binds a name. Wildcards bind none.
 * - A name that the file also binds itself anywhere (a parameter, a local, a definition, a pattern, an import inside a
 *   function) is left out completely: finding out which one a use refers to would need a scope analysis.
 * - A use is an identifier with that name outside imports that does not follow `.`, `::`, `->` or `\` and is not a key or a
 *   keyword argument. Identifiers are leaves of the syntax tree, so strings and comments do not count. In Rust, code inside
 *   inline modules does not count either, because these have their own imports.
 */
import type { Node } from 'web-tree-sitter';
import type { CorpusLanguage } from './corpus-packages';
import { goNames, javaNames, phpNames, pythonNames, rustNames, scriptNames } from './import-names';

export interface ImportFact {
  readonly name: string;
  /** Where the import binds the name. */
  readonly offset: number;
  readonly uses: readonly number[];
}

interface ImportRules {
  readonly statements: readonly string[];
  /** Node types around a statement that is still at the top level. */
  readonly outer: readonly string[];
  /** The names a statement binds, from its text. */
  readonly names: (statement: string) => readonly string[];
  readonly identifiers: readonly string[];
  /** Positions, as `parent` or `parent.field`, where an identifier introduces a name. */
  readonly binds: ReadonlySet<string>;
  /** Positions where an identifier is not a use of an import. */
  readonly ignores?: ReadonlySet<string>;
  readonly opaque?: readonly string[];
}

const words = (list: string): Set<string> => new Set(list.split(/\s+/).filter(Boolean));

const script: ImportRules = {
  statements: ['import_statement', 'lexical_declaration', 'variable_declaration'],
  outer: ['program'],
  names: scriptNames,
  identifiers: [
    'identifier',
    'type_identifier',
    'shorthand_property_identifier',
    'shorthand_property_identifier_pattern',
  ],
  binds: words(`variable_declarator.name required_parameter.pattern optional_parameter.pattern formal_parameters
    arrow_function.parameter function_declaration.name generator_function_declaration.name function_expression.name
    function_signature.name class_declaration.name abstract_class_declaration.name class.name catch_clause.parameter
    for_in_statement.left rest_pattern assignment_pattern.left array_pattern pair_pattern.value object_pattern
    object_assignment_pattern.left type_parameter.name type_alias_declaration.name interface_declaration.name
    enum_declaration.name assignment_expression.left augmented_assignment_expression.left internal_module.name module.name
    index_signature.name infer_type mapped_type_clause.name enum_body.name`),
  ignores: words('export_specifier.alias'),
};

const rules: Readonly<Partial<Record<CorpusLanguage, ImportRules>>> = {
  typescript: script,
  tsx: script,
  javascript: script,
  python: {
    statements: ['import_statement', 'import_from_statement'],
    outer: ['module', 'if_statement', 'try_statement', 'else_clause', 'elif_clause', 'except_clause', 'block'],
    names: pythonNames,
    identifiers: ['identifier'],
    binds: words(`parameters default_parameter.name typed_parameter typed_default_parameter.name lambda_parameters
      list_splat_pattern dictionary_splat_pattern assignment.left augmented_assignment.left pattern_list tuple_pattern
      list_pattern for_statement.left for_in_clause.left as_pattern_target named_expression.name function_definition.name
      class_definition.name global_statement delete_statement case_pattern`),
    ignores: words('keyword_argument.name attribute.attribute'),
  },
  go: {
    statements: ['import_declaration'],
    outer: ['source_file'],
    names: goNames,
    identifiers: ['identifier', 'package_identifier'],
    // A package is always followed by a dot (see `isGoLocal`), so no list of positions is needed.
    binds: new Set(),
  },
  rust: {
    statements: ['use_declaration'],
    outer: ['source_file'],
    names: rustNames,
    identifiers: ['identifier', 'type_identifier'],
    binds: words(`let_declaration.pattern parameter.pattern closure_parameters function_item.name struct_item.name
      enum_item.name union_item.name trait_item.name type_item.name const_item.name static_item.name mod_item.name
      macro_definition.name enum_variant.name type_parameter.name const_parameter.name tuple_pattern tuple_struct_pattern
      captured_pattern ref_pattern mut_pattern reference_pattern or_pattern slice_pattern field_pattern.pattern
      for_expression.pattern match_pattern let_condition.pattern associated_type.name function_signature_item.name
      type_binding.name metavariable`),
    ignores: words('tuple_struct_pattern.type'),
    opaque: ['mod_item'],
  },
  java: {
    statements: ['import_declaration'],
    outer: ['program'],
    names: javaNames,
    identifiers: ['identifier', 'type_identifier'],
    binds: words(`variable_declarator.name formal_parameter.name method_declaration.name class_declaration.name
      interface_declaration.name enum_declaration.name record_declaration.name annotation_type_declaration.name
      constructor_declaration.name type_parameter catch_formal_parameter.name lambda_expression.parameters
      inferred_parameters enum_constant.name enhanced_for_statement.name resource.name labeled_statement
      instanceof_expression.name type_pattern annotation_type_element_declaration.name`),
    ignores: words('element_value_pair.key package_declaration'),
  },
  php: {
    statements: ['namespace_use_declaration'],
    outer: ['program', 'compound_statement', 'namespace_definition'],
    names: phpNames,
    identifiers: ['name'],
    binds: words(`class_declaration.name interface_declaration.name trait_declaration.name enum_declaration.name
      function_definition.name const_element`),
    // Methods, constants, properties and functions have their own namespaces.
    ignores: words(`method_declaration.name variable_name argument.name enum_case.name namespace_name
      function_call_expression.function`),
  },
};

/** The imports of a file that can be checked; undefined if the language has no such imports. */
export function findImports(root: Node, text: string, language: CorpusLanguage): ImportFact[] | undefined {
  const rule = rules[language];
  if (!rule) return undefined;
  const offsets = new Map<string, number>();
  const excluded = new Set<string>();
  const ranges: [number, number][] = [];
  for (const statement of root.descendantsOfType([...rule.statements])) {
    const code = text.slice(statement.startIndex, statement.endIndex);
    const names = rule.names(code);
    if (names.length === 0) continue;
    const top = isOnlyInside(statement, rule.outer);
    ranges.push([statement.startIndex, statement.endIndex]);
    for (const name of names) {
      if (top) offsets.set(name, statement.startIndex + lastWord(code, name));
      else excluded.add(name);
    }
  }
  const uses = new Map<string, number[]>();
  if (offsets.size > 0) {
    const opaque = rule.opaque
      ? root.descendantsOfType([...rule.opaque]).map((node) => [node.startIndex, node.endIndex] as const)
      : [];
    for (const node of root.descendantsOfType([...rule.identifiers])) {
      const { startIndex: at, endIndex: end } = node;
      const name = text.slice(at, end);
      if (!offsets.has(name) || excluded.has(name) || isInRange(ranges, at)) continue;
      const place = edges(node);
      if (place.some((edge) => rule.ignores?.has(edge))) continue;
      if (
        language === 'go'
          ? isGoLocal(text, end)
          : place.some((edge) => rule.binds.has(edge)) && !isConstantPattern(node, name)
      ) {
        excluded.add(name);
        continue;
      }
      if (isMember(text, at) || isKey(text, end, language) || isInRange(opaque, at) || isReexport(node)) continue;
      const known = uses.get(name);
      if (known) known.push(at);
      else uses.set(name, [at]);
    }
  }
  return [...offsets].flatMap(([name, offset]) =>
    excluded.has(name) ? [] : { name, offset, uses: uses.get(name) ?? [] },
  );
}

/** True if all ancestors of a node have one of the given types. */
function isOnlyInside(node: Node, outer: readonly string[]): boolean {
  for (let parent = node.parent; parent; parent = parent.parent) if (!outer.includes(parent.type)) return false;
  return true;
}

/** `parent.field` and `parent` of a node. */
function edges(node: Node): string[] {
  const { parent } = node;
  if (!parent) return [];
  for (let index = 0; index < parent.childCount; index++) {
    if (parent.child(index)?.id !== node.id) continue;
    const field = parent.fieldNameForChild(index);
    return field ? [`${parent.type}.${field}`, parent.type] : [parent.type];
  }
  return [parent.type];
}

function isInRange(ranges: readonly (readonly [number, number])[], offset: number): boolean {
  return ranges.some(([start, end]) => start <= offset && offset < end);
}

/** In Rust patterns, a name with a capital first letter is a constant or a variant, not a new variable. */
function isConstantPattern(node: Node, name: string): boolean {
  return (node.parent?.type.endsWith('pattern') ?? false) && /^[A-Z]/.test(name) && node.type === 'identifier';
}

/** A package name is followed by a dot; any other identifier with that name is a variable or a key (`{log: x}`). */
function isGoLocal(text: string, end: number): boolean {
  return text[end] !== '.' && !/^\s*:(?!=)/.test(text.slice(end, end + 20));
}

function isMember(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 40), at).trimEnd();
  return /(?:(?<!\.\.)\.|::|->|\\)$/.test(before);
}

function isKey(text: string, end: number, language: CorpusLanguage): boolean {
  return language === 'go' && text[end] !== '.';
}

/** `export { a } from './b'` refers to a name of the other module. */
function isReexport(node: Node): boolean {
  return node.parent?.type === 'export_specifier' && !!node.parent.parent?.parent?.childForFieldName('source');
}

function lastWord(code: string, name: string): number {
  let found = 0;
  for (const match of code.matchAll(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g')))
    found = match.index;
  return found;
}
