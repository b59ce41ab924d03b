import type { Language } from '../language';
import { nodesAt } from '../node-helpers';
import { each } from '../word-lists';

export const gleam: Language = {
  id: 'gleam',
  name: 'Gleam',
  extensions: ['.gleam'],
  comment: ['// ', ''],
  structure: {
    definitions: {
      ...each({ kind: 'function' }, 'function external_function'),
      ...each({ kind: 'type', names: nodesAt('type_name :name') }, 'type_definition type_alias external_type'),
      constant: { kind: 'constant' },
    },
    bodies: ['block', 'data_constructors'],
    comments: ['comment', 'statement_comment', 'module_comment'],
    attributes: ['attribute'],
  },
};
