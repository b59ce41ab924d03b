/** What the graph of the workspace reads in PHP: what names an expression or a type, the types of variables, promoted properties. */
import type { Node } from '../../../syntax/syntax-node';
import type { TypeMember } from '../../language';
import type { LanguageLinks } from '../../language-links';
import { childOfType, childrenOfType } from '../../node-helpers';
import { each, words } from '../../word-lists';

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
export function promotedProperties(node: Node): readonly TypeMember[] {
  const members = node.childForFieldName('body') ?? node;
  const method = childrenOfType(members, 'method_declaration').find(
    (candidate) => candidate.childForFieldName('name')?.text.toLowerCase() === '__construct',
  );
  const list = method?.childForFieldName('parameters');
  return (list ? childrenOfType(list, 'property_promotion_parameter') : []).flatMap((declaration) => {
    const name = declaration.childForFieldName('name')?.lastNamedChild;
    const type = declaration.childForFieldName('type') ?? undefined;
    return name ? [{ kind: 'property', name, declaration, type }] : [];
  });
}

export const phpLinks: LanguageLinks = {
  naming: {
    object_creation_expression: createdClass,
    function_call_expression: 'function',
    ...each('name', 'member_call_expression nullsafe_member_call_expression member_access_expression'),
    ...each('name', 'nullsafe_member_access_expression scoped_call_expression scoped_property_access_expression'),
    class_constant_access_expression: (node) => node.lastNamedChild,
    ...each('', 'subscript_expression parenthesized_expression clone_expression'),
    assignment_expression: 'right',
    variable_name: '.',
    qualified_name: (node) => node.lastNamedChild,
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
