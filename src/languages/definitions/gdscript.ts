import type { Language } from '../language';

export const gdscript: Language = {
  id: 'gdscript',
  name: 'GDScript',
  extensions: ['.gd'],
  grammar: 'gdscript',
  comment: ['# ', ''],
  structure: {
    definitions: {
      function_definition: { kind: 'function' },
      constructor_definition: { kind: 'constructor' },
      class_definition: { kind: 'class', container: 'type' },
      enum_definition: { kind: 'enum' },
      signal_statement: { kind: 'event' },
      class_name_statement: { kind: 'class' },
    },
    values: {
      const_statement: { kind: 'constant' },
      variable_statement: { kind: 'variable' },
      export_variable_statement: { kind: 'variable' },
      onready_variable_statement: { kind: 'variable' },
    },
    bodies: ['body', 'class_body', 'enumerator_list'],
    comments: ['comment'],
    attributes: ['annotation', 'annotations'],
  },
};
