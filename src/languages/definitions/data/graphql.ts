import type { DefinitionKind, DefinitionRule, Language } from '../../language';
import { nameFromChild } from '../../node-helpers';

function namedRule(kind: DefinitionKind, container?: 'type'): DefinitionRule {
  return { kind, names: nameFromChild('name', 'fragment_name'), ...(container && { container }) };
}

export const graphql: Language = {
  id: 'graphql',
  name: 'GraphQL',
  extensions: ['.graphql', '.gql', '.graphqls'],
  grammar: 'graphql',
  comment: ['# ', ''],
  elision: ' { }',
  structure: {
    definitions: {
      object_type_definition: namedRule('type', 'type'),
      object_type_extension: namedRule('extension', 'type'),
      interface_type_definition: namedRule('interface', 'type'),
      interface_type_extension: namedRule('extension', 'type'),
      input_object_type_definition: namedRule('type', 'type'),
      input_object_type_extension: namedRule('extension', 'type'),
      enum_type_definition: namedRule('enum'),
      enum_type_extension: namedRule('extension'),
      union_type_definition: namedRule('type'),
      union_type_extension: namedRule('extension'),
      scalar_type_definition: namedRule('type'),
      directive_definition: namedRule('macro'),
      // An anonymous operation (`{ user { id } }`) has no name and is a plain statement.
      operation_definition: namedRule('query'),
      fragment_definition: namedRule('query'),
      field_definition: namedRule('field'),
    },
    transparent: ['document'],
    wrappers: [
      'definition',
      'type_system_definition',
      'type_definition',
      'type_system_extension',
      'type_extension',
      'executable_definition',
    ],
    bodies: ['fields_definition', 'input_fields_definition', 'enum_values_definition', 'selection_set'],
    comments: ['comment'],
  },
};
