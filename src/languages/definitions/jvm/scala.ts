import type { Node } from '../../../syntax/syntax-node';
import { everyName, wholeModule } from '../../import-parts';
import type { DefinitionKind, IdentifierRole, ImportedNames, ImportLink, Language, TypeMember } from '../../language';
import type { LanguageLinks } from '../../language-links';
import { jvmWildcardProvides } from '../../libraries/jvm-packages';
import { childrenOfType, firstChildRole, lastNamed, leaves, membersByField, typeFromField } from '../../node-helpers';
import { each, words } from '../../word-lists';

interface ImportClause {
  readonly path: string;
  /** The names in the braces, or the last part of the path. */
  readonly selectors: readonly { readonly name: string; readonly text: string }[];
  /** `_` or `*`, preceded by the exclusions: `{D => _, _}`. */
  readonly wildcard: readonly string[];
  readonly braces: boolean;
}

/** `import a.b.C`, `import a.b.{C, D => E, F as G, *}`, `import a.b._, c.d`: reads one comma-separated clause. */
function readClause(text: string): ImportClause {
  const [, path = '', inside] = /^([^{]*?)\.?\s*\{(.*)\}\s*$/s.exec(text) ?? [];
  const braces = inside !== undefined;
  const [, before = '', last = ''] = braces ? [] : (/^(.*?)\.?([^.]*)$/s.exec(text) ?? []);
  const parts = (inside ?? last).split(',').map((part) => part.trim());
  const named = parts.map((part) => ({ name: part.split(/\s*=>\s*|\s+as\s+/).at(-1) ?? part, text: part }));
  return {
    path: (braces ? path : before).trim(),
    selectors: named
      .filter(({ name }) => !/^[_*]?$|^given\b/.test(name))
      .map((part) => ({ ...part, name: part.name.replace(/`/g, '') })),
    wildcard: parts.some((part) => /^[_*]$/.test(part)) ? parts.filter((part) => /(?:^|\s)[_*]$/.test(part)) : [],
    braces,
  };
}

function readClauses(node: Node): ImportClause[] {
  return node.text
    .replace(/^(im|ex)port\s+/, '')
    .split(/,(?![^{]*\})/)
    .map((text) => readClause(text.trim()));
}

function readImport(node: Node): ImportedNames {
  const clauses = readClauses(node).map((clause) => ({ ...clause, provides: wildcardProvides(clause) }));
  return {
    names: clauses.flatMap((clause) => clause.selectors.map((selector) => selector.name)),
    narrow: (used) => {
      const usedClauses = clauses.flatMap((clause) => {
        const isOpen = [...used].some((word) => clause.provides(word));
        return narrowClause(clause, used, isOpen);
      });
      return `import ${usedClauses.join(', ')}`;
    },
    provides: (word) => clauses.some((clause) => clause.provides(word)),
    links: () => clauses.flatMap(clauseLinks),
  };
}

/** `export a.{b, c as d}` shows members of `a` as members of the type or package around it. */
function readExport(node: Node): ImportedNames {
  return { names: [], links: () => readClauses(node).flatMap(clauseLinks) };
}

function clauseLinks({ path, selectors, wildcard }: ImportClause): readonly ImportLink[] {
  const module = path.replace(/[\s`]+/g, '');
  const links = selectors.map(({ name, text }): ImportLink => {
    const imported = (text.split(/\s*=>\s*|\s+as\s+/)[0] ?? name).replace(/`/g, '');
    return module === '' ? wholeModule(name, imported) : { local: name, module, name: imported };
  });
  return wildcard.length > 0 ? [...links, everyName(module)] : links;
}

/** Tests for the names that a wildcard brings in. Names that the clause renames or excludes do not count. */
function wildcardProvides({ path, selectors, wildcard }: ImportClause): (word: string) => boolean {
  if (wildcard.length === 0) return () => false;
  const others = new Set([...selectors.map(({ text }) => text), ...wildcard].map((text) => text.split(/\s/)[0]));
  const provides = jvmWildcardProvides(path);
  return (word) => !others.has(word) && provides(word);
}

function narrowClause(
  { path, selectors, wildcard, braces }: ImportClause,
  used: ReadonlySet<string>,
  isOpen: boolean,
): string[] {
  const texts = selectors.filter((selector) => used.has(selector.name)).map((selector) => selector.text);
  if (isOpen) texts.push(...wildcard);
  if (texts.length === 0) return [];
  const prefix = path === '' ? '' : `${path}.`;
  // Several names and renames need braces.
  const needsBraces = braces && (texts.length > 1 || texts.some((text) => /=>|\sas\s/.test(text)));
  return [needsBraces ? `${prefix}{${texts.join(', ')}}` : `${prefix}${texts.join(', ')}`];
}

/** The names of `val a, b = …` and `val (a, Some(b)) = …`. */
function patternNames(node: Node): readonly Node[] {
  return node.childrenForFieldName('pattern').flatMap((pattern) => leaves(pattern, 'identifier'));
}

function valueKind(node: Node): DefinitionKind {
  const owner = node.parent?.type === 'template_body' ? node.parent.parent?.type : node.parent?.type;
  if (owner === 'class_definition' || owner === 'trait_definition') return 'field';
  return node.type.startsWith('val') ? 'constant' : 'variable';
}

const declaredType = typeFromField('return_type', 'type');
const declaredValue = typeFromField('value', 'body');
const namingValues = /^(instance_expression|call_expression|field_expression|identifier|generic_function)$/;

/** The declared type or result, or the value of `val a = new Foo` and `def f = Foo()`. */
function typeOrValue(node: Node): Node | undefined {
  const type = declaredType(node);
  if (type) return type;
  const value = declaredValue(node);
  return value && namingValues.test(value.type) ? value : undefined;
}

/** `extends A with B`. */
function superTypes(node: Node): readonly Node[] {
  return childrenOfType(node, 'extends_clause')
    .flatMap((clause) => clause.childrenForFieldName('type'))
    .filter((type) => type.isNamed);
}

/** The name of an extension: the type of its parameter, or the whole node if there is no type. */
function extendedType(node: Node): readonly Node[] {
  const parameter = node.childrenForFieldName('parameters').flatMap((list) => list.namedChildren)[0];
  const type = parameter?.childForFieldName('type');
  return [type ? (leaves(type, 'type_identifier')[0] ?? type) : node];
}

/** `package a { … }` is a namespace; `package a` puts the rest of the file into one. */
function packageName(withBody: boolean): (node: Node) => readonly Node[] {
  return (node) => ((node.childForFieldName('body') !== null) === withBody ? node.childrenForFieldName('name') : []);
}

/** In a pattern, `name` binds a variable and `Name` refers to an existing value. */
function patternRole(role: IdentifierRole): (child: Node) => IdentifierRole {
  return (child) => (child.type === 'identifier' && !/^[a-z_]/.test(child.text) ? 'reference' : role);
}

/** The grammar parses `name = value` in `f(name = value)` as an assignment. */
function argumentLabelRole(child: Node): IdentifierRole {
  return child.parent?.parent?.type === 'arguments' ? 'name' : 'reference';
}

/** The parameters in `class A(b: B)`, which are members of the class. */
function classParameters(node: Node): readonly TypeMember[] {
  const lists = node.childrenForFieldName('class_parameters');
  return membersByField(
    'field',
    lists.flatMap((list) => childrenOfType(list, 'class_parameter')),
  );
}

/** What the graph of the workspace reads in Scala: what names an expression or a type, the types of locals, parameters of classes. */
const scalaLinks: LanguageLinks = {
  naming: {
    ...each('function', 'call_expression generic_function'),
    field_expression: 'field',
    ...each('', 'instance_expression parenthesized_expression'),
    generic_type: 'type',
    ...each(lastNamed, 'ascription_expression stable_type_identifier'),
    ...each('', 'compound_type annotated_type singleton_type'),
  },
  bound: {
    ...each(['type'], 'parameter class_parameter binding typed_pattern'),
    ...each(['type', 'value'], 'val_definition var_definition'),
  },
  own: ['this'],
  base: ['super'],
  isOpen: true,
  bareMembers: true,
  blockCalls: true,
  silent: ['import_declaration', 'package_identifier'],
  keywords: ['_'],
};

export const scala: Language = {
  id: 'scala',
  name: 'Scala',
  extensions: ['.scala', '.sc', '.sbt', '.mill'],
  interpreters: ['scala', 'scala-cli', 'amm'],
  comment: ['// ', ''],
  elision: ' { /* … */ }',
  structure: {
    definitions: {
      package_clause: { kind: 'namespace', container: 'namespace', names: packageName(true) },
      ...each({ kind: 'object', container: 'type', bases: superTypes }, 'package_object object_definition'),
      class_definition: { kind: 'class', container: 'type', bases: superTypes, members: classParameters },
      trait_definition: { kind: 'trait', container: 'type', bases: superTypes },
      enum_definition: { kind: 'enum', container: 'type', bases: superTypes },
      ...each({ kind: 'function', type: typeOrValue }, 'function_definition function_declaration'),
      given_definition: { kind: 'object', type: typeFromField('return_type') },
      extension_definition: { kind: 'extension', names: extendedType },
      type_definition: { kind: 'type', type: typeFromField('type') },
    },
    values: {
      val_definition: { kind: 'constant', names: patternNames, kindOf: valueKind, type: typeOrValue },
      var_definition: { kind: 'variable', names: patternNames, kindOf: valueKind, type: typeOrValue },
      ...each({ kind: 'field', type: typeOrValue }, 'val_declaration var_declaration'),
      ...each({ kind: 'constant' }, 'simple_enum_case full_enum_case'),
    },
    transparent: ['enum_case_definitions'],
    bodies: words('template_body with_template_body enum_body block indented_block case_block indented_cases'),
    comments: ['comment', 'block_comment'],
    imports: { import_declaration: readImport, export_declaration: readExport },
    bareFields: true,
    fileScopes: { package_clause: packageName(false) },
  },
  references: {
    identifiers: ['identifier', 'type_identifier'],
    roles: {
      ...each('bindOuter', 'class_definition.name object_definition.name trait_definition.name'),
      ...each('bindOuter', 'enum_definition.name type_definition.name given_definition.name'),
      ...each('bindOuter', 'function_definition.name function_declaration.name full_enum_case.name'),
      ...each('bind', 'parameter.name class_parameter.name binding.name lambda_expression.parameters'),
      ...each('bind', 'colon_argument.lambda_start type_parameters.name covariant_type_parameter.name'),
      ...each('bind', 'contravariant_type_parameter.name simple_enum_case.name var_definition.pattern'),
      ...each('bind', 'val_declaration.name var_declaration.name'),
      ...each(patternRole('bind'), 'val_definition.pattern case_clause.pattern'),
      ...each('pass', 'identifiers typed_pattern.pattern capture_pattern.name capture_pattern.pattern'),
      repeat_pattern: 'pass',
      ...each(patternRole('pass'), 'tuple_pattern case_class_pattern.pattern infix_pattern.left'),
      'infix_pattern.right': patternRole('pass'),
      // In `x <- xs`, the first child is bound.
      enumerator: firstChildRole('bind', 'reference'),
      'assignment_expression.left': argumentLabelRole,
      ...each('name', 'field_expression.field infix_expression.operator'),
      ...each('name', 'interpolated_string_expression.interpolator package_identifier access_qualifier'),
    },
    scopes: {
      ...each('block', 'class_definition object_definition trait_definition enum_definition full_enum_case'),
      ...each('block', 'given_definition extension_definition type_definition template_body block'),
      ...each('block', 'indented_block case_clause for_expression'),
      ...each('function', 'function_definition function_declaration lambda_expression colon_argument'),
    },
    // In an interpolated string, the `$` of `$name` is not part of the name.
    wordCharacters: '',
  },
  links: scalaLinks,
};
