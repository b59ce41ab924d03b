import type { Language } from '../../language';
import { each } from '../../word-lists';
import { type FormKinds, formRule } from './lisp-forms';

const kinds: FormKinds = {
  ...each('variable', 'define define/contract define/public define/private define/override define-values'),
  ...each('macro', 'define-syntax define-syntax-rule define-simple-macro define-syntax-parse-rule'),
  ...each('struct', 'struct define-struct struct/contract'),
  'define-type': 'type',
  ...each('module', 'module module+ module*'),
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
