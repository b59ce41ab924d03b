import type { Language } from '../../language';
import { nameFromChild } from '../../node-helpers';
import { css } from './css';

export const scss: Language = {
  id: 'scss',
  name: 'SCSS',
  extensions: ['.scss'],
  grammar: 'scss',
  comment: ['// ', ''],
  elision: ' { /* … */ }',
  structure: {
    definitions: {
      ...css.structure.definitions,
      mixin_statement: { kind: 'macro', names: nameFromChild('name') },
      function_statement: { kind: 'function', names: nameFromChild('name') },
      placeholder: { kind: 'rule', names: nameFromChild('name'), container: 'namespace' },
    },
    // `$primary: #333` and `color: red` have the same node type; only the first is a definition.
    values: { declaration: { kind: 'variable', names: nameFromChild('variable_name') } },
    transparent: ['if_statement'],
    bodies: css.structure.bodies,
    comments: ['comment', 'single_line_comment', 'js_comment'],
  },
};
