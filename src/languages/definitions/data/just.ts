import type { Language } from '../../language';
import { nameFromField, nodesAt } from '../../node-helpers';

export const just: Language = {
  id: 'just',
  name: 'Just',
  extensions: ['.just'],
  filenames: ['justfile', 'Justfile', '.justfile', 'JUSTFILE'],
  interpreters: ['just'],
  comment: ['# ', ''],
  structure: {
    definitions: {
      recipe: { kind: 'target', names: nodesAt('recipe_header :name') },
      alias: { kind: 'target', names: nameFromField('left') },
    },
    values: {
      assignment: { kind: 'variable', names: nameFromField('left') },
    },
    wrappers: ['export'],
    bodies: ['recipe_body'],
  },
};
