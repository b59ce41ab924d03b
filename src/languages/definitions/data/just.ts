import type { Node } from '../../../syntax/syntax-node';
import type { Language } from '../../language';
import { childOfType, nameFromField, present } from '../../node-helpers';

function recipeName(recipe: Node): readonly Node[] {
  return present(childOfType(recipe, 'recipe_header')?.childForFieldName('name'));
}

export const just: Language = {
  id: 'just',
  name: 'Just',
  extensions: ['.just'],
  filenames: ['justfile', 'Justfile', '.justfile', 'JUSTFILE'],
  interpreters: ['just'],
  grammar: 'just',
  comment: ['# ', ''],
  structure: {
    definitions: {
      recipe: { kind: 'target', names: recipeName },
      alias: { kind: 'target', names: nameFromField('left') },
    },
    values: {
      assignment: { kind: 'variable', names: nameFromField('left') },
    },
    wrappers: ['export'],
    bodies: ['recipe_body'],
    comments: ['comment'],
  },
};
