/** What the graph of the workspace reads in C, C++ and Objective-C: what names an expression or a type, and the types of locals. */
import type { Node } from '../../../syntax/syntax-node';
import type { TypeMember } from '../../language';
import type { LanguageLinks } from '../../language-links';
import { cHeaders } from '../../libraries/c-headers';
import { each, words } from '../../word-lists';
import { declarators, declaredName, declaredType, declaresFunction } from './c-family';

/** Macro bodies are plain text, so keywords stand where names do. */
export const cKeywords = words(`
  alignof auto bool break case char const continue default defined do double else enum extern float for goto if inline
  int long register restrict return short signed sizeof static struct switch typedef typeof union unsigned void
  volatile while int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t ssize_t ptrdiff_t intptr_t
  uintptr_t true false NULL FILE __VA_ARGS__ __func__ __FILE__ __LINE__ __attribute__ __inline __restrict`);

/** The functions of a project cannot have the names of the standard library's. */
export const standardNames = Object.values(cHeaders)
  .flatMap(words)
  .filter((name) => !name.endsWith('*'));

export const cNaming: LanguageLinks['naming'] = {
  call_expression: 'function',
  field_expression: 'field',
  ...each('argument', 'subscript_expression pointer_expression'),
  parenthesized_expression: '',
  ...each('type', 'cast_expression compound_literal_expression type_descriptor'),
  conditional_expression: 'consequence',
  ...each('name', 'struct_specifier union_specifier enum_specifier'),
};

export const cBound: LanguageLinks['bound'] = {
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
