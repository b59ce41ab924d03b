import type { Node } from '../../../syntax/syntax-node';
import type { Language } from '../../language';
import { each } from '../../word-lists';
import { type FormKinds, formRule } from './lisp-forms';

const kinds: FormKinds = {
  ...each('variable', 'defcustom defvar-local defvar-keymap defface'),
  defgroup: 'module',
  ...each('function', 'cl-defun cl-defgeneric define-inline define-minor-mode define-globalized-minor-mode'),
  ...each('function', 'define-derived-mode defadvice defalias'),
  'cl-defmethod': 'method',
  'cl-defmacro': 'macro',
  'cl-defstruct': 'struct',
  defclass: 'class',
  'define-error': 'type',
  'ert-deftest': 'test',
};

/** `(defvar x 1)` and `(defconst x 1)`; `(let …)` and `(if …)` have the same node type and define nothing. */
function specialName(form: Node): readonly Node[] {
  const name = form.firstNamedChild;
  return name && /^\((?:defvar|defconst)\b/.test(form.text.slice(0, 10)) ? [name] : [];
}

export const elisp: Language = {
  id: 'elisp',
  name: 'Emacs Lisp',
  extensions: ['.el'],
  filenames: ['.emacs', '_emacs', 'Cask'],
  interpreters: ['emacs'],
  grammar: 'elisp',
  comment: [';; ', ''],
  structure: {
    definitions: {
      function_definition: { kind: 'function' },
      macro_definition: { kind: 'macro' },
      list: formRule(kinds, 'symbol', 'list'),
      special_form: { kind: 'variable', names: specialName },
    },
    bodies: [],
    comments: ['comment'],
  },
};
