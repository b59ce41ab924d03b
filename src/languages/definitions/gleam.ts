import type { Node } from '../../syntax/syntax-node';
import type { Language } from '../language';
import { childOfType, present } from '../node-helpers';
import { each } from '../word-lists';

function typeName(node: Node): readonly Node[] {
  return present(childOfType(node, 'type_name')?.childForFieldName('name'));
}

export const gleam: Language = {
  id: 'gleam',
  name: 'Gleam',
  extensions: ['.gleam'],
  grammar: 'gleam',
  comment: ['// ', ''],
  structure: {
    definitions: {
      ...each({ kind: 'function' }, 'function external_function'),
      ...each({ kind: 'type', names: typeName }, 'type_definition type_alias external_type'),
      constant: { kind: 'constant' },
    },
    bodies: ['block', 'data_constructors'],
    comments: ['comment', 'statement_comment', 'module_comment'],
    attributes: ['attribute'],
  },
};
