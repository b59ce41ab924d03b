import type { Node } from '../../../syntax/syntax-node';
import type { DefinitionKind, Language } from '../../language';
import { childOfType } from '../../node-helpers';
import { each } from '../../word-lists';
import { type FormKinds, formRule } from './lisp-forms';

const kinds: FormKinds = {
  ...each('variable', 'defvar defparameter'),
  ...each('constant', 'defconstant define-constant'),
  defstruct: 'struct',
  ...each('class', 'defclass define-condition'),
  deftype: 'type',
  ...each('module', 'defpackage defsystem asdf:defsystem'),
  ...each('macro', 'define-symbol-macro define-compiler-macro define-modify-macro'),
  defsetf: 'function',
  deftest: 'test',
};

const kindByKeyword: Readonly<Record<string, DefinitionKind>> = {
  defmacro: 'macro',
  defmethod: 'method',
  defgeneric: 'function',
};

/** `(defun name (arguments)`: the grammar has a node of its own for it, inside the list. */
function header(form: Node): Node | undefined {
  const defun = childOfType(form, 'defun');
  return defun && childOfType(defun, 'defun_header');
}

const byForm = formRule(kinds, 'sym_lit', 'list_lit');

export const commonLisp: Language = {
  id: 'commonlisp',
  name: 'Common Lisp',
  extensions: ['.lisp', '.lsp', '.asd', '.cl'],
  interpreters: ['sbcl', 'clisp', 'ecl'],
  grammar: 'commonlisp',
  comment: [';; ', ''],
  structure: {
    definitions: {
      list_lit: {
        kind: 'function',
        kindOf: (form) => {
          const keyword = header(form)?.childForFieldName('keyword')?.text.toLowerCase();
          if (keyword !== undefined) return kindByKeyword[keyword] ?? 'function';
          return byForm.kindOf?.(form) ?? 'function';
        },
        names: (form) => {
          const head = header(form);
          if (!head) return byForm.names?.(form) ?? [];
          const name = head.childForFieldName('function_name');
          return name ? [name] : [];
        },
      },
    },
    bodies: [],
    comments: ['comment', 'block_comment'],
  },
};
