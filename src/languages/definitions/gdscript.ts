import type { Language } from '../language';
import { each } from '../word-lists';

export const gdscript: Language = {
  id: 'gdscript',
  name: 'GDScript',
  extensions: ['.gd'],
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
      ...each({ kind: 'variable' }, 'variable_statement export_variable_statement onready_variable_statement'),
    },
    bodies: ['body', 'class_body', 'enumerator_list'],
    attributes: ['annotation', 'annotations'],
  },
};
