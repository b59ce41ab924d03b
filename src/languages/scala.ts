import type { Node } from 'web-tree-sitter';
import { jvmWildcard } from './jvm-packages';
import type { ImportedNames, Kind, Language } from './language';
import { leaves } from './nodes';

interface Clause {
  readonly path: string;
  /** What stands in the braces, or the last part of the path. */
  readonly selectors: readonly { readonly name: string; readonly text: string }[];
  readonly braces: boolean;
  readonly wildcard: boolean;
}

/** `import a.b.C`, `import a.b.{C, D => E, F as G, *}`, `import a.b._, c.d`: one clause between commas. */
function readClause(text: string): Clause {
  const [, path = '', inside] = /^([^{]*?)\.?\s*\{(.*)\}\s*$/s.exec(text) ?? [];
  const braces = inside !== undefined;
  const [, before = '', last = ''] = braces ? [] : (/^(.*?)\.?([^.]*)$/s.exec(text) ?? []);
  const parts = (inside ?? last)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const selectors = parts.flatMap((part) => {
    const name = part.split(/\s*=>\s*|\s+as\s+/).at(-1) ?? part;
    return /^[_*]$|^given\b/.test(name) ? [] : [{ name: name.replace(/`/g, ''), text: part }];
  });
  return {
    path: braces ? path.trim() : before.trim(),
    selectors,
    braces,
    wildcard: parts.some((part) => /^[_*]$/.test(part)),
  };
}

function readImport(node: Node): ImportedNames {
  const clauses = node.text
    .replace(/^(?:import|export)\s+/, '')
    .split(/,(?![^{]*\})/)
    .map((clause) => readClause(clause.trim()));
  const wildcards = clauses.filter((clause) => clause.wildcard).map((clause) => jvmWildcard(clause.path));
  return {
    names: clauses.flatMap((clause) => clause.selectors.map((selector) => selector.name)),
    narrow: (used) => `import ${clauses.flatMap((clause) => narrowed(clause, used)).join(', ')}`,
    ...(wildcards.length > 0 && { provides: (word: string) => wildcards.some((provides) => provides(word)) }),
  };
}

function narrowed({ path, selectors, braces }: Clause, used: ReadonlySet<string>): string[] {
  const kept = selectors.filter((selector) => used.has(selector.name)).map((selector) => selector.text);
  if (kept.length === 0) return [];
  const prefix = path === '' ? '' : `${path}.`;
  // Braces are needed for several names and for Scala 2's renames.
  const needed = braces && (kept.length > 1 || kept.some((text) => text.includes('=>') || text.includes(' as ')));
  return [needed ? `${prefix}{${kept.join(', ')}}` : `${prefix}${kept.join(', ')}`];
}

/** The names of `val a, b = …` and `val (a, Some(b)) = …`. */
function patternNames(node: Node): readonly Node[] {
  return node.childrenForFieldName('pattern').flatMap((pattern) => leaves(pattern, 'identifier'));
}

function valueKind(node: Node): Kind {
  const owner = node.parent?.type === 'template_body' ? node.parent.parent?.type : node.parent?.type;
  if (owner === 'class_definition' || owner === 'trait_definition') return 'field';
  return node.type.startsWith('val') ? 'constant' : 'variable';
}

/** The type that an extension extends, by its type or, where that is no plain name, its parameter. */
function extendedType(node: Node): readonly Node[] {
  const parameter = node.childrenForFieldName('parameters').flatMap((list) => list.namedChildren)[0];
  const type = parameter?.childForFieldName('type');
  return [type ? (leaves(type, 'type_identifier')[0] ?? type) : node];
}

/** `package a { … }` is a namespace; `package a` puts the rest of the file into one. */
function packageName(withBody: boolean): (node: Node) => readonly Node[] {
  return (node) => ((node.childForFieldName('body') !== null) === withBody ? node.childrenForFieldName('name') : []);
}

export const scala: Language = {
  id: 'scala',
  name: 'Scala',
  extensions: ['.scala', '.sc', '.sbt', '.mill'],
  interpreters: ['scala', 'scala-cli', 'amm'],
  grammar: 'scala',
  comment: ['// ', ''],
  elision: ' { /* … */ }',
  structure: {
    definitions: {
      package_clause: { kind: 'namespace', container: 'namespace', names: packageName(true) },
      package_object: { kind: 'object', container: 'type' },
      class_definition: { kind: 'class', container: 'type' },
      object_definition: { kind: 'object', container: 'type' },
      trait_definition: { kind: 'trait', container: 'type' },
      enum_definition: { kind: 'enum', container: 'type' },
      function_definition: { kind: 'function' },
      function_declaration: { kind: 'function' },
      given_definition: { kind: 'object' },
      extension_definition: { kind: 'extension', names: extendedType },
      type_definition: { kind: 'type' },
    },
    values: {
      val_definition: { kind: 'constant', names: patternNames, kindOf: valueKind },
      var_definition: { kind: 'variable', names: patternNames, kindOf: valueKind },
      val_declaration: { kind: 'field' },
      var_declaration: { kind: 'field' },
      simple_enum_case: { kind: 'constant' },
      full_enum_case: { kind: 'constant' },
    },
    transparent: ['enum_case_definitions'],
    bodies: [
      'template_body',
      'with_template_body',
      'enum_body',
      'block',
      'indented_block',
      'case_block',
      'indented_cases',
    ],
    comments: ['comment', 'block_comment'],
    imports: { import_declaration: readImport, export_declaration: () => ({ names: [] }) },
    bareFields: true,
    fileScopes: { package_clause: packageName(false) },
  },
  references: {
    identifiers: ['identifier', 'type_identifier'],
    roles: {
      'class_definition.name': 'bindOuter',
      'object_definition.name': 'bindOuter',
      'trait_definition.name': 'bindOuter',
      'enum_definition.name': 'bindOuter',
      'type_definition.name': 'bindOuter',
      'given_definition.name': 'bindOuter',
      'function_definition.name': 'bindOuter',
      'function_declaration.name': 'bindOuter',
      'parameter.name': 'bind',
      'class_parameter.name': 'bind',
      'binding.name': 'bind',
      'lambda_expression.parameters': 'bind',
      'colon_argument.lambda_start': 'bind',
      'type_parameters.name': 'bind',
      'covariant_type_parameter.name': 'bind',
      'contravariant_type_parameter.name': 'bind',
      'simple_enum_case.name': 'bind',
      'full_enum_case.name': 'bindOuter',
      'val_definition.pattern': 'bind',
      'var_definition.pattern': 'bind',
      'val_declaration.name': 'bind',
      'var_declaration.name': 'bind',
      'case_clause.pattern': 'bind',
      identifiers: 'pass',
      tuple_pattern: 'pass',
      'case_class_pattern.pattern': 'pass',
      'typed_pattern.pattern': 'pass',
      'capture_pattern.name': 'pass',
      'capture_pattern.pattern': 'pass',
      'infix_pattern.left': 'pass',
      'infix_pattern.right': 'pass',
      repeat_pattern: 'pass',
      'field_expression.field': 'name',
      'infix_expression.operator': 'name',
      'interpolated_string_expression.interpolator': 'name',
      package_identifier: 'name',
      access_qualifier: 'name',
    },
    scopes: {
      class_definition: 'block',
      object_definition: 'block',
      trait_definition: 'block',
      enum_definition: 'block',
      full_enum_case: 'block',
      given_definition: 'block',
      extension_definition: 'block',
      type_definition: 'block',
      template_body: 'block',
      function_definition: 'function',
      function_declaration: 'function',
      lambda_expression: 'function',
      colon_argument: 'function',
      block: 'block',
      indented_block: 'block',
      case_clause: 'block',
      for_expression: 'block',
    },
    memberOperators: ['.'],
    // `$name` in an interpolated string is the name alone.
    wordCharacters: '',
  },
};
