import type { Language } from '../../language';
import { firstOfType } from '../../node-helpers';
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
      mixin_statement: { kind: 'macro', names: firstOfType('name') },
      function_statement: { kind: 'function', names: firstOfType('name') },
      placeholder: { kind: 'rule', names: firstOfType('name'), container: 'namespace' },
    },
    // `$primary: #333` and `color: red` are the same node; only the first defines something.
    values: { declaration: { kind: 'variable', names: firstOfType('variable_name') } },
    transparent: ['if_statement'],
    bodies: css.structure.bodies,
    comments: ['comment', 'single_line_comment', 'js_comment'],
  },
};
