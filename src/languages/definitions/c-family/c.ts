import type { Language } from '../../language';
import {
  cBodies,
  cRoles,
  cScopes,
  declaredName,
  leaking,
  macroRule,
  preprocessorBlocks,
  prototypeNames,
  specifierRule,
  typedefRule,
  variableKind,
  variableNames,
} from './c-family';
import { includeC } from './c-includes';

export const c: Language = {
  id: 'c',
  name: 'C',
  extensions: ['.c', '.h', '.inc'],
  grammar: 'c',
  comment: ['// ', ''],
  elision: ' { /* … */ }',
  structure: {
    definitions: {
      function_definition: {
        kind: 'function',
        names: (node) => {
          const declarator = node.childForFieldName('declarator');
          const name = declarator && declaredName(declarator);
          return name ? [name] : [];
        },
      },
      struct_specifier: leaking(specifierRule),
      union_specifier: leaking(specifierRule),
      enum_specifier: specifierRule,
      type_definition: leaking(typedefRule),
      preproc_def: macroRule,
      preproc_function_def: macroRule,
      declaration: { kind: 'function', names: prototypeNames },
    },
    values: { declaration: leaking({ kind: 'variable', names: variableNames, kindOf: variableKind }) },
    transparent: preprocessorBlocks,
    bodies: cBodies,
    comments: ['comment'],
    imports: { preproc_include: includeC },
  },
  references: {
    // The grammar counts `size_t` and `uint8_t` among the primitive types.
    identifiers: ['identifier', 'type_identifier', 'primitive_type', 'true', 'false', 'preproc_arg'],
    // Tags and typedefs, apart from variables: a parameter `list` does not hide `struct list`.
    texts: ['preproc_arg'],
    typeIdentifiers: ['type_identifier', 'primitive_type'],
    roles: cRoles,
    scopes: cScopes,
    memberOperators: ['.', '->'],
    wordCharacters: '',
  },
};
