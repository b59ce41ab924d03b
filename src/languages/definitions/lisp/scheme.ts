import type { Language } from '../../language';
import { each } from '../../word-lists';
import { type FormKinds, formRule } from './lisp-forms';

const kinds: FormKinds = {
  ...each('variable', 'define define* define-public define-inline define-values'),
  ...each('macro', 'define-syntax define-syntax-rule define-macro'),
  ...each('struct', 'define-record-type define-structure'),
  'define-class': 'class',
  'define-method': 'method',
  'define-generic': 'function',
  ...each('module', 'define-library define-module library'),
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
