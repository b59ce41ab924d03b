import type { Language } from '../../language';
import { type FormKinds, formRule } from './lisp-forms';

const kinds: FormKinds = {
  define: 'variable',
  'define*': 'variable',
  'define-public': 'variable',
  'define-inline': 'variable',
  'define-values': 'variable',
  'define-syntax': 'macro',
  'define-syntax-rule': 'macro',
  'define-macro': 'macro',
  'define-record-type': 'struct',
  'define-structure': 'struct',
  'define-class': 'class',
  'define-method': 'method',
  'define-generic': 'function',
  'define-library': 'module',
  'define-module': 'module',
  library: 'module',
};

export const scheme: Language = {
  id: 'scheme',
  name: 'Scheme',
  extensions: ['.scm', '.ss', '.sld', '.sps'],
  interpreters: ['guile', 'chibi-scheme', 'gosh', 'scheme', 'scheme-script'],
  grammar: 'scheme',
  comment: [';; ', ''],
  structure: {
    definitions: { list: formRule(kinds, 'symbol', 'list') },
    bodies: [],
    comments: ['comment', 'block_comment'],
  },
};
