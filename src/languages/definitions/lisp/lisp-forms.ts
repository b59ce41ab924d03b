/** Lisps write everything as lists. The first symbol of a list says whether it defines something. */
import type { Node } from '../../../syntax/syntax-node';
import type { DefinitionKind, DefinitionRule } from '../../language';

export type FormKinds = Readonly<Record<string, DefinitionKind>>;

/**
 * A rule for lists such as `(define (area shape) …)` and `(define tau 6.28)`.
 * @param symbol the node type of symbols
 * @param list the node type of lists: a list after the first symbol begins with the name and makes a constant a function
 */
export function formRule(kinds: FormKinds, symbol: string, list: string): DefinitionRule {
  const kindOf = (form: Node): DefinitionKind | undefined => {
    const head = form.firstNamedChild;
    if (head?.type !== symbol) return undefined;
    const word = head.text.toLowerCase();
    return Object.hasOwn(kinds, word) ? kinds[word] : undefined;
  };
  const signature = (form: Node): Node | undefined => form.namedChildren[1];
  return {
    kind: 'function',
    kindOf: (form) => {
      const kind = kindOf(form) ?? 'function';
      return kind === 'variable' && signature(form)?.type === list ? 'function' : kind;
    },
    names: (form) => {
      if (!kindOf(form)) return [];
      const name = firstSymbol(signature(form), symbol, list);
      return name ? [name] : [];
    },
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
