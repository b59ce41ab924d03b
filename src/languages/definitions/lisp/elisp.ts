import type { Node } from '../../../syntax/syntax-node';
import type { Language } from '../../language';
import { type FormKinds, formRule } from './lisp-forms';

const kinds: FormKinds = {
  defcustom: 'variable',
  'defvar-local': 'variable',
  'defvar-keymap': 'variable',
  defface: 'variable',
  defgroup: 'module',
  'cl-defun': 'function',
  'cl-defmethod': 'method',
  'cl-defgeneric': 'function',
  'cl-defmacro': 'macro',
  'cl-defstruct': 'struct',
  defclass: 'class',
  'define-inline': 'function',
  'define-minor-mode': 'function',
  'define-globalized-minor-mode': 'function',
  'define-derived-mode': 'function',
  'define-error': 'type',
  'ert-deftest': 'test',
  defadvice: 'function',
  defalias: 'function',
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
