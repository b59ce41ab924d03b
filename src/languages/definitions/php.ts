import type { Node } from '../../syntax/syntax-node';
import { everyName } from '../import-parts';
import type { DefinitionKind, ImportedNames, ImportLink, Language, TypeMember } from '../language';
import type { LanguageLinks } from '../language-links';
import {
  basesFromClauses,
  childOfType,
  childrenOfType,
  firstChildRole,
  lastNamed,
  nodesAt,
  present,
  typeFromField,
} from '../node-helpers';
import { each, words } from '../word-lists';

/** `use A\B;`, `use A\B as C, D;`, `use function a\b;`, `use A\{B, function c, const D as E};` */
function readUse(node: Node): ImportedNames {
  const group = node.childForFieldName('body');
  const clauses = childrenOfType(group ?? node, 'namespace_use_clause');
  const typeOf = (of: Node | undefined): string => of?.childForFieldName('type')?.text ?? '';
  // In `use function a, b;` the grammar attaches the keyword to the first clause, but it applies to all of them.
  const type = typeOf(node) || (group ? '' : typeOf(clauses[0]));
  const parts = clauses.map((clause) => {
    const path = childOfType(clause, 'qualified_name', 'name')?.text ?? '';
    const alias = clause.childForFieldName('alias')?.text;
    const own = group ? typeOf(clause) : '';
    return {
      name: alias ?? path.slice(path.lastIndexOf('\\') + 1),
      type: own,
      path: alias === undefined ? path : `${path} as ${alias}`,
      imported: path,
    };
  });
  const prefix = group ? `${childOfType(node, 'namespace_name')?.text ?? ''}\\` : '';
  const statement = (kind: string, what: string): string => `use ${kind ? `${kind} ` : ''}${what};`;
  return {
    names: parts.map((part) => part.name),
    narrow: (used) => {
      const usedParts = parts.filter((part) => used.has(part.name));
      const [only] = usedParts;
      if (only && usedParts.length === 1) return statement(type || only.type, `${prefix}${only.path}`);
      const list = usedParts.map((part) => (part.type ? `${part.type} ${part.path}` : part.path)).join(', ');
      return statement(type, prefix ? `${prefix}{${list}}` : list);
    },
    links: () => parts.map(({ name, imported }) => useLink(`${prefix}${imported}`, name)),
  };
}

/** Names in `use` are always global. `\` is the namespace of a name without one. */
function useLink(path: string, local: string): ImportLink {
  const parts = path.replace(/^\\|\s+/g, '').split('\\');
  const name = parts.pop() ?? '';
  return { local, module: parts.length > 0 ? parts.join('\\') : '\\', name };
}

/** `require 'x.php';` runs a file. The names it defines are unknown here. */
function readRequire(node: Node): ImportedNames | undefined {
  const expression = node.namedChildren[0];
  if (!expression || !/^(require|include)(_once)?_expression$/.test(expression.type)) return undefined;
  return { names: [], links: () => requireLinks(expression.namedChildren[0]) };
}

