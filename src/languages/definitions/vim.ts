import type { Language } from '../language';
import { nameFromChild, nameFromField, nodesAt } from '../node-helpers';

export const vim: Language = {
  id: 'viml',
  name: 'Vim script',
  extensions: ['.vim'],
  filenames: ['.vimrc', '_vimrc', 'vimrc', '.gvimrc', 'gvimrc', '.nvimrc', '.exrc', '.ideavimrc'],
  interpreters: ['vim', 'nvim'],
  grammar: 'vim',
  comment: ['" ', ''],
  structure: {
    definitions: {
      function_definition: { kind: 'function', names: nodesAt('function_declaration :name') },
      command_statement: { kind: 'function', names: nameFromField('name') },
    },
    values: {
      let_statement: { kind: 'variable', names: nameFromChild('scoped_identifier', 'identifier') },
      const_statement: { kind: 'constant', names: nameFromChild('scoped_identifier', 'identifier') },
    },
    transparent: ['if_statement', 'else_statement', 'elseif_statement'],
    bodies: ['body'],
  },
};
