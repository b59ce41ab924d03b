import type { Node } from '../../../syntax/syntax-node';
import type { DefinitionKind, Language } from '../../language';
import { childOfType } from '../../node-helpers';
import { each } from '../../word-lists';

const kindByForm: Readonly<Record<string, DefinitionKind>> = {
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

/** The kind of definition, if the first word of the form defines something. */
function definedKind(form: Node): DefinitionKind | undefined {
  const head = form.firstNamedChild;
  if (head?.type !== 'sym_lit') return undefined;
  const word = head.text;
  return Object.hasOwn(kindByForm, word) ? kindByForm[word] : undefined;
}

/** `(def ^:private x 1)`: the name without its metadata. */
function definedName(form: Node): readonly Node[] {
  if (!definedKind(form)) return [];
  const symbol = form.namedChildren.slice(1).find((child) => child.type === 'sym_lit');
  const name = symbol && childOfType(symbol, 'sym_name');
  return name ? [name] : [];
}

export const clojure: Language = {
  id: 'clojure',
  name: 'Clojure',
  extensions: ['.clj', '.cljs', '.cljc', '.cljd', '.edn'],
  filenames: ['build.boot', 'profile.boot'],
  interpreters: ['clojure', 'clj', 'bb', 'lumo', 'planck'],
  grammar: 'clojure',
  comment: [';; ', ''],
  structure: {
    definitions: {
      list_lit: { kind: 'function', kindOf: (form) => definedKind(form) ?? 'function', names: definedName },
    },
    bodies: [],
    comments: ['comment'],
  },
};