/** A file under this one's folder: `__DIR__ . '/x.php'`, `dirname(__FILE__) . '/x.php'`, `dirname(__DIR__) . '/x.php'`. */
const fileNextToThis =
  /^\(*\s*(__DIR__|dirname\(\s*__FILE__\s*\)|dirname\(\s*__DIR__\s*\))\s*\.\s*(['"])\/?([^'"$]+)\2\s*\)*$/i;

function requireLinks(file: Node | undefined): readonly ImportLink[] {
  const text = file?.text ?? '';
  const [, folder, , under] = fileNextToThis.exec(text) ?? [];
  if (under !== undefined) return [everyName(`${/^dirname\(\s*__DIR__/i.test(folder ?? '') ? '..' : '.'}/${under}`)];
  const plain = /^\(*\s*(['"])([^'"$]+)\1\s*\)*$/.exec(text)?.[2];
  return plain === undefined ? [] : [everyName(plain)];
}

/** `define('NAME', 1);` and `$name = 1;`. */
function statementNames(node: Node): readonly Node[] {
  const expression = node.namedChildren[0];
  if (expression?.type === 'assignment_expression') {
    const left = expression.childForFieldName('left');
    return left?.type === 'variable_name' ? [left] : [];
  }
  if (!isDefine(expression)) return [];
  const name = expression?.childForFieldName('arguments')?.namedChildren[0]?.namedChildren[0];
  return present(childOfType(name, 'string_content'));
}

function statementKind(node: Node): DefinitionKind {
  return isDefine(node.namedChildren[0]) ? 'constant' : 'variable';
}

const namingValues =
  /^(object_creation|function_call|member_call|nullsafe_member_call|scoped_call|class_constant_access|member_access)_expression$/;

/** The value of `$name = new Foo();`. */
function assignedValue(node: Node): Node | undefined {
  const value = node.namedChildren[0]?.childForFieldName('right');
  return value && namingValues.test(value.type) ? value : undefined;
}

const inheritedTypes = basesFromClauses('base_clause', 'class_interface_clause');
const usedTraits = basesFromClauses('use_declaration');

/** `extends A implements B` and the traits in the body. */
function baseTypes(node: Node): readonly Node[] {
  const body = node.childForFieldName('body');
  const traits = body ? usedTraits(body).filter((name) => /name$/.test(name.type)) : [];
  return [...inheritedTypes(node), ...traits];
}

function isDefine(node: Node | undefined): boolean {
  if (node?.type !== 'function_call_expression') return false;
  return /^\\?define$/i.test(node.childForFieldName('function')?.text ?? '');
}

/** `namespace A { … }` wraps its code; `namespace A;` comes before it (`fileScopes`). */
function namespaceBlockName(node: Node): readonly Node[] {
  if (!node.childForFieldName('body')) return [];
  return present(node.childForFieldName('name') ?? node.firstChild);
}

function namespaceStatementName(node: Node): readonly Node[] {
  const name = node.childForFieldName('name');
  return name && !node.childForFieldName('body') ? [name] : [];
}

function methodKind(node: Node): DefinitionKind {
  return node.childForFieldName('name')?.text.toLowerCase() === '__construct' ? 'constructor' : 'method';
}

/** The often used functions and constants of PHP itself. */
const phpFunctions = words(`
  array_column array_combine array_diff array_diff_key array_fill array_fill_keys array_filter array_flip
  array_intersect_key array_key_exists array_key_first array_key_last array_keys array_map array_merge array_pop
  array_push array_reduce array_reverse array_search array_shift array_slice array_splice array_sum array_unique
  array_unshift array_values array_walk assert basename call_user_func call_user_func_array ceil class_exists count
  current date debug_backtrace define defined dirname end error_log explode fclose feof fgets file_exists
  file_get_contents file_put_contents filter_var floor fopen fread func_get_args function_exists fwrite get_class
  get_object_vars get_parent_class getenv gettype hash implode in_array ini_set intdiv intval is_a is_array is_bool
  is_callable is_dir is_file is_float is_int is_iterable is_null is_numeric is_object is_resource is_scalar is_string
  is_subclass_of iterator_to_array join json_decode json_encode key ksort lcfirst ltrim max mb_strlen mb_strtolower
  mb_substr md5 method_exists microtime min mkdir next number_format ob_get_clean ob_start parse_str parse_url
  preg_match preg_match_all preg_quote preg_replace preg_replace_callback preg_split print_r printf property_exists
  rand random_bytes range realpath reset rtrim serialize set_error_handler sha1 sizeof sort spl_autoload_register
  spl_object_hash spl_object_id sprintf str_contains str_ends_with str_pad str_repeat str_replace str_split
  str_starts_with strcasecmp strcmp strlen strpos strrpos strstr strtolower strtotime strtoupper strtr strval substr
  substr_count sys_get_temp_dir tempnam time touch trigger_error trim uasort ucfirst ucwords uksort uniqid unlink
  unserialize urlencode usleep usort var_dump var_export version_compare DIRECTORY_SEPARATOR PHP_EOL PHP_INT_MAX
  PHP_OS PHP_VERSION PHP_VERSION_ID E_USER_DEPRECATED JSON_THROW_ON_ERROR`);

/** The class in `new Foo(…)`; an anonymous class has no name. */
function createdClass(node: Node): Node | null {
  return childOfType(node, 'name', 'qualified_name', 'relative_name') ?? null;
}

/** `Foo` in `int|Foo`. */
function firstNamed(node: Node): Node | null {
  return childOfType(node, 'named_type', 'optional_type') ?? null;
}

/** The properties that a constructor declares: `__construct(private Foo $foo)`. */
function promotedProperties(node: Node): readonly TypeMember[] {
  const members = node.childForFieldName('body') ?? node;
  const method = childrenOfType(members, 'method_declaration').find(
    (candidate) => candidate.childForFieldName('name')?.text.toLowerCase() === '__construct',
  );
  const list = method?.childForFieldName('parameters');
  return childrenOfType(list, 'property_promotion_parameter').flatMap((declaration) => {
    const name = declaration.childForFieldName('name')?.lastNamedChild;
    const type = declaration.childForFieldName('type') ?? undefined;
    return name ? [{ kind: 'property', name, declaration, type }] : [];
  });
}

/** What the graph of the workspace reads in PHP: what names an expression or a type, the types of variables, promoted properties. */
const phpLinks: LanguageLinks = {
  naming: {
    object_creation_expression: createdClass,
    function_call_expression: 'function',
    ...each('name', 'member_call_expression nullsafe_member_call_expression member_access_expression'),
    ...each('name', 'nullsafe_member_access_expression scoped_call_expression scoped_property_access_expression'),
    ...each('', 'subscript_expression parenthesized_expression clone_expression'),
    assignment_expression: 'right',
    variable_name: '.',
    ...each(lastNamed, 'class_constant_access_expression qualified_name'),
    ...each('', 'named_type optional_type type_list'),
    ...each(firstNamed, 'union_type intersection_type'),
  },
  bound: {
    ...each(['type'], 'simple_parameter property_promotion_parameter variadic_parameter catch_clause'),
    assignment_expression: ['right'],
    static_variable_declaration: ['value'],
  },
  own: ['$this', 'self', 'static'],
  base: ['parent'],
  isOpen: true,
  silent: ['namespace_use_declaration'],
  variablePrefix: '$',
  keywords: ['class'],
  builtins: phpFunctions,
};

export const php: Language = {
  id: 'php',
  name: 'PHP',
  extensions: ['.php', '.phtml', '.php3', '.php4', '.php5', '.php7', '.php8', '.phps', '.phpt', '.ctp', '.inc'],
  filenames: ['.php_cs', '.php_cs.dist'],
  interpreters: ['php'],
  comment: ['// ', ''],
  elision: ' { /* … */ }',
  structure: {
    definitions: {
      function_definition: { kind: 'function', type: typeFromField('return_type') },
      method_declaration: { kind: 'method', kindOf: methodKind, type: typeFromField('return_type') },
      class_declaration: { kind: 'class', container: 'type', bases: baseTypes, members: promotedProperties },
      interface_declaration: { kind: 'interface', container: 'type', bases: baseTypes },
      trait_declaration: { kind: 'trait', container: 'type', bases: baseTypes, members: promotedProperties },
      enum_declaration: { kind: 'enum', container: 'type', bases: baseTypes },
      namespace_definition: { kind: 'namespace', container: 'namespace', names: namespaceBlockName },
    },
    values: {
      const_declaration: { kind: 'constant', names: nodesAt('const_element* name') },
      property_declaration: {
        kind: 'property',
        names: nodesAt('property_element* :name'),
        type: typeFromField('type'),
      },
      enum_case: { kind: 'constant' },
      expression_statement: { kind: 'variable', names: statementNames, kindOf: statementKind, type: assignedValue },
    },
    // `if (!function_exists('x')) { function x() {} }`
    transparent: ['if_statement', 'else_clause', 'else_if_clause', 'compound_statement', 'colon_block'],
    bodies: ['compound_statement', 'declaration_list', 'enum_declaration_list'],
    imports: { namespace_use_declaration: readUse, expression_statement: readRequire },
    loose: ['text', 'text_interpolation'],
    fileScopes: { namespace_definition: namespaceStatementName },
  },
  references: {
    // A variable contains a `name` node too, but its word begins at the `$`.
    identifiers: ['name', 'variable_name'],
    roles: {
      ...each('name', 'dynamic_variable_name member_access_expression.name member_call_expression.name'),
      ...each('name', 'nullsafe_member_access_expression.name nullsafe_member_call_expression.name'),
      ...each('name', 'scoped_call_expression.name scoped_property_access_expression.name argument.name'),
      ...each('name', 'property_element.name function_definition.name method_declaration.name'),
      ...each('name', 'class_declaration.name interface_declaration.name trait_declaration.name'),
      ...each('name', 'enum_declaration.name enum_case.name property_hook use_as_clause goto_statement'),
      ...each('name', 'named_label_statement namespace_definition.name'),
      // In `const A = B;`, `A` is defined and `B` is used.
      const_element: firstChildRole('name', 'reference'),
      ...each('bind', 'simple_parameter.name variadic_parameter.name property_promotion_parameter.name'),
      ...each('bindFunction', 'assignment_expression.left augmented_assignment_expression.left'),
      ...each('bindFunction', 'reference_assignment_expression.left catch_clause.name'),
      'static_variable_declaration.name': 'bindFunction',
      // `foreach ($items as $key => $item)`
      foreach_statement: firstChildRole('reference', 'bindFunction'),
      ...each('pass', 'pair by_ref list_literal namespace_name'),
      global_declaration: 'global',
    },
    // Only variables are local. A function sees a module-level variable only after `global $x`.
    scopes: {
      ...each('function', 'function_definition method_declaration anonymous_function'),
      arrow_function: 'block',
    },
    memberOperators: ['->', '::', '\\'],
    // No `ignoreCase`, although PHP ignores the case of functions and classes. They have separate namespaces, so a file can
    // have both a function `wp_scripts` and a class `WP_Scripts`. That is far more common than a name in the wrong case.
  },
  links: phpLinks,
};
