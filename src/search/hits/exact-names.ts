/**
 * Which hits define exactly the name that was asked for. A query asks for a name if it is one word, or if one of its words is written
 * like a name in code (`get_scope`, `Router.add`, `parse()`); a plain word in a question is none.
 */
import type { Query } from '../query/query';
import { notDefinitions } from '../rank/rank-rules';
import type { Hit } from './hit';

type TitledHit = Pick<Hit, 'symbol' | 'kind' | 'language' | 'text' | 'line' | 'startLine'>;

const languages = /^(?:java|type)script(?:react)?$/;
const titledCall = /^[ \t]*(?:test|it|describe|suite|bench)(?:\.\w+)*\(\s*(['"`])((?:(?!\1)[^\\\n]|\\.)+)\1/gm;

/**
 * Of the test that has the hit's line, or of the first one if that line is above them; empty if the hit is not such a test.
 *
 * The title of a test that is a call, not a definition: `test('works', …)`, `it(…)`, `describe(…)` in JavaScript and TypeScript. It has
 * no name in the index, and a row that says only "statements" does not tell one test from another.
 */
export function testTitle({ symbol, kind, language, text, line, startLine }: TitledHit): string {
  if (symbol !== '' || kind !== 'statements' || !languages.test(language)) return '';
  let title = '';
  let at = startLine;
  let from = 0;
  for (const found of text.matchAll(titledCall)) {
    at += lineBreaks(text.slice(from, found.index));
    from = found.index;
    if (title !== '' && at > line) break;
    title = found[2] ?? '';
  }
  return title;
}

/** Of the last test that begins at this line of a file or above it; empty if there is none. */
export function testTitleAt(text: string, line: number): string {
  const above = text.split('\n', line).join('\n');
  return [...above.matchAll(titledCall)].at(-1)?.[2] ?? '';
}

function lineBreaks(text: string): number {
  return text.split('\n').length - 1;
}

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
