import type { DefinitionKind, DefinitionRule, Language } from '../../language';
import { nameFromChild } from '../../node-helpers';
import { each, words } from '../../word-lists';

function namedRule(kind: DefinitionKind, container?: 'type'): DefinitionRule {
  return { kind, names: nameFromChild('name', 'fragment_name'), ...(container && { container }) };
}

export const graphql: Language = {
  id: 'graphql',
  name: 'GraphQL',
  extensions: ['.graphql', '.gql', '.graphqls'],
  comment: ['# ', ''],
  elision: ' { }',
  structure: {
    definitions: {
      ...each(namedRule('type', 'type'), 'object_type_definition input_object_type_definition'),
      ...each(namedRule('extension', 'type'), 'object_type_extension interface_type_extension'),
      input_object_type_extension: namedRule('extension', 'type'),
      interface_type_definition: namedRule('interface', 'type'),
      enum_type_definition: namedRule('enum'),
      ...each(namedRule('extension'), 'enum_type_extension union_type_extension'),
      ...each(namedRule('type'), 'union_type_definition scalar_type_definition'),
      directive_definition: namedRule('macro'),
      // An anonymous operation (`{ user { id } }`) has no name and is a plain statement.
      ...each(namedRule('query'), 'operation_definition fragment_definition'),
      field_definition: namedRule('field'),
    },
    transparent: ['document'],
    wrappers: words(`
      definition type_system_definition type_definition type_system_extension type_extension executable_definition`),
    bodies: ['fields_definition', 'input_fields_definition', 'enum_values_definition', 'selection_set'],
  },
};
