import type { Language } from '../../language';
import { type FormKinds, formRule } from './lisp-forms';

const kinds: FormKinds = {
  define: 'variable',
  'define/contract': 'variable',
  'define/public': 'variable',
  'define/private': 'variable',
  'define/override': 'variable',
  'define-values': 'variable',
  'define-syntax': 'macro',
  'define-syntax-rule': 'macro',
  'define-simple-macro': 'macro',
  'define-syntax-parse-rule': 'macro',
  struct: 'struct',
  'define-struct': 'struct',
  'struct/contract': 'struct',
  'define-type': 'type',
  module: 'module',
  'module+': 'module',
  'module*': 'module',
};

export const racket: Language = {
  id: 'racket',
  name: 'Racket',
  extensions: ['.rkt', '.rktl', '.rktd'],
  interpreters: ['racket'],
  grammar: 'racket',
  comment: [';; ', ''],
  structure: {
    definitions: { list: formRule(kinds, 'symbol', 'list') },
    bodies: [],
    comments: ['comment', 'block_comment', 'sexp_comment'],
  },
};
