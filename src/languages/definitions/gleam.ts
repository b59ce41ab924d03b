import type { Node } from '../../syntax/syntax-node';
import type { Language } from '../language';
import { childOfType } from '../node-helpers';

function typeName(node: Node): readonly Node[] {
  const name = childOfType(node, 'type_name')?.childForFieldName('name');
  return name ? [name] : [];
}

export const gleam: Language = {
  id: 'gleam',
  name: 'Gleam',
  extensions: ['.gleam'],
  grammar: 'gleam',
  comment: ['// ', ''],
  structure: {
    definitions: {
      function: { kind: 'function' },
      external_function: { kind: 'function' },
      type_definition: { kind: 'type', names: typeName },
      type_alias: { kind: 'type', names: typeName },
      external_type: { kind: 'type', names: typeName },
      constant: { kind: 'constant' },
    },
    bodies: ['block', 'data_constructors'],
    comments: ['comment', 'statement_comment', 'module_comment'],
    attributes: ['attribute'],
  },
};
