import type { DefinitionRule, Language } from '../../language';
import {
  cBodies,
  cFunctionRule,
  cRoles,
  cScopes,
  declaredType,
  definedType,
  macroRule,
  preprocessorBlocks,
  prototypeNames,
  specifierRule,
  typedefRule,
  variableKind,
  variableNames,
  withLeakedNames,
} from './c-family';
import { readCInclude } from './c-includes';
import { cLinks, cMembers } from './c-links';

const structRule: DefinitionRule = { ...withLeakedNames(specifierRule), members: cMembers };

export const c: Language = {
  id: 'c',
  name: 'C',
  extensions: ['.c', '.h', '.inc'],
  comment: ['// ', ''],
  elision: ' { /* … */ }',
  structure: {
    definitions: {
      function_definition: cFunctionRule,
      struct_specifier: structRule,
      union_specifier: structRule,
      enum_specifier: specifierRule,
      type_definition: { ...withLeakedNames(typedefRule), members: (node) => cMembers(definedType(node)) },
      preproc_def: macroRule,
      preproc_function_def: macroRule,
      declaration: { kind: 'function', names: prototypeNames, type: declaredType },
    },
    values: {
      declaration: withLeakedNames({
        kind: 'variable',
        names: variableNames,
        kindOf: variableKind,
        type: declaredType,
        members: (node) => cMembers(definedType(node)),
      }),
    },
    transparent: preprocessorBlocks,
    bodies: cBodies,
    imports: { preproc_include: readCInclude },
  },
  references: {
    // The grammar parses `size_t` and `uint8_t` as primitive types.
    identifiers: ['identifier', 'type_identifier', 'primitive_type', 'true', 'false', 'preproc_arg'],
    texts: ['preproc_arg'],
    // Tags and typedefs are separate from variables: a parameter `list` does not hide `struct list`.
    typeIdentifiers: ['type_identifier', 'primitive_type'],
    roles: cRoles,
    scopes: cScopes,
    memberOperators: ['.', '->'],
    wordCharacters: '',
  },
  links: cLinks,
};
