/** Lisps write everything as lists. The first symbol of a list says whether it defines something. */
import type { Node } from '../../syntax/syntax-node';
import type { DefinitionKind, DefinitionRule, Language } from '../language';
import { childOfType, present } from '../node-helpers';
import { each } from '../word-lists';

type FormKinds = Readonly<Record<string, DefinitionKind>>;

/** The kind of definition, if the first word of the form defines something. */
function kindOfForm(form: Node, kinds: FormKinds, symbol: string): DefinitionKind | undefined {
  const head = form.firstNamedChild;
  const word = head?.type === symbol ? head.text.toLowerCase() : '';
  return Object.hasOwn(kinds, word) ? kinds[word] : undefined;
}

/**
 * A rule for lists such as `(define (area shape) …)` and `(define tau 6.28)`.
 * @param symbol the node type of symbols
 * @param list the node type of lists: a list after the first symbol begins with the name and makes a constant a function
 */
function formRule(kinds: FormKinds, symbol: string, list: string): DefinitionRule {
  const signature = (form: Node): Node | undefined => form.namedChildren[1];
  return {
    kind: 'function',
    kindOf: (form) => {
      const kind = kindOfForm(form, kinds, symbol) ?? 'function';
      return kind === 'variable' && signature(form)?.type === list ? 'function' : kind;
    },
    names: (form) => (kindOfForm(form, kinds, symbol) ? present(firstSymbol(signature(form), symbol, list)) : []),
  };
}

/** The symbol itself, or the first one of a list, also of nested ones: `((adder n) m)`, `(entry (:conc-name e-))`. */
function firstSymbol(node: Node | undefined, symbol: string, list: string): Node | undefined {
  let at = node;
  while (at?.type === list) at = at.firstNamedChild ?? undefined;
  // `(defpackage :ledger …)`
  if (at?.type === 'kwd_lit') return at.firstNamedChild ?? at;
  return at?.type === symbol ? at : undefined;
}

const commonLispKinds: FormKinds = {
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
  return childOfType(childOfType(form, 'defun'), 'defun_header');
}

const byForm = formRule(commonLispKinds, 'sym_lit', 'list_lit');

export const commonLisp: Language = {
  id: 'commonlisp',
  name: 'Common Lisp',
  extensions: ['.lisp', '.lsp', '.asd', '.cl'],
  interpreters: ['sbcl', 'clisp', 'ecl'],
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
          return head ? present(head.childForFieldName('function_name')) : (byForm.names?.(form) ?? []);
        },
      },
    },
    comments: ['comment', 'block_comment'],
  },
};

const elispKinds: FormKinds = {
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
  comment: [';; ', ''],
  structure: {
    definitions: {
      function_definition: { kind: 'function' },
      macro_definition: { kind: 'macro' },
      list: formRule(elispKinds, 'symbol', 'list'),
      special_form: { kind: 'variable', names: specialName },
    },
  },
};

const racketKinds: FormKinds = {
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
  comment: [';; ', ''],
  structure: {
    definitions: { list: formRule(racketKinds, 'symbol', 'list') },
    comments: ['comment', 'block_comment', 'sexp_comment'],
  },
};

const schemeKinds: FormKinds = {
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
  comment: [';; ', ''],
  structure: {
    definitions: { list: formRule(schemeKinds, 'symbol', 'list') },
    comments: ['comment', 'block_comment'],
  },
};

const clojureKinds: FormKinds = {
  ns: 'module',
  ...each('variable', 'def defonce'),
  ...each('function', 'defn defn- defmulti'),
  defmacro: 'macro',
  defmethod: 'method',
  defrecord: 'struct',
  deftype: 'class',
  defprotocol: 'protocol',
  definterface: 'interface',
  deftest: 'test',
};
const clojureKind = (form: Node): DefinitionKind | undefined => kindOfForm(form, clojureKinds, 'sym_lit');

/** `(def ^:private x 1)`: the name without its metadata. */
function definedName(form: Node): readonly Node[] {
  if (!clojureKind(form)) return [];
  const symbol = form.namedChildren.slice(1).find((child) => child.type === 'sym_lit');
  return present(childOfType(symbol, 'sym_name'));
}

export const clojure: Language = {
  id: 'clojure',
  name: 'Clojure',
  extensions: ['.clj', '.cljs', '.cljc', '.cljd', '.edn'],
  filenames: ['build.boot', 'profile.boot'],
  interpreters: ['clojure', 'clj', 'bb', 'lumo', 'planck'],
  comment: [';; ', ''],
  structure: {
    definitions: {
      list_lit: { kind: 'function', kindOf: (form) => clojureKind(form) ?? 'function', names: definedName },
    },
  },
};
