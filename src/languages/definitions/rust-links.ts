/** What the graph of the workspace reads in Rust: what names an expression or a type, the types of locals, the members of types. */
import type { Node } from '../../syntax/syntax-node';
import type { TypeMember } from '../language';
import type { LanguageLinks } from '../language-links';
import { childrenOfType } from '../node-helpers';
import { each, words } from '../word-lists';

/** Types that code uses like their first argument, through `?`, `unwrap` or `Deref`. */
const transparent =
  /^(Option|Result|Box|Rc|Arc|Ref|RefMut|RefCell|Cell|Mutex|MutexGuard|RwLock|Cow|Pin|NonNull|Weak|OnceCell)$/;

/** `Foo` in `Option<Foo>`, `Bar` in `Bar<Foo>`. */
function genericName(node: Node): Node | null {
  const type = node.childForFieldName('type');
  const name = type?.childForFieldName('name') ?? type;
  const args = node.childForFieldName('type_arguments')?.namedChildren ?? [];
  const first = name && transparent.test(name.text) ? args.find((child) => child.type !== 'lifetime') : undefined;
  return first ?? type ?? null;
}

/** `value` in `if let Some(x) = value` and `match value { Ok(x) => … }`; other patterns take the value apart. */
function unwrapped(pattern: Node): Node | null | undefined {
  const type = pattern.childForFieldName('type');
  if (!type || !/^(Some|Ok)$/.test(type.text)) return null;
  for (let at: Node | null = pattern.parent; at; at = at.parent) {
    if (/^let_(condition|declaration)$|^match_expression$|^for_expression$/.test(at.type))
      return at.childForFieldName('value');
    if (/^(tuple|slice|struct)|block$/.test(at.type) && at.type !== 'match_block') return null;
  }
  return null;
}

/** Names of the prelude, which every module sees. */
const prelude = words(`
  Option Some None Result Ok Err Vec String Box ToString ToOwned Into From TryFrom TryInto AsRef AsMut Default
  Iterator IntoIterator Extend DoubleEndedIterator ExactSizeIterator FromIterator Drop Fn FnMut FnOnce Clone Copy Send
  Sync Sized Unpin Eq PartialEq Ord PartialOrd Debug Hash drop std core alloc usize isize u8 u16 u32 u64 u128 i8 i16
  i32 i64 i128 f32 f64 bool char str println print eprintln eprint format panic assert assert_eq assert_ne
  debug_assert vec write writeln matches todo unimplemented unreachable`);

export const rustLinks: LanguageLinks = {
  naming: {
    ...each('function', 'call_expression generic_function'),
    field_expression: 'field',
    ...each('name', 'scoped_identifier scoped_type_identifier struct_expression'),
    reference_expression: 'value',
    ...each('', 'unary_expression try_expression await_expression parenthesized_expression bounded_type'),
    trait_bounds: '',
    ...each('type', 'type_cast_expression reference_type pointer_type higher_ranked_trait_bound'),
    generic_type: genericName,
    array_type: 'element',
    ...each('trait', 'dynamic_type abstract_type'),
  },
  bound: {
    parameter: ['type'],
    let_declaration: ['type', 'value'],
    tuple_struct_pattern: unwrapped,
    type_parameter: ['bounds'],
  },
  own: ['self', 'Self'],
  builtins: prelude,
  silent: ['use_declaration', 'attribute_item', 'inner_attribute_item'],
  pathRoots: ['crate', 'super'],
  sameMembers: words(`
    await unwrap unwrap_or unwrap_or_else unwrap_or_default expect clone cloned as_ref as_mut as_deref as_deref_mut
    borrow borrow_mut to_owned ok_or ok_or_else map_err context with_context`),
};

/** The fields of a struct and the variants of an enum. */
export function rustMembers(node: Node): readonly TypeMember[] {
  const body = node.childForFieldName('body');
  if (!body) return [];
  return childrenOfType(body, 'field_declaration', 'enum_variant').flatMap((declaration) => {
    const name = declaration.childForFieldName('name');
    const isField = declaration.type === 'field_declaration';
    const type = (isField ? declaration.childForFieldName('type') : null) ?? undefined;
    return name ? [{ kind: isField ? 'field' : 'constant', name, declaration, type }] : [];
  });
}
