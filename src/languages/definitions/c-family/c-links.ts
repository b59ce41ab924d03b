/** What the graph of the workspace reads in C, C++ and Objective-C: what names an expression or a type, and the types of locals. */
import type { Node } from '../../../syntax/syntax-node';
import type { TypeMember } from '../../language';
import type { LanguageLinks } from '../../language-links';
import { cHeaders } from '../../libraries/c-headers';
import { each, words } from '../../word-lists';
import { declarators, declaredName, declaredType, declaresFunction } from './c-family';

/** Macro bodies are plain text, so keywords stand where names do. */
const cKeywords = words(`
  alignof auto bool break case char const continue default defined do double else enum extern float for goto if inline
  int long register restrict return short signed sizeof static struct switch typedef typeof union unsigned void
  volatile while int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t ssize_t ptrdiff_t intptr_t
  uintptr_t true false NULL FILE __VA_ARGS__ __func__ __FILE__ __LINE__ __attribute__ __inline __restrict`);

/** The functions of a project cannot have the names of the standard library's. */
const standardNames = Object.values(cHeaders)
  .flatMap(words)
  .filter((name) => !name.endsWith('*'));

const cNaming: LanguageLinks['naming'] = {
  call_expression: 'function',
  field_expression: 'field',
  ...each('argument', 'subscript_expression pointer_expression'),
  parenthesized_expression: '',
  ...each('type', 'cast_expression compound_literal_expression type_descriptor'),
  conditional_expression: 'consequence',
  ...each('name', 'struct_specifier union_specifier enum_specifier'),
};

const cBound: LanguageLinks['bound'] = {
  declaration: declaredType,
  parameter_declaration: ['type'],
};

export const cLinks: LanguageLinks = {
  naming: cNaming,
  bound: cBound,
  hasPrototypes: true,
  builtins: [...cKeywords, ...standardNames],
};

/** The fields in the body of a struct or union, also those of unnamed structs inside it. */
export function cMembers(type: Node | null | undefined): readonly TypeMember[] {
  return fieldsIn(type?.childForFieldName('body') ?? null);
}

function fieldsIn(body: Node | null): TypeMember[] {
  const members: TypeMember[] = [];
  for (const declaration of body?.namedChildren ?? []) {
    if (declaration.type.startsWith('preproc_')) members.push(...fieldsIn(declaration));
    if (declaration.type !== 'field_declaration') continue;
    const type = declaration.childForFieldName('type');
    const all = declarators(declaration);
    for (const declarator of all) {
      const name = declaredName(declarator);
      const kind = declaresFunction(declarator) ? 'method' : 'field';
      if (name) members.push({ kind, name, declaration, type: type ?? undefined });
    }
    if (all.length === 0 || !type?.childForFieldName('name'))
      members.push(...fieldsIn(type?.childForFieldName('body') ?? null));
  }
  return members;
}

/** What the graph of the workspace reads in C++ beside what it reads in C. */
/** Types whose `->` leads to their first argument. */
const smartPointer =
  /^(unique_ptr|shared_ptr|weak_ptr|optional|reference_wrapper|\w*(Ref|_ref)?Ptr|(scoped_)?refptr|Ref)$/;

/** Functions that return a value, or a pointer to a value, of the type that is their first template argument. */
const typeMakers = /^(static_cast|dynamic_cast|const_cast|reinterpret_cast|make_unique|make_shared|\w+_pointer_cast)$/;

function templateName(node: Node, isTransparent: RegExp): Node | null {
  const name = node.childForFieldName('name');
  const first =
    name && isTransparent.test(name.text) ? node.childForFieldName('arguments')?.firstNamedChild : undefined;
  return first ?? name;
}

/** `x` in `std::move(x)`; otherwise the function. */
function calledName(node: Node): Node | null {
  const called = node.childForFieldName('function');
  const isMove = called?.type === 'qualified_identifier' && /^std\s*::\s*(move|forward<)/.test(called.text);
  return isMove ? (node.childForFieldName('arguments')?.firstNamedChild ?? null) : called;
}

/** The declared type of a local; its value for `auto`. */
function typeOrValue(declaration: Node | null, value: Node | null): Node | null {
  const type = declaration?.childForFieldName('type') ?? null;
  return type?.type === 'placeholder_type_specifier' ? value : type;
}

const keywords = words(`
  alignas catch char8_t char16_t char32_t class concept consteval constexpr constinit co_await co_return co_yield
  decltype delete explicit export final friend mutable namespace new noexcept nullptr operator override private
  protected public requires static_assert static_cast dynamic_cast const_cast reinterpret_cast template throw try
  typeid typename using virtual wchar_t std`);

/** Functions of the C library whose names methods have too. */
const methodNames = new Set(
  words(`
    abort abs accept access bind clock close connect error exit free get index kill link listen lock log open pause
    pipe poll put raise read recv remove rename round select send signal sleep stat sync time truncate unlink wait
    write`),
);

export const cppLinks: LanguageLinks = {
  naming: {
    ...cNaming,
    call_expression: calledName,
    class_specifier: 'name',
    qualified_identifier: 'name',
    template_type: (node) => templateName(node, smartPointer),
    template_function: (node) => templateName(node, typeMakers),
    template_method: 'name',
    new_expression: 'type',
    dependent_type: '',
    co_await_expression: 'argument',
  },
  bound: {
    ...cBound,
    declaration: (node) => declaredType(node) ?? node.childForFieldName('value'),
    init_declarator: (node) => typeOrValue(node.parent, node.childForFieldName('value')),
    optional_parameter_declaration: ['type'],
    for_range_loop: (node) => typeOrValue(node, null),
    // Its names are parts of a value.
    structured_binding_declarator: () => null,
    lambda_capture_initializer: ['right'],
  },
  own: ['this'],
  bareMembers: true,
  hasPrototypes: true,
  builtins: [...cKeywords, ...keywords, ...standardNames.filter((name) => !methodNames.has(name))],
};
