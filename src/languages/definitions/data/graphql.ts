import type { DefinitionRule, Kind, Language } from '../../language';
import { firstOfType } from '../../node-helpers';

function named(kind: Kind, container?: 'type'): DefinitionRule {
  return { kind, names: firstOfType('name', 'fragment_name'), ...(container && { container }) };
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
      object_type_definition: named('type', 'type'),
      object_type_extension: named('extension', 'type'),
      interface_type_definition: named('interface', 'type'),
      interface_type_extension: named('extension', 'type'),
      input_object_type_definition: named('type', 'type'),
      input_object_type_extension: named('extension', 'type'),
      enum_type_definition: named('enum'),
      enum_type_extension: named('extension'),
      union_type_definition: named('type'),
      union_type_extension: named('extension'),
      scalar_type_definition: named('type'),
      directive_definition: named('macro'),
      // An anonymous operation (`{ user { id } }`) has no name and is a plain statement.
      operation_definition: named('query'),
      fragment_definition: named('query'),
      field_definition: named('field'),
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
