/**
 * Which hits define exactly the name that was asked for. A query asks for a name if it is one word, or if one of its words is written
 * like a name in code (`get_scope`, `Router.add`, `parse()`); a plain word in a question is none.
 */
import type { Query } from '../query/query';
import type { Hit } from './hit';

/** Kinds of chunks whose name is a title or a key, not a definition in code. */
const notDefinitions: ReadonlySet<string> = new Set([
  'section',
  'paragraph',
  'list',
  'quote',
  'code-block',
  'formula',
  'markup',
  'metadata',
  'cell',
  'turn',
  'message',
  'imports',
  'statements',
  'comment',
  'lines',
  'element',
  'key',
]);

type NamedHit = Pick<Hit, 'symbol' | 'scope' | 'path' | 'kind' | 'part'>;

interface ExactNames<H> {
  readonly exact: readonly H[];
  readonly related: readonly H[];
}

/** Both in the order of the hits. */
export function splitExactNames<H extends NamedHit>(
  query: Pick<Query, 'symbols' | 'text'>,
  hits: readonly H[],
): ExactNames<H> {
  const asked = askedNames(query);
  if (asked.length === 0) return { exact: [], related: hits };
  const split = (toCase: (text: string) => string): ExactNames<H> => {
    const exact = hits.filter((hit) => asked.some((name) => isNamed(hit, name, toCase)));
    const found = new Set(exact);
    return { exact, related: hits.filter((hit) => !found.has(hit)) };
  };
  const same = split((text) => text);
  // `testclient` alone is a quick way to write `TestClient`.
  return same.exact.length > 0 || asked.length > 1 ? same : split((text) => text.toLowerCase());
}

function askedNames({ symbols, text }: Pick<Query, 'symbols' | 'text'>): readonly string[] {
  if (symbols.length > 0) return symbols;
  const word = text.trim();
  return /^[\p{L}_$][\p{L}\p{N}_$]*[?!]?$/u.test(word) ? [word] : [];
}

/** @param name may have an owner: a class, a namespace or a file, `fixtures.getfixturemarker`. */
function isNamed(
  { symbol, scope, path, kind, part }: NamedHit,
  name: string,
  toCase: (text: string) => string,
): boolean {
  // Later parts of a long definition have its name, but its beginning is what was asked for.
  if (symbol === '' || notDefinitions.has(kind) || (part && part.number > 1)) return false;
  const parts = name.split(/\.|::|->|#|\\/).map(toCase);
  const last = parts.pop();
  if (last !== toCase(symbol)) return false;
  const owner = parts.at(-1);
  if (owner === undefined || owner === 'self' || owner === 'this') return true;
  const file = (path.split('/').at(-1) ?? path).replace(/\..*$/, '');
  return [...scope, file].some((each) => toCase(each) === owner);
}
